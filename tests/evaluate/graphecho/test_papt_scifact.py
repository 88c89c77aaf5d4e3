"""Trained networks on scientific claims: which instances are walked, and what is measured there."""

from __future__ import annotations

import json
import shutil
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.errors import BadEvaluationData, MissingNetworks, MissingPath, UntakenOption
from cedarprov.evaluate import Options, RunRecord, differences, evaluate, evaluate_again
from cedarprov.evaluate.graphecho.environment import Stop, Walk, walked
from cedarprov.evaluate.graphecho.graph import graph
from cedarprov.evaluate.graphecho.measure import acquisition
from cedarprov.evaluate.graphecho.mitigation import Mitigation, true_labelling
from cedarprov.evaluate.graphecho.scifact import Evidence, ScientificClaim, scientific_claims
from cedarprov.evaluate.graphecho.synthetic import SEEDS
from cedarprov.evaluate.graphecho.training.features import choices
from cedarprov.evaluate.graphecho.training.kept_network import kept_networks
from cedarprov.evaluate.graphecho.training.network import NetworkPolicy
from cedarprov.evaluate.graphecho.verdict import Stance, Verdict

NAME = "papt-scifact"
NETWORKS = Path(__file__).resolve().parents[3] / "data" / "papt"
FEW = ("full-M0", "full-M1", "untrained-M1", "verdict-only-M1")
SUPPORTED, REFUTED, SEVERAL = "scifact-1", "scifact-2", "scifact-3"


