"""Hypothesis strategies for PROV documents, and how two of them are compared."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st

from cedarprov.model.prov import (
    ARGUMENTS,
    TIMES,
    WITHOUT_IDENTIFIER,
    Bundle,
    Document,
    Kind,
    Literal,
    Name,
    Statement,
)
from cedarprov.rdf.prov.terms import LANGUAGE_STRING, PROV, RDF, RDFS, XSD

ELEMENTS = {Kind.ENTITY, Kind.ACTIVITY, Kind.AGENT}
characters = st.characters(exclude_categories=["Cs"])

# Few of them, so that statements meet; some that only some syntaxes can write as names.
iris = st.sampled_from(
    [
        *(
            f"http://example.org/{local}"
            for local in ("e1", "e2", "a1", "g1", "x.y.", "-1", "2015")
        ),
        *("http://example.org/", "http://example.org/a/b(c)", "http://example.org/q?a=b&c#d:e"),
        *("urn:uuid:55348dff-4fcc-4ac2-ab56-641798c64400", "http://example.org/%7Ename"),
        *(
            "http://other.example/ns#thing",
            "http://other.example/\u6771\u4eac\u00d7",
            "tag:x,2015:y",
        ),
    ]
)
keys = st.one_of(
    iris,
    st.sampled_from(
        [
            *(PROV + name for name in ("type", "label", "location", "role", "value", "used")),
            *(PROV + name for name in ("entity", "hadRole", "atTime", "startedAtTime", "made-up")),
            *(RDF + "type", RDFS + "label"),
        ]
    ),
)
moments = st.sampled_from(
    [
        "2012-03-31T09:21:00.000+01:00",
        "2015-09-09T21:42:16Z",
        "-0044-03-15T12:00:00",
        "2012-03-31T24:00:00",
    ]
)
literals = st.one_of(
    st.builds(lambda text: Literal(lexical=text), st.text(characters, max_size=12)),
    st.builds(
        lambda text, kind: Literal(lexical=text, datatype=kind),
        st.sampled_from(["1", "01.50", " x ", "<a><b></b></a>", "<a/>", "ex:e", "a & b", ""]),
        st.sampled_from(
            [
                *(XSD + name for name in ("int", "double", "boolean", "QName", "anyURI")),
                *(RDF + "XMLLiteral", "http://example.org/type", PROV + "QUALIFIED_NAME"),
            ]
        ),
    ),
    st.builds(
        lambda text, tag: Literal(lexical=text, datatype=LANGUAGE_STRING, language=tag),
        st.text(characters, max_size=6),
        st.sampled_from(["en", "en-GB", "de-1996"]),
    ),
)
classes = st.sampled_from(
    [
        Name(iri=PROV + name)
        for name in ("Entity", "Person", "Plan", "Revision", "Usage", "Bundle", "Influence")
    ]
)
attributes = st.lists(
    st.one_of(
        st.tuples(keys, st.one_of(literals, st.builds(lambda iri: Name(iri=iri), iris))),
        st.tuples(st.just(PROV + "type"), classes),
    ),
    max_size=3,
).map(tuple)


@st.composite
def statements(draw: st.DrawFn) -> Statement:
    """Any statement that PROV-DM allows, and some that miss an argument."""
    kind = draw(st.sampled_from(Kind))
    rare = st.one_of(st.none(), iris)
    arguments = tuple(
        draw(st.one_of(st.none(), moments))
        if name in TIMES
        else draw(iris if place < 2 and draw(st.integers(0, 4)) else rare)
        for place, name in enumerate(ARGUMENTS[kind])
    )
    if kind in WITHOUT_IDENTIFIER:
        return Statement(kind=kind, arguments=arguments)
    identifier = draw(iris if kind in ELEMENTS else rare)
    return Statement(
        kind=kind, identifier=identifier, arguments=arguments, attributes=draw(attributes)
    )


prefixes = st.dictionaries(
    st.sampled_from(["", "ex", "o", "ns1", "xsi", "xsd", "default", "p-1", "\u00e9"]),
    st.sampled_from(
        ["http://example.org/", "http://example.org/a/", "http://other.example/ns#", XSD]
    ),
    max_size=4,
).filter(lambda found: found.get("xsd", XSD) == XSD)
bodies = st.lists(statements(), max_size=6).map(tuple)


@st.composite
def documents(draw: st.DrawFn, bundled: bool = True) -> Document:  # noqa: FBT001, FBT002
    """A document; its bundles have names of their own."""
    names = draw(st.lists(iris, max_size=2, unique=True)) if bundled else []
    return Document(
        statements=draw(bodies),
        bundles=tuple(
            Bundle(identifier=name, statements=draw(bodies), prefixes=draw(prefixes))
            for name in names
        ),
        prefixes=draw(prefixes),
    )


def said(document: Document) -> Counter[object]:
    """What a document says, and how often; the order of statements and attributes says nothing."""
    found: Counter[object] = Counter()
    for name, group in (
        (None, document.statements),
        *((bundle.identifier, bundle.statements) for bundle in document.bundles),
    ):
        found.update(each_said(name, statement) for statement in group)
    return found


def each_said(bundle: str | None, statement: Statement) -> object:
    """What one statement says, and where."""
    return (
        bundle,
        statement.kind,
        statement.identifier,
        statement.arguments,
        frozenset(Counter(statement.attributes).items()),
    )
