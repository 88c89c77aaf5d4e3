"""The evaluations from end to end on few claims, through the one harness."""

from __future__ import annotations

import json
from itertools import combinations

import pytest

from cedarprov.errors import MissingFolder
from cedarprov.evaluate import Options, differences, evaluate, evaluate_again
from cedarprov.evaluate.graphecho import damaged, synthetic, transfer
from cedarprov.evaluate.graphecho.claim import Split, claims
from cedarprov.evaluate.graphecho.condition import instances
from cedarprov.evaluate.graphecho.damage import DAMAGES, NONE
from cedarprov.evaluate.graphecho.entrant import ENTRANTS
from cedarprov.evaluate.graphecho.scifact import scientific_claims
from cedarprov.evaluate.graphecho.store import instance_store
from cedarprov.evaluate.paired import paired_by_each
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.summary import summarise

CLAIM = claims(Split.TEST, most=1)[0]


@pytest.fixture(scope="module")
def store():
    with instance_store(instances([CLAIM]), NONE) as made:
        yield made


@pytest.fixture(scope="module")
def outcomes(store):
    return [
        outcome
        for entrant in ENTRANTS
        for outcome in synthetic.claim_outcomes(CLAIM, entrant, store)
    ]


@pytest.fixture(scope="module")
def measures(outcomes):
    return summarise(outcomes, synthetic.MEASURES, seed=1, resamples=10).measures


def test_every_measure_of_the_evaluation_is_measured(measures):
    named = {name.partition(".")[2] for name in measures}

    assert named == {measure.name for measure in synthetic.MEASURES}
    assert {name.partition(".")[0] for name in measures} == {each.name for each in ENTRANTS}


def unchanging(summary):
    """Return the measures that are the same for every claim of a kept record."""
    return {
        name: summary.measures[name]
        for name, (low, high) in summary.intervals.items()
        if low == high
    }


def kept_record(root, name):
    return RunRecord.from_json(json.loads((root / f"data/records/{name}.json").read_text("utf-8")))


def test_what_no_claim_changes_is_as_the_kept_record_has_it(measures, root):
    fixed = unchanging(kept_record(root, "graphecho").summary)

    assert len(fixed) > 500
    assert {name: measures[name] for name in fixed} == pytest.approx(fixed, abs=1e-6)


def test_what_no_claim_changes_under_damage_is_as_the_kept_record_has_it(monkeypatch, root):
    chosen = (NONE, DAMAGES[3])
    monkeypatch.setattr(damaged, "DAMAGES", chosen)
    found = evaluate("graphecho-damage", options=Options(claims=1)).kinds
    record = kept_record(root, "graphecho-damage")

    assert set(record.kinds) > {damage.name for damage in chosen}
    for damage in chosen:
        fixed = unchanging(record.kinds[damage.name])
        assert len(fixed) > 60
        measured = {name: found[damage.name].measures[name] for name in fixed}
        assert measured == pytest.approx(fixed, abs=1e-6)


def test_a_few_arms_are_compared_by_one_verdict_a_claim(outcomes):
    pairs = paired_by_each(outcomes, synthetic.EVALUATION.verdicts)

    found = {(pair.one, pair.other): (pair.only_one, pair.only_other) for pair in pairs}
    few = [each.name for each in ENTRANTS if each in synthetic.SENSITIVE]
    assert [*found] == [*combinations(few, 2)]
    assert {pair.items for pair in pairs} == {1}
    assert found["path-counter/M0", "origin-counter/M1"] == (0, 1)
    assert found["greedy/M3", "origin-counter/M1"] == (0, 0)


def test_the_kept_record_compares_them_on_all_claims_without_its_items(root):
    record = kept_record(root, "graphecho")

    assert record.outcomes == ()
    assert [pair.verdict for pair in record.paired] == ["c2_verdict"] * 10
    assert {pair.items for pair in record.paired} == {200}
    right = record.kinds["C2"].measures
    for pair in record.paired:
        gain = (pair.only_one - pair.only_other) / pair.items
        # All orders of paths agree on these arms, so that the first order is the mean of all.
        assert gain == pytest.approx(
            right[f"{pair.one}.accuracy"] - right[f"{pair.other}.accuracy"]
        )


