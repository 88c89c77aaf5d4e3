"""Web annotations read from JSON-LD, by the keys that the Web Annotation Data Model gives them.

The context of the model is known by its name, and no context is ever fetched. Keys that the model
does not have are passed over, as JSON-LD passes over what its context does not name. Numbers in
messages are sections of the model (W3C Recommendation, 2017).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn

from pyoxigraph import NamedNode

from cedarprov.errors import BadAnnotation
from cedarprov.model.annotation import Annotation, Annotations, Resource, Selector
from cedarprov.model.position import PositionUnit

CONTEXT: Final = "http://www.w3.org/ns/anno.jsonld"
COLLECTION: Final = "AnnotationCollection"
PAGE: Final = "AnnotationPage"
ANNOTATION: Final = "Annotation"

_SETS: Final = frozenset({"Choice", "Composite", "List", "Independents"})
_VALUED: Final = frozenset({"FragmentSelector", "CssSelector", "XPathSelector"})
_POSITIONED: Final = frozenset({"TextPositionSelector", "DataPositionSelector"})
_DIRECTIONS: Final = frozenset({"", "ltr", "rtl", "auto"})
# An xsd:dateTime in the one zone that the model allows (3.3.1).
_MOMENT: Final = re.compile(r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_KEYS: Final = frozenset(
    {"id", "type", "body", "bodyValue", "target", "source", "selector", "start", "end", "exact"}
    | {"prefix", "suffix", "value", "items", "first", "next", "last", "refinedBy"}
)


def read_annotations(data: bytes | str) -> Annotations:
    """Return the annotations of a file, which holds one, a page or a collection.

    Raises:
        BadAnnotation: It is no JSON, or the model does not allow what it says.
    """
    try:
        return _document(_Node(json.loads(data, parse_constant=_no_number), ""))
    except RecursionError:
        raise BadAnnotation("", "it is nested too deeply") from None
    except ValueError as error:
        raise BadAnnotation("", f"it is no JSON ({error})") from error


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


class _Node:
    """One object of the file; `place` is the path of keys that leads to it."""

    def __init__(self, data: object, place: str) -> None:
        self.place = place
        if not isinstance(data, Mapping):
            self.refuse("it is no object")
        self._data: Mapping[str, Any] = data

    def refuse(self, why: str, key: str = "") -> NoReturn:
        raise BadAnnotation(".".join(filter(None, (self.place, key))), why)

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def values(self, key: str) -> list[Any]:
        """Return what a key has, of which JSON-LD writes one alone and more as a list."""
        value = self._data.get(key, [])
        return value if isinstance(value, list) else [value]

    def nodes(self, key: str) -> Iterator[str | _Node]:
        """Yield the IRIs and the objects of a key."""
        for value in self.values(key):
            yield self._iri(value, key) if isinstance(value, str) else self.node(value, key)

    def node(self, value: object, key: str) -> _Node:
        if not isinstance(value, Mapping):
            self.refuse(f"{value!r} is neither an IRI nor an object", key)
        return _Node(value, ".".join(filter(None, (self.place, key))))

    def text(self, key: str, *, needed: bool = False) -> str:
        """Return the one string of a key, which is empty where there is none and none is needed."""
        values = self.values(key)
        if len(values) > 1 or (needed and not values):
            self.refuse(f"there must be exactly one, and there are {len(values)}", key)
        if values and not isinstance(values[0], str):
            self.refuse(f"{values[0]!r} is no string", key)
        return values[0] if values else ""

    def count(self, key: str) -> int:
        values = self.values(key)
        if len(values) != 1 or type(values[0]) is not int or values[0] < 0:
            self.refuse("it must be one whole number of 0 or more", key)
        return int(values[0])

    def kinds(self) -> tuple[str, ...]:
        kinds = self.values("type")
        if not all(isinstance(kind, str) for kind in kinds):
            self.refuse("a type is a string", "type")
        return tuple(kinds)

    def iri(self, *, needed: bool = False) -> str:
        """Return the IRI of the object itself."""
        written = self.text("id", needed=needed)
        return self._iri(written, "id") if written else ""

    def iris(self, key: str) -> tuple[str, ...]:
        """Return the IRIs of a key; an object stands for its own."""
        found = (each if isinstance(each, str) else each.iri() for each in self.nodes(key))
        return tuple(iri for iri in found if iri)

    def _iri(self, written: str, key: str) -> str:
        try:
            return NamedNode(written).value
        except ValueError:
            self.refuse(f"{written!r} is no IRI", key)


# -- documents ------------------------------------------------------------------------------------


def _document(node: _Node) -> Annotations:
    contexts = node.values("@context")
    if CONTEXT not in contexts:
        node.refuse(f"{CONTEXT} must be one of its contexts (3.1)", "@context")
    if any(isinstance(each, Mapping) and each.keys() & _KEYS for each in contexts):
        node.refuse("a context gives keys of the model another meaning", "@context")
    if ANNOTATION in node.kinds():
        return Annotations(annotations=(_annotation(node),))
    annotations: list[Annotation] = []
    elsewhere: dict[str, None] = {}
    _take(node, annotations, elsewhere)
    return Annotations(annotations=tuple(annotations), elsewhere=tuple(elsewhere))


def _take(node: _Node, annotations: list[Annotation], elsewhere: dict[str, None]) -> None:
    """Take in a collection with the pages that it holds (5.1), or a page (5.2)."""
    node.iri(needed=True)
    kinds = node.kinds()
    if PAGE in kinds:
        if "items" not in node:
            node.refuse("a page has a list of annotations (5.2)", "items")
        for item in node.nodes("items"):
            if isinstance(item, str):
                elsewhere[item] = None
            else:
                annotations.append(_annotation(item))
    elif COLLECTION not in kinds:
        node.refuse(f"it must have {ANNOTATION}, {COLLECTION} or {PAGE} (3.1, 5.1, 5.2)", "type")
    for key in ("first", "next", "last"):
        for page in node.nodes(key):
            if isinstance(page, str):
                elsewhere[page] = None
            else:
                _take(page, annotations, elsewhere)


def _annotation(node: _Node) -> Annotation:
    iri = node.iri(needed=True)
    if ANNOTATION not in node.kinds():
        node.refuse(f"it must have {ANNOTATION} (3.1)", "type")
    targets = tuple(_resource(each, "target") for each in node.nodes("target"))
    if not targets:
        node.refuse("there must be one or more (3.1)", "target")
    if "body" in node and "bodyValue" in node:
        node.refuse("it may not stand beside body (3.2.5)", "bodyValue")
    bodies = tuple(_resource(each, "body") for each in node.nodes("body"))
    if "bodyValue" in node:
        bodies = (Resource(kinds=("TextualBody",), value=node.text("bodyValue", needed=True)),)
    told = _lifecycle(node)
    return Annotation(
        iri=iri,
        targets=targets,
        bodies=bodies,
        motivations=_words(node, "motivation"),
        creators=node.iris("creator"),
        created=told,
    )


def _lifecycle(node: _Node) -> str:
    """Check what the model says of any resource (3.3), and return when it was created."""
    for key in ("created", "modified", "generated"):
        written = node.text(key)
        if written and not _MOMENT.fullmatch(written):
            node.refuse(f"{written!r} is no xsd:dateTime in UTC, with a Z (3.3.1)", key)
    for key in ("creator", "generator", "audience", "rights", "via", "canonical", "stylesheet"):
        node.iris(key)
    return node.text("created")


def _words(node: _Node, key: str) -> tuple[str, ...]:
    words = node.values(key)
    if not all(isinstance(word, str) for word in words):
        node.refuse("each is a string (3.3.5)", key)
    return tuple(words)


# -- bodies and targets ---------------------------------------------------------------------------


def _resource(given: str | _Node, key: str) -> Resource:
    if isinstance(given, str):
        return Resource(iri=given)
    kinds, iri = given.kinds(), given.iri()
    _lifecycle(given)
    _check_external(given)
    sets = [kind for kind in kinds if kind in _SETS]
    if len(sets) > 1 or ("items" in given) != bool(sets):
        given.refuse("items stand in exactly one of " + ", ".join(sorted(_SETS)) + " (3.2.7)")
    is_text = "TextualBody" in kinds
    is_part = "SpecificResource" in kinds or "source" in given
    if not (iri or is_text or is_part or sets):
        given.refuse(f"the {key} has no id, source, value or items (3.2)")
    sources = given.iris("source")
    if is_part and len(sources) != 1:
        given.refuse(f"there must be exactly one, and there are {len(sources)} (4)", "source")
    return Resource(
        iri=iri,
        kinds=kinds,
        value=given.text("value", needed=is_text) if is_text or "value" in given else None,
        source=sources[0] if is_part else "",
        selectors=tuple(_selector(each) for each in given.nodes("selector")),
        purposes=_words(given, "purpose"),
        items=tuple(_resource(each, key) for each in given.nodes("items")),
    )


def _check_external(node: _Node) -> None:
    """Check what the model says of a resource's form (3.2.2)."""
    for key in ("format", "language"):
        if not all(isinstance(each, str) for each in node.values(key)):
            node.refuse("each is a string (3.2.2)", key)
    node.text("processingLanguage")
    if node.text("textDirection") not in _DIRECTIONS:
        node.refuse("it must be ltr, rtl or auto (3.2.2)", "textDirection")