@pytest.fixture(scope="module", autouse=True)
def _one_thread():
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def write_lines(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def evidence(label, *documents):
    return {document: [{"sentences": [0], "label": label}] for document in documents}


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    """Return a folder with a supported claim, a refuted one, and one supported by two documents."""
    folder = tmp_path_factory.mktemp("made-up")
    corpus = [{"doc_id": n, "title": f"Title {n}", "abstract": [f"Found {n}."]} for n in range(3)]
    write_lines(folder / "corpus.jsonl", corpus)
    said = [
        {"id": 1, "claim": "Cedar floats.", "evidence": evidence("SUPPORT", "0")},
        {"id": 2, "claim": "Cedar sinks.", "evidence": evidence("CONTRADICT", "1")},
        {"id": 3, "claim": "Cedar smells.", "evidence": evidence("SUPPORT", "0", "2")},
        {"id": 4, "claim": "Nobody knows.", "evidence": {}},
    ]
    write_lines(folder / "claims_dev.jsonl", said)
    return folder


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """Return a folder with a few of the kept networks."""
    folder = tmp_path_factory.mktemp("few")
    for name in FEW:
        shutil.copy(NETWORKS / f"{name}.json", folder)
    return folder


@pytest.fixture(scope="module")
def record(made_up, few):
    return evaluate(NAME, made_up, Options(networks=few))


def tallied(record, arm, claim, name):
    [found] = [each for each in record.outcomes if (each.arm, each.item) == (arm, claim)]
    return found.tallies[name]


def test_every_instance_is_walked_on_five_orders_by_every_network(record):
    for arm in FEW:
        assert tallied(record, arm, SUPPORTED, "accuracy").of == 3 * SEEDS
        assert tallied(record, arm, REFUTED, "accuracy").of == 3 * SEEDS
        assert tallied(record, arm, SEVERAL, "accuracy").of == 5 * SEEDS


def test_conditions_with_one_document_and_with_several_are_measured_apart(record):
    parts = {
        part: tallied(record, "full-M1", SEVERAL, f"usr@{part}").of
        for part in ("one-document", "1S5P", "several-documents")
    }

    assert parts == {"one-document": 15, "1S5P": 5, "several-documents": 10}
    [single] = [e for e in record.outcomes if (e.arm, e.item) == ("full-M1", SUPPORTED)]
    assert "usr@several-documents" not in single.tallies


def test_supported_and_refuted_claims_are_reported_apart(record):
    assert {kind: found.items for kind, found in record.kinds.items()} == {
        "REFUTE": 1,
        "SUPPORT": 2,
    }


def test_who_learned_to_stop_at_once_and_say_mixed_is_right_on_no_scientific_claim(record):
    found = record.summary.measures

    assert found["verdict-only-M1.walks"] == 0
    assert found["verdict-only-M1.accuracy"] == 0


def test_without_labels_the_full_reward_says_mixed_whatever_it_saw(made_up):
    [network] = [network for each, network in kept_networks(NETWORKS) if each.name == "full-M0"]
    for claim in scientific_claims(made_up):
        for shown, seed in product(claim.instances(), range(SEEDS)):
            laid = graph(shown, true_labelling(shown), mitigation=Mitigation.M0, seed=seed)
            trace = walked(laid, NetworkPolicy(network))
            assert trace.acquired
            assert trace.judgement.verdict is Verdict.MIXED


def test_the_full_reward_is_contrasted_with_others_under_the_same_mitigation_alone(record):
    contrasts = [arm for arm in record.arms if " minus " in arm]

    assert contrasts == ["full-M1 minus untrained-M1", "full-M1 minus verdict-only-M1"]
    for contrast in contrasts:
        one, _, other = contrast.partition(" minus ")
        for measure in ("accuracy", "usr", "walks", "reward", "accuracy@1S5P"):
            values = record.summary.measures
            difference = values[f"{one}.{measure}"] - values[f"{other}.{measure}"]
            assert values[f"{contrast}.{measure}"] == pytest.approx(difference, abs=2e-6)


def test_what_is_read_is_named_by_its_digest_networks_too(record):
    networks = {f"{name}.json" for name in FEW}
    assert {*record.inputs} == {"claims_dev.jsonl", "corpus.jsonl"} | networks


def test_a_record_is_checked_with_the_networks_that_are_named(record, made_up, few, tmp_path):
    written = json.loads(json.dumps(record.to_json()))
    del written["items"]
    read = RunRecord.from_json(written)
    assert differences(read, evaluate_again(read, made_up, Options(networks=few))) == ()

    shutil.copy(NETWORKS / "untrained-M0.json", tmp_path / "full-M1.json")
    found = differences(read, evaluate_again(read, made_up, Options(networks=tmp_path)))
    assert any(line.startswith("inputs/full-M1.json") for line in found)


def test_the_networks_have_to_be_named(made_up, tmp_path):
    with pytest.raises(MissingNetworks, match="--networks"):
        evaluate(NAME, made_up)
    with pytest.raises(MissingPath, match="nowhere"):
        evaluate(NAME, made_up, Options(networks=tmp_path / "nowhere"))


def test_a_folder_without_networks_is_named(made_up, tmp_path):
    with pytest.raises(BadEvaluationData, match="no file of a network"):
        evaluate(NAME, made_up, Options(networks=tmp_path))


def test_networks_in_a_second_folder_are_refused_where_those_of_the_first_walk(few):
    with pytest.raises(UntakenOption, match="papt does not take --networks"):
        evaluate("papt", few, Options(claims=1, networks=few))


# -- whoever walks --------------------------------------------------------------------------------


def claim_of(documents, stance):
    return ScientificClaim(
        identifier="scifact-0",
        text="Cedar floats.",
        evidence=tuple(
            Evidence(document=f"{n}", title="T", stance=stance, rationales=((0,),), record=f"R{n}.")
            for n in range(documents)
        ),
    )


NUMBERS = st.integers(1, 5)


@st.composite
def traces(draw, documents=NUMBERS):
    """Draw an instance and a walk on its graph, any that can be chosen."""
    claim = claim_of(draw(documents), draw(st.sampled_from(Stance)))
    shown = draw(st.sampled_from([*claim.instances()]))
    laid = graph(
        shown,
        true_labelling(shown),
        mitigation=draw(st.sampled_from(Mitigation)),
        seed=draw(st.integers(0, SEEDS - 1)),
    )

    def policy(view):
        found = choices(view)
        return found[draw(st.integers(0, len(found) - 1))].action

    return shown, walked(laid, policy)


@given(traces(documents=st.just(1)))
def test_with_one_document_any_evidence_is_full_recall_and_all_after_the_first_an_echo(drawn):
    shown, trace = drawn
    met = acquisition(trace, shown)

    assert met.unique_source_recall == float(met.visits > 0)
    assert met.echoes == max(0, met.visits - 1)
    assert met.echo_walk_rate <= max(0, met.attempts - 1) / max(1, met.attempts)


@given(traces())
def test_no_walk_meets_more_documents_than_there_are(drawn):
    shown, trace = drawn
    met = acquisition(trace, shown)

    assert met.reachable == int(shown.condition.partition("S")[0])
    assert met.distinct + met.echoes == met.visits <= met.attempts
    assert 0 <= met.unique_source_recall <= 1


@given(st.integers(1, 5), st.sampled_from(Mitigation), st.integers(0, 4), st.data())
def test_who_walks_to_one_observation_and_stops_repeats_nothing(documents, mitigation, seed, data):
    claim = claim_of(documents, Stance.SUPPORT)
    shown = data.draw(st.sampled_from([*claim.instances()]))
    laid = graph(shown, true_labelling(shown), mitigation=mitigation, seed=seed)

    def policy(view):
        found = choices(view)
        if view.seen:
            return next(each.action for each in found if isinstance(each.action, Stop))
        return data.draw(st.sampled_from([e.action for e in found if isinstance(e.action, Walk)]))

    met = acquisition(walked(laid, policy), shown)

    assert met.echo_walk_rate == 0
    assert met.unique_source_recall == 1 / len(shown.origins)


# -- the claims of SciFact ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(shared_scifact, few):
    return evaluate(NAME, shared_scifact, Options(networks=few))


@pytest.fixture(scope="module")
def shared_scifact(request):
    return request.getfixturevalue("shared") / "data" / "scifact"


def test_all_584_instances_are_walked(whole):
    for arm in FEW:
        walks = [each.tallies["walks"].of for each in whole.outcomes if each.arm == arm]
        assert (len(walks), sum(walks)) == (188, 584 * SEEDS)


def test_recall_among_several_documents_is_that_of_ten_claims(whole):
    name = "usr@several-documents"
    walks = [e.tallies[name].of for e in whole.outcomes if e.arm == "full-M1" and name in e.tallies]

    assert walks == [2 * SEEDS] * 10


def test_claims_of_one_stance_with_as_many_documents_are_walked_alike(whole):
    single = [each for each in whole.outcomes if "usr@several-documents" not in each.tallies]
    found = {(each.arm, each.kind): each.tallies for each in single}

    assert len(found) == 2 * len(whole.arms)
    assert all(each.tallies == found[each.arm, each.kind] for each in single)


def test_the_page_beside_the_paper_says_what_the_record_holds(root):
    page = (root / "docs" / "explanation" / "graphecho.md").read_text("utf-8")
    [row] = [line for line in page.splitlines() if "the trained policy on SciFact" in line]
    recorded = json.loads((root / "data" / "records" / f"{NAME}.json").read_text("utf-8"))

    for mitigation, said in (("M1", "with labels"), ("M0", "without")):
        name = f"full-{mitigation} minus untrained-{mitigation}.accuracy@one-document"
        value = f"{100 * recorded['measures'][name]:+.1f}"
        assert f"{value} {said}" in row


def test_networks_are_compared_by_one_verdict_a_claim_and_contrasts_are_not(record):
    arms = {arm for pair in record.paired for arm in (pair.one, pair.other)}
    verdicts = {
        (each.arm, each.item): each.tallies["verdict"]
        for each in record.outcomes
        if "verdict" in each.tallies
    }

    assert arms == {*FEW}
    assert len(record.paired) == len(FEW) * (len(FEW) - 1) // 2
    assert {tally.of for tally in verdicts.values()} == {1}
    assert {pair.items for pair in record.paired} == {3}


def test_the_kept_record_is_what_is_measured(whole, root):
    kept_record = json.loads((root / "data" / "records" / f"{NAME}.json").read_text("utf-8"))
    recorded = RunRecord.from_json(kept_record)
    arms = {*whole.arms}

    assert {arm for arm in arms if " minus " not in arm} == {*FEW}
    for name, digest in whole.inputs.items():
        assert recorded.inputs[name] == digest
    for part in ("measures", "intervals"):
        measured, kept_part = getattr(whole.summary, part), getattr(recorded.summary, part)
        assert measured == {
            name: value for name, value in kept_part.items() if name.partition(".")[0] in arms
        }
    assert {*whole.paired} < {*recorded.paired}


def test_the_kept_record_is_of_all_kept_networks(root):
    recorded = json.loads((root / "data" / "records" / f"{NAME}.json").read_text("utf-8"))

    assert {f"{each.name}.json" for each, _ in kept_networks(NETWORKS)} < {*recorded["inputs"]}
