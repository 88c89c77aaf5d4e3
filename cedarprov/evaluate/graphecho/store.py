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
from typing import TYPE_CHECKING, Final

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

if TYPE_CHECKING:
    from cedarprov.knowledge import Knowledge

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


class InstanceStore:
    """A store that holds instances under some damage, as `instance_store` makes it."""

    def __init__(
        self,
        knowledge: Knowledge,
        observations: Mapping[str, Span],
        claims: Mapping[tuple[str, Stance], str],
        declared: Mapping[str, str],
    ) -> None:
        """Hold an open store.

        `observations` are the spans of paths, `claims` the IRIs of both sides of instances, and
        `declared` the origins that paths declare.
        """
        self._knowledge = knowledge
        self._observations = observations
        self._claims = claims
        self._declared = declared
        self._names = Names(BASE)
        self._shown: dict[str, tuple[str, ...]] = {}
        self._labellings: dict[tuple[str, Knower], Labelling] = {}

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
            span = span_node(self._observations[path.identifier], self._names).value
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
        paths = {
            self._observations[path.identifier].version: path.identifier for path in instance.paths
        }
        found = (
            paths[place.version]
            for record in answer.evidence
            for place in record.places
            if place.version in paths
        )
        return tuple(dict.fromkeys(found))


@contextmanager
def instance_store(instances: Sequence[Instance], damage: Damage) -> Iterator[InstanceStore]:
    """Make a store of instances, let it infer origins, and give it; it is gone afterwards."""
    documents = _documents(instances, damage)
    declared = _declared(instances, damage)
    with TemporaryDirectory() as scratch:
        folder = FilePath(scratch)
        _write(documents, folder)
        with cedarprov.create(folder / "store", base=BASE, dense=False) as kb:
            versions = _ingested(kb, documents, folder)
            observations = _observations(instances, documents, versions)
            kb.add_edges([_link(versions[path], versions[to]) for path, to in declared.items()])
            claims = _claimed(kb, instances, observations)
            kb.infer("origins")
            yield InstanceStore(kb, observations, claims, declared)


def _ingested(
    kb: Knowledge, documents: Mapping[str, _Document], folder: FilePath
) -> dict[str, str]:
    """Take documents in, and return the version of each."""
    kb.ingest(folder / "documents", manifest=folder / "manifest.toml", at=AT)
    editions = {each.name: each.editions[0] for each in kb.sources()}
    return {name: editions[f"documents/{each.place}"].version for name, each in documents.items()}


def _observations(
    instances: Sequence[Instance],
    documents: Mapping[str, _Document],
    versions: Mapping[str, str],
) -> dict[str, Span]:
    """Return the span of what each path observed."""
    found: dict[str, Span] = {}
    for path in (path for instance in instances for path in instance.paths):
        start = documents[path.identifier].text.index(path.evidence)
        found[path.identifier] = Span(
            version=versions[path.identifier],
            start=start,
            end=start + len(path.evidence),
            exact=path.evidence,
        )
    return found


def _link(path: str, origin: str) -> Edge:
    """Return the edge by which a path (its version) declares what it is derived from."""
    return Edge(
        subjects=(path,),
        relation=Relation.DERIVED_FROM,
        object=origin,
        evidence=(Declaration(statement="it tells of this study", agent=CURATOR),),
        standing=Standing.ASSERTED,
        agent=CURATOR,
        at=AT,
    )


def _claimed(
    kb: Knowledge, instances: Sequence[Instance], observations: Mapping[str, Span]
) -> dict[tuple[str, Stance], str]:
    """Record both sides of each instance, and return the IRIs of their claims."""
    sides = {
        (each.identifier, stance): Claim(
            statement=each.claim if stance is Stance.SUPPORT else f"It is false: {each.claim}",
            spans=tuple(observations[path.identifier] for path in found),
        )
        for each in instances
        for stance in Stance
        if (found := [path for path in each.paths if path.stance is stance])
    }
    iris = kb.add_claims(list(sides.values()), agent=CURATOR)
    return dict(zip(sides, iris, strict=True))


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