def _selector(given: str | _Node) -> Selector:
    if isinstance(given, str):
        return Selector(iri=given)
    kinds, iri = given.kinds(), given.iri()
    if not (kinds or iri):
        given.refuse("a selector has a type (4.2)", "type")
    is_quote = "TextQuoteSelector" in kinds
    is_placed = bool(_POSITIONED.intersection(kinds))
    if "RangeSelector" in kinds:
        for key in ("startSelector", "endSelector"):
            if len([_selector(each) for each in given.nodes(key)]) != 1:
                given.refuse("there must be exactly one (4.2.9)", key)
    return Selector(
        kind=kinds[0] if kinds else "",
        iri=iri,
        start=given.count("start") if is_placed else None,
        end=given.count("end") if is_placed else None,
        unit=_unit(given, kinds),
        exact=given.text("exact", needed=is_quote),
        prefix=given.text("prefix"),
        suffix=given.text("suffix"),
        value=given.text("value", needed=bool(_VALUED.intersection(kinds))),
        refined_by=tuple(_selector(each) for each in given.nodes("refinedBy")),
    )


def _unit(selector: _Node, kinds: tuple[str, ...]) -> PositionUnit:
    """Return what positions count: what their kind does in the model, or what a `unit` says.

    The model has no such key, and those who count otherwise write one.
    """
    written = selector.text("unit")
    if not written:
        is_data = "DataPositionSelector" in kinds
        return PositionUnit.UTF8 if is_data else PositionUnit.CODE_POINT
    try:
        return PositionUnit(written)
    except ValueError:
        known = ", ".join(PositionUnit)
        selector.refuse(f"{written!r} is no unit of positions that is known: {known}", "unit")
