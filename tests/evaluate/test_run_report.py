"""Run records as a page: tables, plots, paired verdicts, coverage and risk."""

from __future__ import annotations

import re

import pytest

from cedarprov.evaluate.measure import GroupMean, Share
from cedarprov.evaluate.outcome import Outcome, Tally
from cedarprov.evaluate.paired import Paired, paired
from cedarprov.evaluate.record import RunRecord
from cedarprov.evaluate.report import write_report
from cedarprov.evaluate.report.page import Heading, Paragraph, Table, as_html, as_markdown
from cedarprov.evaluate.summary import Summary, by_kind, summarise
from cedarprov.model.answer import Status
from cedarprov.model.frozen import replace

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
        paired=paired(outcomes),
    )


ANSWERS = [
    *(outcome(f"q{n}", "flat", right=n < 4, sure=n / 10) for n in range(8)),
    *(outcome(f"q{n}", "graph", right=n < 6, kind="other", sure=1 - n / 10) for n in range(8)),
]


def test_a_page_holds_each_measure_with_its_interval_and_the_paired_test(tmp_path):
    markdown, html = write_report([record(ANSWERS)], tmp_path)

    text = markdown.read_text()
    assert re.search(r"\| right \| 0\.500 \[0\.\d+, 0\.\d+\] \| 0\.750 \[", text)
    assert "| status | flat, graph | 8 | 0 | 2 | 0.500 | 0.500 |" in text
    figures = re.findall(r"\((\S+\.svg)\)", text)
    assert sorted(figures) == ["1-trial-1.svg", "1-trial-coverage-risk.svg"]
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
    assert "1--x-y-z-1.svg" in figures
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


# -- many arms and measures -----------------------------------------------------------------------


def wide(arms, measures):
    """Return a record of some measures of some arms, without items."""
    names = [f"arm-{arm}.measure-{n}" for arm in range(arms) for n in range(measures)]
    summary = Summary(
        items=2,
        measures=dict.fromkeys(names, 0.5),
        intervals=dict.fromkeys(names, (0.25, 0.75)),
    )
    return replace(record([]), summary=summary, kinds={}, paired=())


def size(path):
    """Return how many points wide and tall a plot is."""
    found = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', path.read_text())
    return float(found[1]), float(found[2])


@pytest.mark.parametrize(("arms", "measures"), [(1, 1), (26, 40), (60, 5), (5, 30)])
def test_every_plot_fits_on_a_page_and_shows_every_measure_of_every_arm(tmp_path, arms, measures):
    write_report([wide(arms, measures)], tmp_path)

    plots = sorted(tmp_path.glob("*.svg"))
    assert all(wide <= 8 * 72 and tall <= 10 * 72 for wide, tall in map(size, plots))
    drawn = "".join(plot.read_text() for plot in plots)
    for name in [*(f"arm-{n}" for n in range(arms)), *(f"measure-{n}" for n in range(measures))]:
        assert f">{name}</text>" in drawn


def test_an_evaluation_may_name_what_is_plotted(tmp_path):
    [plotted, left_out] = ["accuracy", "walks"]
    names = {f"cedarprov.{name}": 0.5 for name in (plotted, left_out)}
    summary = Summary(items=1, measures=names, intervals=dict.fromkeys(names, (0.0, 1.0)))

    write_report([replace(wide(1, 1), name="graphecho", summary=summary)], tmp_path)

    drawn = (tmp_path / "1-graphecho-1.svg").read_text()
    assert f">{plotted}</text>" in drawn
    assert f">{left_out}</text>" not in drawn


def test_no_table_has_more_than_eight_arms_side_by_side_and_none_is_lost(tmp_path):
    markdown, _ = write_report([wide(20, 2)], tmp_path)

    headers = [line for line in markdown.read_text().splitlines() if line.startswith("| measure ")]
    assert max(line.count("arm-") for line in headers) == 8
    assert sum(line.count("arm-") for line in headers) == 20


def test_an_arm_that_has_no_measure_of_a_kind_has_no_column_there(tmp_path):
    outcomes = [outcome(f"q{n}", "flat", right=True, kind="one") for n in range(2)]
    outcomes += [outcome(f"p{n}", "graph", right=True, kind="other") for n in range(2)]

    markdown, _ = write_report([record(outcomes)], tmp_path)

    headers = [line for line in markdown.read_text().splitlines() if line.startswith("| measure ")]
    assert headers == ["| measure | flat | graph |", "| measure | flat |", "| measure | graph |"]


# -- comparisons ----------------------------------------------------------------------------------


def pair(one, other, only_one, only_other):
    return Paired(
        verdict="c2", one=one, other=other, only_one=only_one, only_other=only_other, items=99
    )


def test_comparisons_come_from_a_record_without_items_and_are_adjusted_for_all_of_them(tmp_path):
    pairs = (pair("a", "b", 0, 6), pair("a", "c", 0, 0), pair("b", "c", 60, 0))

    markdown, _ = write_report([replace(wide(3, 1), paired=pairs)], tmp_path)

    text = markdown.read_text()
    assert "Comparisons of two arms: 3. Both arms are right on the same items in 1 of them" in text
    assert "| c2 | a, b | 99 | 0 | 6 | 0.031 | 0.062 |" in text
    assert "| c2 | b, c | 99 | 60 | 0 | < 0.001 | < 0.001 |" in text
    assert "a, c" not in text


# -- intervals ------------------------------------------------------------------------------------


def test_what_no_group_varies_is_marked_and_a_single_group_has_no_interval(tmp_path):
    outcomes = [outcome(f"q{n}", "flat", right=True, kind="two") for n in range(2)]
    outcomes += [outcome("q2", "flat", right=True, kind="one")]

    markdown, _ = write_report([record(outcomes)], tmp_path)

    text = markdown.read_text()
    of_one, of_two = text.index("trial: one"), text.index("trial: two")
    assert "| right | 1.000 |" in text[of_one:of_two]
    assert "| right | 1.000† |" in text[of_two:]
    assert "† no spread between groups" in text


# -- selective answering --------------------------------------------------------------------------


def test_what_is_left_unanswered_is_never_covered(tmp_path):
    outcomes = [outcome(f"q{n}", "flat", right=n > 0, sure=0.5) for n in range(4)]
    outcomes += [outcome(f"q{n}", "flat", right=True) for n in range(4, 10)]

    markdown, _ = write_report([record(outcomes)], tmp_path)

    assert "| flat | 10 | 4 | 1 | 0.400 | 0.250 | - | 0.100 |" in markdown.read_text()
