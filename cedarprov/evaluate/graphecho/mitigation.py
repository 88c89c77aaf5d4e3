"""What is shown of origins before a policy chooses: the four controls of the paper."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from cedarprov.evaluate.graphecho.instance import Instance, Path
from cedarprov.model.frozen import Frozen


class Mitigation(StrEnum):
    """M0 shows sources alone; M1 adds origin labels, M2 an instruction; M3 groups equal paths."""

    M0 = "M0"
    M1 = "M1"
    M2 = "M2"
    M3 = "M3"

    @property
    def shows_labels(self) -> bool:
        """Whether the origin of a node is written on it."""
        return self is not Mitigation.M0

    @property
    def instruction(self) -> str:
        """What the policy is told beside the claim, empty but for M2."""
        return INSTRUCTION if self is Mitigation.M2 else ""


INSTRUCTION: Final = (
    "Count distinct origins, not paths: what repeats an origin adds no corroboration."
)


class Labelling(Frozen):
    """What is held to be known of origins, by path.

    `labels` says which paths are held to share an origin. `sources` names the source that a path
    declares; a path whose link is lost has none.
    """

    labels: Mapping[str, str]
    sources: Mapping[str, str]


class Shown(Frozen):
    """A path as it is laid out; `multiplicity` counts the paths that it stands for."""

    path: Path
    label: str
    source: str
    multiplicity: int = 1


def true_labelling(instance: Instance) -> Labelling:
    """Return the labels of somebody who knows every origin."""
    return Labelling(
        labels={path.identifier: path.origin for path in instance.paths},
        sources={path.identifier: path.source for path in instance.paths},
    )


def shown(
    paths: tuple[Path, ...], labelling: Labelling, mitigation: Mitigation
) -> tuple[Shown, ...]:
    """Return paths as a mitigation shows them; M3 keeps the first of those with one label."""
    laid = [
        Shown(
            path=path,
            label=labelling.labels[path.identifier] if mitigation.shows_labels else "",
            source=labelling.sources.get(path.identifier, ""),
        )
        for path in paths
    ]
    if mitigation is not Mitigation.M3:
        return tuple(laid)
    groups: dict[str, list[Shown]] = {}
    for each in laid:
        groups.setdefault(each.label, []).append(each)
    return tuple(
        Shown(path=first.path, label=first.label, source=first.source, multiplicity=1 + len(others))
        for first, *others in groups.values()
    )
