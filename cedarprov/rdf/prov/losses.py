"""What a syntax of PROV cannot say of a document, by name: nothing is dropped in silence."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from cedarprov.model.frozen import Frozen
from cedarprov.model.prov import Statement


class LossName(StrEnum):
    """The reasons for which a written document says less, or says it otherwise."""

    BLANK_NAME = "blank-name"
    NO_ELEMENT_NAME = "no-element-name"
    UNWRITABLE_TEXT = "unwritable-text"
    XML_LITERAL = "xml-literal"
    NAME_AS_TEXT = "name-as-text"
    LANGUAGE_TAG = "language-tag"
    SHARED_NODE = "shared-node"
    REPEATED = "repeated"
    RESERVED_TERM = "reserved-term"
    RENAMED = "renamed"
    MISSING_ARGUMENT = "missing-argument"
    EMPTY_BUNDLE = "empty-bundle"


MEANING: Final = {
    LossName.BLANK_NAME: "a blank name was written as an IRI, which others could use too",
    LossName.NO_ELEMENT_NAME: "an attribute was left out: no XML element can have its name",
    LossName.UNWRITABLE_TEXT: "a value was left out: it has characters that no XML may hold",
    LossName.XML_LITERAL: "an XML literal was written in its canonical form, or as plain text",
    LossName.NAME_AS_TEXT: "a text with the datatype of names was written as a string",
    LossName.LANGUAGE_TAG: "a language tag was written in lower case, or left out as malformed",
    LossName.SHARED_NODE: "statements of one identifier, or of one mention, share one node",
    LossName.REPEATED: "what was said twice is said once",
    LossName.RESERVED_TERM: "an attribute was left out: PROV-O reads it as another statement",
    LossName.RENAMED: "an attribute will be read under the name that PROV-DM has for it",
    LossName.MISSING_ARGUMENT: "a relation was left out: without both sides it is no triple",
    LossName.EMPTY_BUNDLE: "a bundle was left out: a graph without triples does not exist",
}
"""A sentence for each name."""


class Loss(Frozen):
    """One thing that a written document does not say as it was; `bundle` is where it stood."""

    name: LossName
    statement: Statement | None = None
    bundle: str | None = None


class Written(Frozen):
    """A document in a syntax, and what of it the syntax could not say."""

    data: bytes
    losses: tuple[Loss, ...] = ()
