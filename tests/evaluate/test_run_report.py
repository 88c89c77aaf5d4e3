"""Run records as a page: tables, plots, paired verdicts, coverage and risk."""

from __future__ import annotations

import re
from itertools import product
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cedarprov.evaluate.measure import GroupMean, Share
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.paired import Paired, paired
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.report import write_report
from cedarprov.evaluate.report.page import Heading, Paragraph, Table, as_html, as_markdown
from cedarprov.evaluate.report.report import coverage_risk
from cedarprov.evaluate.summary import by_kind, summarise
from cedarprov.model.answer import Status

MEASURES = (Share("right"),)


def outcome(item, arm, *, right, kind="lookup", sure=None):
    return Outcome(
        item=item,
        kind=kind,
        group=item,
        arm=arm,
        expected=Status.ANSWERED,
        given=Status.ANSWERED if right else Status.UNSUPPORTED,
        tallies={"right": Tally(float(right))},
        detail={} if sure is None else {"confidence": sure},
    )


def record(outcomes, name="trial"):
    return RunRecord(
        name=name,
        settings={"dense": False},
        seeds={"bootstrap": 1},
        inputs={"a.md": "sha256:0"},
        versions={},
        outcomes=tuple(outcomes),
        summary=summarise(outcomes, MEASURES, seed=1, resamples=200),
        kinds=by_kind(outcomes, MEASURES, seed=1, resamples=200),
    )


ANSWERS = [
    *(outcome(f"q{n}", "flat", right=n < 4, sure=n / 10) for n in range(8)),
    *(outcome(f"q{n}", "graph", right=n < 6, kind="other", sure=1 - n / 10) for n in range(8)),
]


def test_a_page_holds_each_measure_with_its_interval_and_the_paired_test(tmp_path):
    markdown, html = write_report([record(ANSWERS)], tmp_path)

    text = markdown.read_text()
    assert re.search(r"\| right \| 0\.500 \[0\.\d+, 0\.\d+\] \| 0\.750 \[", text)
    assert "| status | flat, graph | 8 | 0 | 2 | 0.500 |" in text
    figures = re.findall(r"\((\S+\.svg)\)", text)
    assert sorted(figures) == ["1-trial-coverage-risk.svg", "1-trial.svg"]
    assert all((tmp_path / figure).read_text().startswith("<?xml") for figure in figures)
    assert all(f'src="{figure}"' in html.read_text() for figure in figures)


def test_the_same_records_give_the_same_bytes(tmp_path):
    for name in ("one", "other"):
        write_report([record(ANSWERS), record(ANSWERS, "again")], tmp_path / name)

    files = {
        name: {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("one", "other")
    }
    assert files["one"] == files["other"]
    assert len(files["one"]) == 6


def test_a_record_writes_into_its_folder_alone_whatever_it_is_called(tmp_path):
    folder = tmp_path / "in" / "report"
    write_report([record(ANSWERS, "../x/y z"), record(ANSWERS, "n" * 300)], folder)

    assert [*(tmp_path / "in").iterdir()] == [folder]
    assert {path.suffix for path in folder.iterdir()} == {".md", ".html", ".svg"}
    text = (folder / "report.md").read_text()
    figures = re.findall(r"\((\S+\.svg)\)", text)
    assert "1--x-y-z.svg" in figures
    assert all((folder / figure).is_file() for figure in figures)


def test_what_a_record_says_is_shown_as_text_and_never_as_markup():
    blocks = [
        Heading("<script>x</script>"),
        Paragraph("a & b"),
        Table(header=("a|b",), rows=(("<i>",),)),
    ]

    html, markdown = as_html(blocks, "<t>"), as_markdown(blocks)

    assert "<script>" not in html
    assert "<i>" not in html
    assert "a &amp; b" in html
    assert "a\\|b" in markdown


@given(st.integers(0, 12), st.integers(0, 12))
def test_the_p_value_is_the_share_of_equally_likely_splits_as_uneven(one, other):
    pair = Paired(one="a", other="b", only_one=one, only_other=other, items=30)

    splits = (
        [sum(split) for split in product((0, 1), repeat=one + other)] if one + other < 13 else None
    )

    assert 0 < pair.p <= 1
    assert isclose(pair.p, Paired(one="b", other="a", only_one=other, only_other=one, items=30).p)
    if splits is not None:
        low = min(one, other)
        uneven = sum(min(each, one + other - each) <= low for each in splits)
        assert isclose(pair.p, uneven / len(splits))


def test_arms_are_compared_on_the_items_that_both_have():
    outcomes = [
        outcome("q1", "flat", right=True),
        outcome("q2", "flat", right=False),
        outcome("q2", "graph", right=True),
    ]

    [pair] = paired(outcomes)

    assert (pair.items, pair.only_one, pair.only_other) == (1, 0, 1)


def test_repeated_measurements_of_a_claim_count_once():
    def repeats(claim, values):
        return [
            Outcome(item=f"{claim}{n}", kind="", group=claim, arm="a", tallies={"x": Tally(value)})
            for n, value in enumerate(values)
        ]

    groups = [repeats("one", [1, 1, 1, 1]), repeats("other", [0])]
    [once] = [
        summarise(
            [each for group in groups for each in group], [GroupMean("x")], seed=1, resamples=50
        )
    ]

    assert once.measures == {"a.x": 0.5}


def test_the_risk_at_full_coverage_is_the_share_that_is_wrong():
    points = coverage_risk([(0.9, True), (0.8, True), (0.8, False), (0.1, False)])

    assert points == [(0.25, 0.0), (0.75, pytest.approx(1 / 3)), (1.0, 0.5)]