def test_a_path_counter_answers_to_paths_and_an_origin_counter_to_origins(measures):
    assert measures["path-counter/M0.pme_5"] > 0
    assert measures["path-counter/M0.ise_5"] == 0
    assert measures["path-counter/M0.count_inflation"] == 4
    assert measures["path-counter/M0.support_shift"] == 1
    assert measures["origin-counter/M1.pme_5"] == 0
    assert measures["origin-counter/M1.ise_5"] > 0
    assert measures["origin-counter/M1.pme_over_ise"] == 0
    assert "path-counter/M0.pme_over_ise" not in measures


def test_redundant_support_raises_the_echoes_of_whoever_does_not_see_origins(measures):
    for policy in ("breadth-first", "greedy", "path-counter"):
        assert measures[f"{policy}/M0.ewr_rise"] > 0
    assert measures["origin-counter/M1.ewr_rise"] == 0


def test_the_optimum_has_no_regret_and_no_other_has_less(measures):
    regrets = {name: value for name, value in measures.items() if name.endswith(".regret")}

    assert regrets["optimum.regret"] == 0
    assert min(regrets.values()) == 0
    assert measures["origin-counter/M1.regret"] == pytest.approx(0)


def test_given_the_same_evidence_all_who_do_not_count_multiplicities_judge_alike(measures):
    found = {
        name: value
        for name, value in measures.items()
        if name.endswith(".accuracy_balanced") and name != "path-counter/M3.accuracy_balanced"
    }

    assert len(set(found.values())) == 1


def test_recall_grows_with_the_budget_on_one_graph(measures):
    recall = [measures[f"origin-counter/M1.c3_usr@{budget}"] for budget in synthetic.STOPPING]

    assert recall == sorted(recall)
    assert recall[5] == 1


def test_grouping_never_shows_fewer_echoes_without_its_recall_beside_them(measures):
    for name in measures:
        arm, _, measure = name.partition(".")
        if measure == "ewr":
            assert f"{arm}.usr" in measures


def test_scientific_claims_are_measured_by_stance_and_by_documents(shared):
    chosen = [c for c in scientific_claims(shared / "data" / "scifact") if len(c.evidence) > 3][:1]
    shown = [each for claim in chosen for each in claim.instances()]
    with instance_store(shown, NONE) as made:
        outcomes = [
            outcome
            for entrant in ENTRANTS
            for outcome in transfer.claim_outcomes(chosen[0], entrant, made)
        ]
    found = summarise(outcomes, transfer.EVALUATION.measures, seed=1, resamples=10).measures

    assert {outcome.kind for outcome in outcomes} == {
        "agent", f"static {chosen[0].stance}", f"{len(chosen[0].evidence)} documents",
    }  # fmt: skip
    assert found["path-counter/M0.aligned_pme_5"] > 0
    assert found["path-counter/M0.dpe_5"] == 0
    assert found["origin-counter/M1.dpe_5"] > 0


def test_the_damaged_evaluation_is_recorded_and_runs_again_to_the_same(monkeypatch):
    monkeypatch.setattr(damaged, "DAMAGES", (NONE, DAMAGES[3]))
    options = Options(claims=1)
    record = evaluate("graphecho-damage", options=options)

    written = json.loads(json.dumps(record.to_json()))
    assert written["settings"]["claims"] == 1
    assert differences(evaluate_again(RunRecord.from_json(written)), record) == ()
    assert set(record.kinds) == {"none", "50 % removed"}
    lost = record.kinds["50 % removed"].measures
    assert lost["detected/origin-counter/M1.regret"] <= lost["declared/origin-counter/M1.regret"]
    assert lost["true/origin-counter/M1.regret"] == pytest.approx(0)


def test_an_evaluation_that_reads_data_asks_for_their_folder():
    with pytest.raises(MissingFolder, match="graphecho-scifact"):
        evaluate("graphecho-scifact")
