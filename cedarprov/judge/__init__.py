"""Judgement: what software infers from the record, as claims and edges that people may review.

An inference reads a state of the store and returns values; it writes nothing, and it edits nothing
that it judges. What it returns is recorded as inferred, and reaches retrieval only as stored edges.
"""
