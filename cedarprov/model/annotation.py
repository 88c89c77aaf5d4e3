"""Web annotations as values (Web Annotation Data Model, W3C Recommendation, 2017).

Names are those of the model: an annotation says its bodies of its targets; a target may be part of
a source, and selectors say which.
"""

from __future__ import annotations

from cedarprov.model.frozen import Frozen
from cedarprov.model.position import PositionUnit


class Selector(Frozen):
    """What picks a part of a source (4.2); `kind` is its type, such as `TextQuoteSelector`.

    Positions run from `start` to before `end` and count `unit`: code points, as the model has it
    of a `TextPositionSelector` (4.2.4), unless the selector says otherwise. One that is only named
    has an `iri`.
    """

    kind: str = ""
    iri: str = ""
    start: int | None = None
    end: int | None = None
    unit: PositionUnit = PositionUnit.CODE_POINT
    exact: str = ""
    prefix: str = ""
    suffix: str = ""
    value: str = ""
    refined_by: tuple[Selector, ...] = ()


class Resource(Frozen):
    """A body or target: a thing with an IRI, a text (`value`), a part of a source, or a choice.

    `items` are those of a Choice, Composite, List or Independents (3.2.7).
    """

    iri: str = ""
    kinds: tuple[str, ...] = ()
    value: str | None = None
    source: str = ""
    selectors: tuple[Selector, ...] = ()
    purposes: tuple[str, ...] = ()
    items: tuple[Resource, ...] = ()


class Annotation(Frozen):
    """One annotation (3.1); `creators` are IRIs, `created` is an xsd:dateTime as written."""

    iri: str
    targets: tuple[Resource, ...]
    bodies: tuple[Resource, ...] = ()
    motivations: tuple[str, ...] = ()
    creators: tuple[str, ...] = ()
    created: str = ""


class Annotations(Frozen):
    """What one file holds; `elsewhere` are pages that it names, which are not fetched (5.1)."""

    annotations: tuple[Annotation, ...] = ()
    elsewhere: tuple[str, ...] = ()
