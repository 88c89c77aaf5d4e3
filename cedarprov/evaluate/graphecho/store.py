"""Instances in a store: their paths and sources as documents, and what it finds of their origins.

A source is a document, a path another that is derived from it, its observation a span. Each side of
an instance is a claim that resolves to the observations of its paths; the origins of a path are
those that the store counts behind that claim. A path is found by its condition, which is its scope.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path as FilePath
from tempfile import TemporaryDirectory
from typing import Final, Self

import cedarprov
from cedarprov.evaluate.graphecho.damage import Damage, declared_sources, told
from cedarprov.evaluate.graphecho.instance import Instance, Path
from cedarprov.evaluate.graphecho.mitigation import Labelling
from cedarprov.evaluate.graphecho.verdict import Stance
from cedarprov.model.edge import Agent, Claim, Declaration, Edge, Relation, Standing
from cedarprov.model.frozen import Frozen
from cedarprov.model.passage import Span
from cedarprov.rdf.naming import Names
from cedarprov.rdf.passage import span_node

BASE: Final = "urn:cedarprov:graphecho:"
AT: Final = datetime(2026, 9, 17, tzinfo=UTC)
CURATOR: Final = Agent(name="GraphEcho")
DIMENSION: Final = "condition"
WORDS: Final = 400


class Knower(StrEnum):
    """Who says which paths share an origin.

    `declared`: the links that the record asserts. `by-rule`: with them, the inferred links that
    score high. `detected`: with them, every inferred link.
    """

    TRUE = "true"
    DECLARED = "declared"
    BY_RULE = "by-rule"
    DETECTED = "detected"


class Kept:
    """A store that holds instances under some damage; `close` it when it is no longer asked."""

    def __init__(self, instances: Sequence[Instance], folder: FilePath, damage: Damage) -> None:
        """Make the store in a folder that does not exist yet, and let it infer origins."""
        documents = _documents(instances, damage)
        _write(documents, folder)
        self._names = Names(BASE)
        self._knowledge = cedarprov.create(folder / "store", base=BASE, dense=False)
        self._knowledge.ingest(folder / "documents", manifest=folder / "manifest.toml", at=AT)
        editions = {each.name: each.editions[0] for each in self._knowledge.sources()}
        self._versions = {
            name: editions[f"documents/{each.place}"].version for name, each in documents.items()
        }
        self._texts = {name: each.text for name, each in documents.items()}
        self._declared = _declared(instances, damage)
        self._knowledge.add_edges([self._link(*pair) for pair in self._declared.items()])
        self._claims = self._claimed(instances)
        self._knowledge.infer("origins")
        self._shown: dict[str, tuple[str, ...]] = {}
        self._labellings: dict[tuple[str, Knower], Labelling] = {}

    def _link(self, path: str, origin: str) -> Edge:
        """Return the edge by which a path declares what it is derived from."""
        return Edge(
            subjects=(self._versions[path],),
            relation=Relation.DERIVED_FROM,
            object=self._versions[origin],
            evidence=(Declaration(statement="it tells of this study", agent=CURATOR),),
            standing=Standing.ASSERTED,
            agent=CURATOR,
            at=AT,
        )

    def _claimed(self, instances: Sequence[Instance]) -> dict[tuple[str, Stance], str]:
        """Record both sides of each instance, and return the IRIs of their claims."""
        sides = {
            (each.identifier, stance): Claim(
                statement=each.claim if stance is Stance.SUPPORT else f"It is false: {each.claim}",
                spans=tuple(self._observation(path) for path in found),
            )
            for each in instances
            for stance in Stance
            if (found := [path for path in each.paths if path.stance is stance])
        }
        iris = self._knowledge.add_claims(list(sides.values()), agent=CURATOR)
        return dict(zip(sides, iris, strict=True))

    def _observation(self, path: Path) -> Span:
        start = self._texts[path.identifier].index(path.evidence)
        return Span(
            version=self._versions[path.identifier],
            start=start,
            end=start + len(path.evidence),
            exact=path.evidence,
        )

    def labelling(self, instance: Instance, knower: Knower) -> Labelling:
        """Return which paths of an instance share an origin, as the store has it."""
        key = instance.identifier, knower
        if key not in self._labellings:
            self._labellings[key] = self._labelled(instance, knower)
        return self._labellings[key]

    def _labelled(self, instance: Instance, knower: Knower) -> Labelling:
        if knower is Knower.TRUE:
            labels = {path.identifier: path.origin for path in instance.paths}
        else:
            labels = dict(self._labels(instance, knower))
        declared = {
            path.identifier: self._declared[path.identifier]
            for path in instance.paths
            if path.identifier in self._declared
        }
        return Labelling(labels=labels, sources=declared)

    def _labels(self, instance: Instance, knower: Knower) -> Iterator[tuple[str, str]]:
        groups: dict[str, str] = {}
        for stance in Stance:
            if (claim := self._claims.get((instance.identifier, stance))) is not None:
                found = self._knowledge.origins(claim, by_rule=knower is Knower.BY_RULE).origins
                joined = found.perhaps if knower is Knower.DETECTED else found.surely
                for group in joined:
                    groups |= dict.fromkeys(group, group[0])
        for path in instance.paths:
            span = span_node(self._observation(path), self._names).value
            yield path.identifier, groups.get(span, span)

    def shown(self, instance: Instance) -> tuple[str, ...]:
        """Return the paths of an instance that the store shows who asks about its claim, in order.

        What repeats an earlier one stands back for it, as in every answer of the store.
        """
        if instance.identifier not in self._shown:
            self._shown[instance.identifier] = self._asked(instance)
        return self._shown[instance.identifier]

    def _asked(self, instance: Instance) -> tuple[str, ...]:
        answer = self._knowledge.ask(
            instance.claim, scope={DIMENSION: instance.condition}, budget=WORDS
        )
        paths = {self._versions[path.identifier]: path.identifier for path in instance.paths}
        found = (
            paths[place.version]
            for record in answer.evidence
            for place in record.places
            if place.version in paths
        )
        return tuple(dict.fromkeys(found))

    def close(self) -> None:
        """Let go of the store."""
        self._knowledge.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def kept_for_now(instances: Sequence[Instance], damage: Damage) -> Iterator[Kept]:
    """Keep instances in a store that is gone afterwards."""
    with (
        TemporaryDirectory() as scratch,
        Kept(instances, FilePath(scratch, "kept"), damage) as kept,
    ):
        yield kept


# -- documents ------------------------------------------------------------------------------------


class _Document(Frozen):
    """A text, where it is written, and the conditions in which it is shown."""

    place: str
    text: str
    conditions: tuple[str, ...] = ()


def _documents(instances: Sequence[Instance], damage: Damage) -> dict[str, _Document]:
    """Return the documents of paths and sources, by the names of paths and of origins."""
    conditions: dict[str, dict[str, None]] = defaultdict(dict)
    paths: dict[str, Path] = {}
    for instance in instances:
        for path in instance.paths:
            paths[path.identifier] = path
            conditions[path.identifier][instance.condition] = None
    first: dict[str, str] = {}
    found: dict[str, _Document] = {}
    for path in paths.values():
        is_copy = first.setdefault(path.origin, path.identifier) != path.identifier
        shown = tuple(conditions[path.identifier])
        found[path.identifier] = _Document(
            place=f"{'-'.join(shown)}/{path.identifier}.md",
            text=told(path, damage, is_copy=is_copy),
            conditions=shown,
        )
        found[path.origin] = _Document(
            place=f"sources/{path.origin}.md",
            text=f"A record of {path.source}. {path.record}".strip(),
        )
    return found


def _write(documents: Mapping[str, _Document], folder: FilePath) -> None:
    """Write documents below a folder, and a manifest that gives each its scope."""
    scopes: dict[str, tuple[str, ...]] = {}
    for each in documents.values():
        path = folder / "documents" / each.place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(each.text + "\n", encoding="utf-8")
        scopes[path.parent.name] = each.conditions
    entries = (
        f"[[source]]\nmatch = {json.dumps(f'/{place}/*')}\n"
        f"scope = {{ {DIMENSION} = {json.dumps(','.join(conditions))} }}\n"
        for place, conditions in scopes.items()
        if conditions
    )
    (folder / "manifest.toml").write_text("\n".join(entries), encoding="utf-8")


def _declared(instances: Sequence[Instance], damage: Damage) -> dict[str, str]:
    """Return the origin that each path declares; a wrong one is another of the same claim."""
    by_claim: dict[str, dict[str, Path]] = defaultdict(dict)
    for instance in instances:
        by_claim[instance.claim_id] |= {path.identifier: path for path in instance.paths}
    found: dict[str, str] = {}
    for paths in by_claim.values():
        found |= declared_sources(tuple(paths.values()), damage)
    return found
