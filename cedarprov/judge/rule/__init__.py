"""The rules by which a sentence gives a structured reading, one module for each kind.

A rule reads a sentence in which white space is single, and returns what it states, or nothing.
Where in doubt it returns nothing: a sentence that says something under a condition that is not
read, asks, or gives an example, states nothing here.
"""
