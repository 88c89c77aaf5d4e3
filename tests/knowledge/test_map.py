"""The answer as a map: exact at every point, without gaps and overlaps, and cheap to draw."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from library import Document, Library
from shelf import UNSHRUNK

import cedarprov
from cedarprov.errors import BadQuestion, UnknownDimension
from cedarprov.knowledge import mapping
from cedarprov.model.answer import Status
from cedarprov.model.time import Certainty
from cedarprov.retrieve.answer_map.told import told_in
from cedarprov.retrieve.pipeline import Retrieval
from cedarprov.retrieve.place import HeldTexts
from cedarprov.retrieve.receipt import to_json
from cedarprov.store.answer_map_record import map_records

QUESTION = "What is the default timeout of the pump?"
RELEASES = ["0.5", "1", "1.5", "2", "2.2", "2.2.7", "2.3", "3", "4"]
DEPLOYMENTS = ["new", "upgrade", "somebody-else"]
DATES = [
    f"{moment}Z"
    for moment in (
        "2019-06-01T00:00:00", "2020-01-01T00:00:00", "2020-12-31T23:59:59", "2021-01-01T00:00:00",
        "2021-06-01T10:00:00", "2022-12-31T23:59:59", "2023-03-03T00:00:00", "2030-01-01T00:00:00",
    )
]  # fmt: skip

sayings = st.sampled_from(
    [
        "The default timeout of the pump is {} seconds.",
        "In new deployments the default timeout of the pump is {} seconds.",
        "Existing deployments keep their default timeout of the pump.",
        "The pump is green.",
    ]
)
scopes = st.sampled_from(
    ["", "release=1", "release=2", "release=2.2", "release=2.x", "release=<3", "release=2..3",
     "release=2 deployment=new", "release=2 deployment=upgrade", "deployment=upgrade",
     "release=any"]
)  # fmt: skip
periods = st.sampled_from(["", "2020/2022", "2021-01-01/..", "../2020", "unknown/2023-03", "2023"])


@st.composite
def documents(draw):
    return [
        Document(
            name=f"works/{draw(st.sampled_from('ab'))}{number}",
            edition=str(number),
            text=f"# Pump\n\n{draw(sayings).format(draw(st.sampled_from([5, 30])))}\n",
            scope=draw(scopes),
            effective=draw(periods),
        )
        for number in range(draw(st.integers(1, 4)))
    ]


def rows_at(drawn, point):
    """The rows of a map in which a point lies."""
    found = [axis.find(point[axis.name]) for axis in drawn.axes]
    return [
        row
        for row in drawn.rows
        if all(at in run for at, run in zip(found, row.slabs, strict=True))
    ]


def asked_at(kb, point):
    """What `ask` says at a point."""
    scope = {name: value for name, value in point.items() if name in {"release", "deployment"}}
    as_of = {"effective": point["effective"]} if "effective" in point else {}
    return kb.ask(QUESTION, scope=scope, as_of=as_of).assessment


@settings(max_examples=40, phases=UNSHRUNK)
@given(documents(), st.data())
def test_the_answer_at_a_point_is_that_of_the_one_row_it_lies_in(tmp_path_factory, put, data):
    with Library(tmp_path_factory.mktemp("map"), *put) as library:
        drawn = library.kb.map(QUESTION, cells=1000)
        axes = {axis.name for axis in drawn.axes}
        points = {"release": RELEASES, "deployment": DEPLOYMENTS, "effective": DATES}
        chosen = {name: data.draw(st.sampled_from(points[name])) for name in sorted(axes)}

        # A version that others are finer than lies in several slabs, and is no point.
        assume(all(axis.find(chosen[axis.name]) is not None for axis in drawn.axes))

        rows = rows_at(drawn, chosen)

        answer = asked_at(library.kb, chosen)
    assert len(rows) == 1, chosen
    assert (rows[0].status, {*rows[0].values}) == (answer.status, {*answer.values}), chosen


@settings(max_examples=25, phases=UNSHRUNK)
@given(documents(), scopes)
def test_the_rows_hold_every_cell_once(tmp_path_factory, put, scope):
    asked = [part for part in scope.split() if part]
    with Library(tmp_path_factory.mktemp("map"), *put) as library:
        drawn = library.kb.map(QUESTION, scope=asked, cells=1000)

    cells = [cell for row in drawn.rows for cell in product(*row.slabs)]
    whole = [*product(*(range(len(axis.slabs)) for axis in drawn.axes))]
    assert sorted(cells) == whole
    assert len(cells) == drawn.cells


def neighbours(axes, one, other):
    """Whether two rows are one box, cut in two on one axis."""
    apart = [at for at in range(len(axes)) if one.slabs[at] != other.slabs[at]]
    if len(apart) != 1:
        return False
    axis, first, last = axes[apart[0]], one.slabs[apart[0]], other.slabs[apart[0]]
    values = all(axis.is_value(at) for at in (*first, *last))
    return values or (first[-1] + 1 == last[0] and axis.slabs[last[0]].joins)


@settings(max_examples=25, phases=UNSHRUNK)
@given(documents())
def test_no_two_rows_could_be_one(tmp_path_factory, put):
    with Library(tmp_path_factory.mktemp("map"), *put) as library:
        drawn = library.kb.map(QUESTION, cells=1000)

    alike = [
        (one.where, other.where)
        for one in drawn.rows
        for other in drawn.rows
        if told_in(one).gist == told_in(other).gist and neighbours(drawn.axes, one, other)
    ]
    assert alike == []


# -- the status read from it ----------------------------------------------------------------------

CEDAR = [
    "What is Cedar's default request timeout?",
    "How many connections to the database does the server keep?",
    "How large may a request body be?",
    "How often is a read tried again that fails?",
    "After how long is a connection closed that nobody has used?",
]


@pytest.fixture(scope="module")
def cedar(root, tmp_path_factory):
    folder = root / "data" / "cedar"
    with cedarprov.create(tmp_path_factory.mktemp("cedar") / "store", dense=False) as kb:
        kb.ingest(folder, manifest=folder / "manifest.toml")
        yield kb


@pytest.mark.parametrize("words", CEDAR)
def test_the_status_read_from_a_map_is_the_one_that_ask_gives(cedar, words):
    answer, drawn = cedar.ask(words), cedar.map(words)

    assert drawn.status is answer.status is Status.NEEDS_SCOPE
    assert drawn.assessment.missing == answer.assessment.missing
    assert {*drawn.assessment.all_values} == {*answer.assessment.all_values}


def test_a_map_under_a_scope_says_what_ask_says_there(cedar):
    for scope in (["release=1"], ["release=2"], ["release=2", "deployment=new"], ["release=3"]):
        answer, drawn = cedar.ask(CEDAR[0], scope=scope), cedar.map(CEDAR[0], scope=scope)

        assert (drawn.status, drawn.assessment.missing, {*drawn.assessment.all_values}) == (
            answer.status, answer.assessment.missing, {*answer.assessment.all_values},
        )  # fmt: skip


def test_every_row_says_where_it_holds_what_holds_and_by_which_words(cedar):
    drawn = cedar.map(CEDAR[0])

    rows = {row.where: row for row in drawn.rows}
    assert rows["release=1"].values == ("30 s",)
    assert rows["deployment=new release=2"].values == ("10 s",)
    [kept] = rows["deployment=upgrade release=2"].citations
    assert kept.exact == "Existing deployments keep their configured request timeout."
    assert (kept.source, kept.label) == ("cedar-upgrade-note", "2")
    assert str(rows["release=1"].origins) == "1"
    assert rows["release=<1"].status is Status.UNSUPPORTED


# -- its axes -------------------------------------------------------------------------------------


def pump(release: str, seconds: int, **options: str) -> Document:
    text = f"# Pump\n\nThe default timeout of the pump is {seconds} seconds.\n"
    scope = options.pop("scope", f"release={release}")
    return Document(name="works/pump", edition=release, text=text, scope=scope, **options)


def test_neighbours_that_agree_are_one_row(tmp_path):
    with Library(tmp_path, pump("1", 30), pump("2", 30), pump("3", 10)) as library:
        drawn = library.kb.map(QUESTION)

    assert [(row.where, row.values) for row in drawn.rows if row.values] == [
        ("release=1..2", ("30 s",)),
        ("release=3", ("10 s",)),
    ]


def test_a_release_that_is_silent_on_the_question_is_told_apart_as_well(tmp_path):
    silent = Document(
        name="works/pump", edition="2", text="# Crane\n\nIt is yellow.\n", scope="release=2"
    )
    with Library(tmp_path, pump("1", 30), silent, pump("3", 10)) as library:
        drawn = library.kb.map(QUESTION)

    [axis] = drawn.axes
    assert [axis.written([at]) for at in range(len(axis.slabs))] == ["<1", "1", "2", "3", ">3"]
    assert [row.where for row in drawn.rows if row.values] == ["release=1", "release=3"]


def test_effective_time_is_cut_where_an_edition_begins_or_ends_to_be_in_force(tmp_path):
    old = pump("1", 30, scope="", effective="2020-01-01/2021-12-31")
    new = pump("2", 10, scope="", effective="2022-01-01/..")
    with Library(tmp_path, old, new) as library:
        drawn = library.kb.map(QUESTION)

    assert [(row.effective, row.values) for row in drawn.rows if row.values] == [
        ("2020-01-01..<2022-01-01", ("30 s",)),
        (">=2022-01-01", ("10 s",)),
    ]
    assert drawn.assessment.missing == ("effective",)


def test_what_is_in_force_from_an_unknown_time_is_possibly_so_everywhere(tmp_path):
    known = pump("1", 30, scope="", effective="2020-01-01/2021-12-31")
    unknown = pump("2", 30, scope="", effective="unknown")
    with Library(tmp_path, known, unknown) as library:
        drawn = library.kb.map(QUESTION)

    [row] = drawn.rows
    assert row.values == ("30 s",)
    assert row.certainty is Certainty.POSSIBLY


def test_the_record_is_cut_where_a_source_was_captured(tmp_path):
    with Library(tmp_path, pump("1", 30, scope="")) as library:
        library.put(Document(name="works/crane", text="# Crane\n\nThe crane is green.\n"))
        library.put(pump("1", 10, scope=""), day="2024-07-01")

        drawn = library.kb.map(QUESTION, over=["record"])

        assert [row.values for row in drawn.rows] == [(), ("30 s",), ("10 s",)]
        for row in drawn.rows:
            for number in row.record.split(".."):
                answer = library.kb.ask(QUESTION, as_of={"record": number.removeprefix(">=")})
                assert answer.assessment.values == row.values


def test_only_the_axes_named_are_told_apart(cedar):
    drawn = cedar.map(CEDAR[0], over=["release"])

    assert [axis.name for axis in drawn.axes] == ["release"]
    assert {row.where: row.missing for row in drawn.rows}["release=2"] == ("deployment",)


def test_an_axis_that_takes_too_many_cells_is_left_whole_and_named(cedar):
    drawn = cedar.map(CEDAR[0], cells=5)

    assert drawn.whole == ("release",)
    assert drawn.cells == 3
    assert any("release is left whole" in notice for notice in drawn.notices)


def test_what_cannot_be_mapped_is_refused(cedar):
    with pytest.raises(UnknownDimension, match="relese"):
        cedar.map(CEDAR[0], over=["relese"])
    with pytest.raises(UnknownDimension):
        cedar.map(CEDAR[0], scope={"relese": "1"})
    with pytest.raises(BadQuestion, match="record ends"):
        cedar.map(CEDAR[0], as_of={"record": "9999"})


# -- work -----------------------------------------------------------------------------------------


class Counted:
    """An index that counts what it is asked."""

    def __init__(self, index):
        self._index = index
        self.asked = []

    def __getattr__(self, name):
        if name in {"lexical", "dense"}:
            self.asked.append(name)
        return getattr(self._index, name)


def test_the_index_is_asked_once_and_every_text_is_read_once(cedar, monkeypatch):
    session, index = cedar._connection.settled()
    counted, read = Counted(index), []
    monkeypatch.setattr(cedar._connection, "settled", lambda _=None: (session, counted))
    take_in = HeldTexts._take_in
    monkeypatch.setattr(
        HeldTexts, "_take_in", lambda self, texts: (read.extend(texts), take_in(self, texts))
    )

    drawn = cedar.map(CEDAR[0])

    assert drawn.cells == 12
    assert sorted(counted.asked) == ["dense", "lexical"]
    assert len(read) == len({*read}) > 0


def test_no_point_is_asked_twice_and_no_more_are_asked_than_there_are_cells(cedar, monkeypatch):
    points = []
    ask = Retrieval.run
    monkeypatch.setattr(
        Retrieval, "run", lambda self: (points.append(str(self._question)), ask(self))[1]
    )

    drawn = cedar.map(CEDAR[0])

    assert len(points) == len({*points}) == drawn.cells + 1


# -- recorded maps --------------------------------------------------------------------------------


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path, pump("1", 30), pump("2", 10)) as library:
        yield library


def test_a_recorded_map_comes_back_word_for_word_and_keeps_no_words_of_the_sources(library):
    drawn = library.kb.map(QUESTION, record=True)

    [found] = mapping.recorded_maps(library.kb._reading(), QUESTION)

    assert found.drawn == drawn
    [kept] = map_records(QUESTION, library.kb._reading())
    assert "The default timeout of the pump is" not in kept.json.replace(QUESTION, "")


def test_a_map_is_a_record_with_a_trail_to_what_it_quotes(library):
    library.kb.map(QUESTION, record=True)

    [found] = mapping.recorded_maps(library.kb._reading(), QUESTION)

    trail = str(library.kb.trail(found.iri))
    assert QUESTION in trail
    assert "30 seconds" in trail
    assert library.kb.verify().ok
    assert library.kb.export("turtle", iri=found.iri)


@pytest.mark.parametrize("scope", [[], ["release=1"], ["release=2"], ["release=9"]])
def test_ask_reads_a_map_and_says_what_it_would_have_said(library, scope):
    library.kb.map(QUESTION, record=True)
    asked = library.kb.ask(QUESTION, scope=scope)

    read = library.kb.ask(QUESTION, scope=scope, use_map=True)

    assert read.receipt.map
    assert (read.status, read.origins) == (asked.status, asked.origins)
    assert read.assessment.missing == asked.assessment.missing
    assert {*read.assessment.all_values} == {*asked.assessment.all_values}
    assert {item.exact for item in read.citations} == {item.exact for item in asked.citations}
    assert library.kb.cite(read, answer=read.text).ok or not read.citations


def test_the_receipt_of_an_answer_from_a_map_replays(library):
    library.kb.map(QUESTION, record=True)
    receipt = library.kb.ask(QUESTION, scope=["release=1"], use_map=True).receipt
    library.put(pump("1", 45), day="2024-07-01")

    assert library.kb.replay(receipt).same
    assert library.kb.replay(to_json(receipt)).same


def test_a_map_serves_until_something_other_than_a_retrieval_is_recorded(library):
    library.kb.map(QUESTION, record=True)
    library.kb.ask(QUESTION, record=True)
    assert library.kb.ask(QUESTION, use_map=True).receipt.map

    library.link("30 seconds", "supports", "10 seconds")

    assert not library.kb.ask(QUESTION, use_map=True).receipt.map


@pytest.mark.parametrize(
    "otherwise",
    [
        {"scope": ["service=a"]},
        {"budget": 50},
        {"arm": "flat"},
        {"as_of": {"published": "2024"}},
        {"as_of": {"effective": "2024"}},
        {"as_of": {"record": "2"}},
    ],
)
def test_a_map_serves_no_question_that_it_was_not_drawn_for(library, otherwise):
    library.kb.map(QUESTION, record=True)

    assert not library.kb.ask(QUESTION, use_map=True, **otherwise).receipt.map


def test_nothing_is_read_from_a_map_unless_it_is_asked_for(library):
    library.kb.map(QUESTION, record=True)

    assert not library.kb.ask(QUESTION).receipt.map
