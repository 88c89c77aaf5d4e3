"""Whether the syntaxes of one PROV document are read as the same statements.

Two readings agree when they say the same, whatever the order of statements and attributes and
however often one is said. Where they do not, it is asked which of the differences that have a name
must be put right until they do: what no name explains stays unexplained.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias
from xml.etree.ElementTree import ParseError, canonicalize

from cedarprov.errors import BadProv
from cedarprov.model.frozen import Frozen
from cedarprov.model.prov import WITHOUT_IDENTIFIER, Document, Kind, Literal, Name, Value
from cedarprov.rdf.prov.syntax import SUFFIXES, Syntax, read_file

Attributes: TypeAlias = frozenset[tuple[str, Value]]


class Said(Frozen):
    """What one statement says, and in which bundle."""

    bundle: str | None
    kind: Kind
    identifier: str | None
    arguments: tuple[str | None, ...]
    attributes: Attributes


Reading: TypeAlias = frozenset[Said]


class Difference(StrEnum):
    """Why two readings of one document differ."""

    ALTERNATE_ORDER = "alternate-order"
    XML_LITERAL_SPACE = "xml-literal-space"
    ESCAPED_NAMES = "escaped-names"
    NO_BUNDLES = "no-bundles"
    SHARED_NODE = "shared-node"
    SAID_WITH_MORE = "said-with-more"
    MISSING_ARGUMENT = "missing-argument"


MEANING: Final[Mapping[Difference, str]] = {
    Difference.ALTERNATE_ORDER: "the sides of alternateOf stand the other way round; it is "
    "symmetric (PROV-CONSTRAINTS, inference 18)",
    Difference.XML_LITERAL_SPACE: "an XML literal was set out anew with other white space",
    Difference.ESCAPED_NAMES: "the writer escaped local names for XML by underscores, which no "
    "rule of PROV-XML undoes",
    Difference.NO_BUNDLES: "Turtle has no graphs, so that what bundles say stands in the document",
    Difference.SHARED_NODE: "PROV-O has one node for an identifier, so that statements of one "
    "identifier run together",
    Difference.SAID_WITH_MORE: "PROV-O has one triple for a relation of two sides, which another "
    "statement that says more implies",
    Difference.MISSING_ARGUMENT: "PROV-O has no triple for a membership that lacks a side",
}
"""What each difference is."""


def said_by(document: Document) -> Reading:
    """Return what a document says."""
    groups = (
        (None, document.statements),
        *((bundle.identifier, bundle.statements) for bundle in document.bundles),
    )
    return frozenset(
        Said(
            bundle=name,
            kind=statement.kind,
            identifier=statement.identifier,
            arguments=statement.arguments,
            attributes=frozenset(statement.attributes),
        )
        for name, statements in groups
        for statement in statements
    )


def differences(first: Reading, second: Reading, syntax: Syntax) -> tuple[Difference, ...] | None:
    """Return by which differences a reading of a syntax departs from the first, as few as will do.

    None if it departs by something that none of the differences of its syntax is.
    """
    if first == second:
        return ()
    needed = [name for name, (syntaxes, _) in _PUT_RIGHT.items() if syntax in syntaxes]
    if not _agree(first, second, needed):
        return None
    for name in tuple(needed):
        others = [each for each in needed if each is not name]
        if _agree(first, second, others):
            needed = others
    return tuple(needed)


def _agree(first: Reading, second: Reading, names: Iterable[Difference]) -> bool:
    """Tell whether two readings are the same once some differences are put right."""
    for name in names:
        put_right = _PUT_RIGHT[name][1]
        # Only the other writer escaped names; what else is put right is put right on both sides.
        escaped = name is Difference.ESCAPED_NAMES
        first, second = first if escaped else put_right(first), put_right(second)
    return first == second


# -- what puts each difference right --------------------------------------------------------------


def _alternates_sorted(reading: Reading) -> Reading:
    return frozenset(
        _with(each, arguments=tuple(sorted(each.arguments, key=str)))
        if each.kind is Kind.ALTERNATE
        else each
        for each in reading
    )


def _without_space_in_xml(reading: Reading) -> Reading:
    return _valued(reading, _compact)


def _compact(value: Value) -> Value:
    if not isinstance(value, Literal) or not value.datatype.endswith("#XMLLiteral"):
        return value
    try:
        text = canonicalize(f"<x>{value.lexical}</x>", strip_text=True)
    except ParseError:
        return value
    return Literal(lexical=text, datatype=value.datatype)


def _without_underscores(reading: Reading) -> Reading:
    """Undo the escapes by which ProvToolbox makes local names such as XML has.

    One underscore stands before a name that XML would not let begin so, and two stand for one.
    """
    return _named(reading, lambda name: _ESCAPE.sub(r"\1\2", name))


_ESCAPE: Final = re.compile(r"(?<=[/#:])_(_?)|_(_)")


def _without_bundles(reading: Reading) -> Reading:
    return frozenset(_with(each, bundle=None) for each in reading)


def _run_together(reading: Reading) -> Reading:
    """Return one statement for each argument of those of one identifier, with all attributes."""
    together: dict[tuple[str | None, Kind, str], list[Said]] = defaultdict(list)
    for each in reading:
        if each.identifier is not None:
            together[each.bundle, each.kind, each.identifier].append(each)
    found = {each for each in reading if each.identifier is None}
    for group in together.values():
        attributes = frozenset[tuple[str, Value]]().union(*(each.attributes for each in group))
        for place in range(max(len(each.arguments) for each in group)):
            for value in {each.arguments[place] for each in group}:
                alone = tuple(
                    value if here == place else None for here in range(len(group[0].arguments))
                )
                found.add(_with(group[0], arguments=alone, attributes=attributes))
        found.add(
            _with(
                group[0],
                arguments=tuple(None for _ in group[0].arguments),
                attributes=attributes,
            )
        )
    return frozenset(found)


def _without_implied(reading: Reading) -> Reading:
    """Leave out what has no identifier, attributes or further argument if another says more."""
    more = {
        (each.bundle, each.kind, each.arguments[:2])
        for each in reading
        if len(each.arguments) > 1 and not _says_no_more(each)
    }
    return frozenset(
        each
        for each in reading
        if not (_says_no_more(each) and (each.bundle, each.kind, each.arguments[:2]) in more)
    )


def _says_no_more(said: Said) -> bool:
    return said.identifier is None and not said.attributes and not any(said.arguments[2:])


def _without_half_pairs(reading: Reading) -> Reading:
    return frozenset(
        each
        for each in reading
        if each.kind not in WITHOUT_IDENTIFIER or None not in each.arguments[:2]
    )


_RDF: Final = frozenset({Syntax.TURTLE, Syntax.TRIG})
_PUT_RIGHT: Final[Mapping[Difference, tuple[frozenset[Syntax], Callable[[Reading], Reading]]]] = {
    Difference.ALTERNATE_ORDER: (frozenset(Syntax), _alternates_sorted),
    Difference.XML_LITERAL_SPACE: (frozenset({Syntax.XML}), _without_space_in_xml),
    Difference.ESCAPED_NAMES: (frozenset({Syntax.XML}), _without_underscores),
    Difference.NO_BUNDLES: (frozenset({Syntax.TURTLE}), _without_bundles),
    Difference.MISSING_ARGUMENT: (_RDF, _without_half_pairs),
    Difference.SAID_WITH_MORE: (_RDF, _without_implied),
    Difference.SHARED_NODE: (_RDF, _run_together),
}


def _with(
    said: Said,
    *,
    bundle: str | None = "",
    arguments: tuple[str | None, ...] | None = None,
    attributes: Attributes | None = None,
) -> Said:
    return Said(
        bundle=said.bundle if bundle == "" else bundle,
        kind=said.kind,
        identifier=said.identifier,
        arguments=said.arguments if arguments is None else arguments,
        attributes=said.attributes if attributes is None else attributes,
    )


def _valued(reading: Reading, change: Callable[[Value], Value]) -> Reading:
    return frozenset(
        _with(each, attributes=frozenset((key, change(value)) for key, value in each.attributes))
        for each in reading
    )


def _named(reading: Reading, change: Callable[[str], str]) -> Reading:
    def changed(name: str | None) -> str | None:
        return None if name is None else change(name)

    def changed_value(value: Value) -> Value:
        return Name(iri=change(value.iri)) if isinstance(value, Name) else value

    return frozenset(
        Said(
            bundle=changed(each.bundle),
            kind=each.kind,
            identifier=changed(each.identifier),
            arguments=tuple(map(changed, each.arguments)),
            attributes=frozenset(
                (change(key), changed_value(value)) for key, value in each.attributes
            ),
        )
        for each in reading
    )


# -- the suite ------------------------------------------------------------------------------------


class Outcome(Frozen):
    """What became of one file: refused with a reason, or compared with the PROV-N of its case.

    `differences` is None where they differ and no name says why, and where nothing was compared.
    """

    file: Path
    syntax: Syntax
    refused: str = ""
    differences: tuple[Difference, ...] | None = None

    @property
    def verdict(self) -> str:
        """In one word: agrees, differs (by name), unexplained or refused."""
        if self.refused:
            return "refused"
        if self.differences is None:
            return "unexplained"
        return "differs" if self.differences else "agrees"


def compare_suite(folder: Path) -> Iterable[Outcome]:
    """Yield what becomes of each file of a suite that has a folder for each document."""
    for case in sorted(path for path in folder.iterdir() if path.is_dir()):
        yield from compare_case(case)


def compare_case(folder: Path) -> Iterable[Outcome]:
    """Yield what becomes of each file in a folder, which write one document in several syntaxes.

    The first that is read stands for the document; PROV-N comes before all others.
    """
    files = [path for path in sorted(folder.iterdir()) if path.suffix in SUFFIXES]
    first: Reading | None = None
    for path in sorted(files, key=lambda path: tuple(Syntax).index(SUFFIXES[path.suffix])):
        syntax = SUFFIXES[path.suffix]
        try:
            reading = said_by(read_file(path))
        except BadProv as error:
            yield Outcome(file=path, syntax=syntax, refused=error.why)
            continue
        first = reading if first is None else first
        yield Outcome(file=path, syntax=syntax, differences=differences(first, reading, syntax))
