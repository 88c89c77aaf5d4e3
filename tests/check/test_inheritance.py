"""Inference 21: what specializes an entity has its attributes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.check.inheritance import inherited

PROV = "http://www.w3.org/ns/prov#"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
names = st.sampled_from("abcd")


def special(specific: str, general: str) -> bytes:
    return f"<urn:{specific}> <{PROV}specializationOf> <urn:{general}> .".encode()


def said(node: str, predicate: str = "urn:colour", value: str = '"red"') -> bytes:
    return f"<urn:{node}> <{predicate}> {value} .".encode()


def test_an_attribute_goes_to_what_specializes_it_and_on():
    lines = [special("b", "a"), special("c", "b"), said("a")]

    assert inherited(lines) == {said("b"), said("c")}


def test_nothing_goes_up_and_what_is_said_already_is_not_inferred():
    assert inherited([special("b", "a"), said("b")]) == set()
    assert inherited([special("b", "a"), said("a"), said("b")]) == set()


def test_relations_and_classes_are_no_attributes_but_values_and_places_are():
    lines = [
        special("b", "a"),
        said("a", PROV + "wasGeneratedBy", "<urn:x>"),
        said("a", TYPE, "<urn:Kind>"),
        said("a", PROV + "value", '"5"'),
        said("a", PROV + "atLocation", "<urn:here>"),
    ]

    assert inherited(lines) == {
        said("b", PROV + "value", '"5"'),
        said("b", PROV + "atLocation", "<urn:here>"),
    }


def test_a_quotation_of_a_statement_is_none():
    quoted = f'"x <{PROV}specializationOf> <urn:a> ."'

    assert inherited([said("b", "urn:quote", quoted), said("a")]) == set()


@given(pairs=st.lists(st.tuples(names, names)), stated=st.sets(names))
def test_to_infer_again_adds_nothing_even_in_a_circle(pairs, stated):
    lines = {*(special(*pair) for pair in pairs), *map(said, stated)}

    once = lines | inherited(lines)

    assert inherited(once) == set()
    assert all(said(specific) in once for specific, general in pairs if said(general) in once)
