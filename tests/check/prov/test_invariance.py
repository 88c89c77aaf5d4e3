"""What cannot matter to the verdict on a document."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cedarprov.check.prov.validation import validate
from cedarprov.model.frozen import replace
from cedarprov.model.prov import (
    ARGUMENTS,
    TIMES,
    WITHOUT_IDENTIFIER,
    Document,
    Kind,
    Name,
    Statement,
)

PROV = "http://www.w3.org/ns/prov#"
EMPTY = (PROV + "type", Name(iri=PROV + "EmptyCollection"))
OBJECTS = (Kind.ENTITY, Kind.ACTIVITY, Kind.AGENT)

names = st.sampled_from([f"http://example.org/{letter}" for letter in "abcdefgh"])
moments = st.sampled_from(["2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z", "2020-01-01T12:00:00"])


@st.composite
def statements(draw) -> Statement:
    kind = draw(st.sampled_from(Kind))
    identifier = names if kind in OBJECTS else st.none() | names
    return Statement(
        kind=kind,
        identifier=None if kind in WITHOUT_IDENTIFIER else draw(identifier),
        arguments=tuple(
            draw(st.none() | (moments if name in TIMES else names)) for name in ARGUMENTS[kind]
        ),
        attributes=(EMPTY,) if kind is Kind.ENTITY and draw(st.booleans()) else (),
    )


@st.composite
def likely(draw) -> Statement:
    """A statement that keeps to the types of its arguments, so that some documents are valid."""
    entity = st.sampled_from([f"http://example.org/e{n}" for n in range(4)])
    activity = st.sampled_from([f"http://example.org/a{n}" for n in range(3)])
    kind, parts = draw(
        st.sampled_from(
            [
                (Kind.ENTITY, ()),
                (Kind.GENERATION, (entity, st.none() | activity, st.none())),
                (Kind.USAGE, (activity, st.none() | entity, st.none())),
                (Kind.START, (activity, st.none() | entity, st.none() | activity, st.none())),
                (Kind.DERIVATION, (entity, entity, st.none() | activity, st.none(), st.none())),
                (Kind.SPECIALIZATION, (entity, entity)),
                (Kind.ATTRIBUTION, (entity, entity)),
            ]
        )
    )
    return Statement(
        kind=kind,
        identifier=draw(entity) if kind is Kind.ENTITY else None,
        arguments=tuple(draw(part) for part in parts),
    )


documents = st.lists(statements(), max_size=6) | st.lists(likely(), max_size=9)


def is_valid(given_statements) -> bool:
    return validate(Document(statements=tuple(given_statements))).valid


def renamed(statement: Statement) -> Statement:
    """The same statement with every name of ours turned round."""

    def other(name: str | None) -> str | None:
        head, slash, last = (name or "").rpartition("/")
        known = name is not None and head == "http://example.org"
        return f"urn:{last}{slash}x" if known else name

    return replace(
        statement,
        identifier=other(statement.identifier),
        arguments=tuple(other(argument) for argument in statement.arguments),
    )


@given(documents, st.randoms())
def test_the_order_of_statements(given_statements, random):
    shuffled = list(given_statements)
    random.shuffle(shuffled)

    assert is_valid(shuffled) == is_valid(given_statements)


@given(documents)
def test_the_names_of_things(given_statements):
    assert is_valid(map(renamed, given_statements)) == is_valid(given_statements)


@given(documents)
def test_saying_everything_twice_with_its_attributes_apart(given_statements):
    named = [
        each for each in given_statements if each.identifier or each.kind in WITHOUT_IDENTIFIER
    ]
    bare = [replace(each, attributes=()) for each in named]

    assert is_valid([*given_statements, *bare]) == is_valid(given_statements)


@given(documents, statements())
def test_nothing_that_is_added_makes_an_invalid_document_valid(given_statements, added):
    if not is_valid(given_statements):
        assert not is_valid([*given_statements, added])


@given(documents, documents)
def test_documents_that_share_no_name_are_as_valid_together_as_apart(one, other):
    apart = is_valid(one) and is_valid(other)

    assert is_valid([*one, *map(renamed, other)]) == apart
