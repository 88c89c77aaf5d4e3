"""PROV-CONSTRAINTS: whether a PROV document tells a history that can have happened.

The method is that of the W3C Recommendation of 30 April 2013, with one change: what is inferred
is stated only where a constraint can turn on it. Statements become rows of terms (`instance`),
keys merge rows and unify their terms (`key`), types are told and compared (`kind`), and events are
put in order (`order`). `validation` does all of it, and `report` is what it says.
"""
