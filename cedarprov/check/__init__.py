"""Checks on what is to be written and on what is stored, as reports."""
