"""An instance: a claim with the paths that are shown of it, each from an origin to the claim."""

from __future__ import annotations

from collections.abc import Iterable

from cedarprov.errors import BadValue
from cedarprov.evaluate.graphecho.verdict import Stance, Verdict, balance
from cedarprov.model.frozen import Frozen


class Path(Frozen):
    """One route from a source by a representation and an observation to the claim.

    `origin` names the atom of evidence that it goes back to, `source` how that is called,
    `representation` the kind of text it is told in. `evidence` is the wording that bears on the
    claim; `record` is what the source tells of itself, which every path of the atom repeats.
    """

    identifier: str
    origin: str
    source: str
    stance: Stance
    representation: str
    evidence: str
    record: str = ""


class Instance(Frozen):
    """A claim in one condition; `claim_id` names the claim in all of its conditions."""

    claim_id: str
    claim: str
    condition: str
    paths: tuple[Path, ...]

    def __post_init__(self) -> None:
        names = [path.identifier for path in self.paths]
        if not names or len({*names}) != len(names):
            raise BadValue("paths", names, "one path or more, each with a name of its own")

    @property
    def identifier(self) -> str:
        """The name of the instance."""
        return f"{self.claim_id}/{self.condition}"

    @property
    def origins(self) -> dict[str, Stance]:
        """The stance of every distinct origin."""
        return {path.origin: path.stance for path in self.paths}

    def count(self, stance: Stance, origins: Iterable[str] | None = None) -> int:
        """Return how many origins have a stance, of all or of some."""
        among = self.origins.keys() if origins is None else {*origins}
        return sum(said is stance for origin, said in self.origins.items() if origin in among)

    @property
    def verdict(self) -> Verdict:
        """The verdict by the balance of distinct origins."""
        return balance(self.count(Stance.SUPPORT), self.count(Stance.REFUTE))
