"""What speaks for one claim: a stretch of text, and the document it stands in."""

from __future__ import annotations

from cedarprov.errors import BadValue
from cedarprov.model.frozen import Frozen


class Witness(Frozen):
    """The evidence that one document gives for one claim.

    `key` names it uniquely among the witnesses of the claim. `content` names the bytes it stands
    in, empty where they are not known. `document` is the whole text around it and `titles` what the
    document and its publisher are called; both may be empty.
    """

    key: str
    text: str
    content: str = ""
    document: str = ""
    titles: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.key:
            raise BadValue("key", self.key, "a name for the witness")
