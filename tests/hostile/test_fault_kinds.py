"""Kinds of faults that were reported of other tools, on input of many makes."""

from __future__ import annotations

import io
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import NamedNode
from shelf import Shelf, fill

from cedarprov.check.guard import FastGuard
from cedarprov.errors import CedarprovError
from cedarprov.export.archive import ArchiveFormat, write_archive
from cedarprov.ingest.anchor import anchor
from cedarprov.ingest.dates import read_as_of, read_time
from cedarprov.ingest.reader import read_text
from cedarprov.knowledge.audit import archive_faults
from cedarprov.model.prov import Document, Kind, Literal, Name, Statement
from cedarprov.model.time import Certainty, KnownTime, UnknownTime, happened_by
from cedarprov.rdf.prov.syntax import Syntax, read
from cedarprov.rdf.prov.writing import write
from cedarprov.store.adopt import adopt
from cedarprov.store.folder import StoreFolder
from cedarprov.store.session import Session, create

A = "http://example.org/"
TEXTUAL = (Syntax.PROVN, Syntax.JSON, Syntax.TRIG, Syntax.NQUADS)
WRITTEN = (*TEXTUAL, Syntax.XML)
ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
ODD = st.text(
    st.sampled_from("\"'\\\n\r\t\0\a\v\f\x85\u2028\ufeff\uffff{}#$ \U0001f6a8e\u0301"), max_size=12
)


# -- positions ------------------------------------------------------------------------------------


@given(ODD | ANY, ODD.filter(bool) | ANY.filter(bool), ODD | ANY)
def test_a_span_counts_code_points_whatever_stands_before_it(before, quote, after):
    text = read_text((before + quote + after).replace("\0", "").encode()).text
    quote = quote.replace("\0", "").removeprefix("\ufeff")
    with suppress(CedarprovError):  # it is empty, or stands in two places
        start, end = anchor(text, quote)
        assert text[start:end] == quote
        assert end - start == len(quote) == len([*quote])


# -- times ----------------------------------------------------------------------------------------


@pytest.fixture(params=["UTC", "Asia/Kolkata", "America/St_Johns"])
def zone(request, monkeypatch):
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.datetimes(datetime(1900, 1, 2), datetime(2100, 1, 1), timezones=OFFSETS)  # noqa: DTZ001


@settings(max_examples=40)
@given(MOMENTS)
def test_one_instant_written_in_two_zones_is_one_instant(moment):
    here, there = read_time(moment.isoformat()), read_time(moment.astimezone(UTC).isoformat())

    assert isinstance(here, KnownTime)
    assert isinstance(there, KnownTime)
    assert (here.earliest, here.latest) == (there.earliest, there.latest)
    assert here.lexical == moment.isoformat()


@given(MOMENTS, MOMENTS)
def test_a_time_without_a_zone_is_compared_only_where_no_zone_would_matter(one, other):
    unzoned = read_time(one.replace(tzinfo=None).isoformat())
    asked = read_as_of(other.astimezone(UTC).isoformat())
    apart = abs(one.replace(tzinfo=UTC) - other)

    verdict = happened_by(unzoned, asked)

    assert (verdict is Certainty.POSSIBLY) == (apart < timedelta(hours=14)) or apart == timedelta(
        hours=14
    )


WRITTEN_TIMES = [
    *("2024-03-10T01:30:00.250-05:00", "2024-03-10T06:30:00Z", "2024-03-10T06:30:00"),
    *("2024-03-10T06:30:00+00:00", "1999-12-31T24:00:00Z", "2016-12-31T23:59:60Z"),
    *(
        "-0043-03-15T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "12024-01-01T00:00:00Z",
        "1900-02-29T00:00:00Z",
    ),
]


@pytest.mark.parametrize("written", WRITTEN_TIMES)
@pytest.mark.parametrize("syntax", WRITTEN)
def test_a_time_keeps_its_written_form_through_every_syntax_or_is_refused(zone, syntax, written):
    said = Statement(kind=Kind.ACTIVITY, identifier=A + "a", arguments=(written, None))

    with suppress(CedarprovError):
        back = read(write(Document(statements=(said,)), syntax).data, syntax)
        assert [item.arguments for item in back.statements] == [(written, None)], zone


@given(st.integers(-99_999, 99_999), st.integers(0, 13), st.integers(0, 32))
def test_no_year_breaks_a_date_or_becomes_another_one(year, month, day):
    sign, digits = "-" if year < 0 else "", f"{abs(year):04d}"
    written = f"{sign}{digits}-{month:02d}-{day:02d}"

    read_back = read_time(written)

    assert read_back.lexical == written
    if isinstance(read_back, KnownTime):
        assert read_back.earliest.date().isoformat() == written
    else:
        assert isinstance(read_back, UnknownTime)


# -- literals and names ---------------------------------------------------------------------------


@settings(max_examples=60)
@given(ODD | ANY, st.sampled_from(WRITTEN))
def test_a_literal_comes_back_letter_for_letter_or_its_export_is_refused(value, syntax):
    pair = (A + "says", Literal(lexical=value))
    said = Statement(kind=Kind.ENTITY, identifier=A + "e", attributes=(pair,))
    document = Document(statements=(said,))

    try:
        written = write(document, syntax)
    except CedarprovError:
        assert syntax not in TEXTUAL
        return
    back = read(written.data, syntax)
    kept = [value for item in back.statements for value in item.attributes]
    assert kept == [pair] or written.losses, (syntax, written.data)


LOCAL = st.one_of(
    st.sampled_from(
        [
            "a(b)",
            "it's",
            "x,y",
            "k=v",
            "end;",
            "a:b",
            "[z]",
            "-dash",
            "dot.",
            "a/b?c=d",
            "a#b",
            "100%25",
            "%41",
            "A",
            "tail%5C",
            "日本",
            "a--b",
            "..",
            "",
            "café",
        ]
    ),
    st.text(st.sampled_from("ab.-_:;,=()[]'%4125/?#@!$&*+~é日"), max_size=10),
).filter(lambda name: is_iri(A + name))


def is_iri(text: str) -> bool:
    try:
        NamedNode(text)
    except ValueError:
        return False
    return True


@settings(max_examples=80)
@given(LOCAL, LOCAL, st.sampled_from(WRITTEN))
def test_names_come_back_as_the_same_iris_or_are_named_as_lost(name, key, syntax):
    value = Name(iri=A + key)
    said = Statement(kind=Kind.ENTITY, identifier=A + name, attributes=((A + (key or "k"), value),))

    written = write(Document(statements=(said,)), syntax)
    back = read(written.data, syntax)

    kept = [(item.identifier, item.attributes) for item in back.statements]
    assert kept == [(said.identifier, said.attributes)] or written.losses, (syntax, written.data)


@pytest.mark.parametrize("name", ["[z]", "sp ace", "tail\\", "<", "%zz{", "a\nb"])
@pytest.mark.parametrize("syntax", WRITTEN)
def test_a_name_that_is_no_iri_is_refused_by_name_when_written_or_read(name, syntax):
    document = Document(statements=(Statement(kind=Kind.ENTITY, identifier=A + name),))

    with pytest.raises(CedarprovError) as refused:
        read(write(document, syntax).data, syntax)

    assert repr(A + name)[1:-1] in str(refused.value)


# -- loads that fail ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def archived(tmp_path_factory):
    """The bytes of an archive, in both syntaxes."""
    with Shelf(tmp_path_factory.mktemp("archived") / "store") as shelf:
        fill(shelf)
    written = {}
    with Session.reading(StoreFolder.open(shelf.folder.path)) as session:
        for suffix, form in ((".nq", ArchiveFormat.N_QUADS), (".trig", ArchiveFormat.TRIG)):
            output = io.BytesIO()
            write_archive(session, output, form)
            written[suffix] = output.getvalue()
    return written


BROKEN = st.sampled_from([b"", b'<urn:a> <urn:b> "no end', b"\xff", b"\0", b"_:b", b"<urn:a>"])


@settings(max_examples=15)
@given(st.sampled_from([".nq", ".trig"]), st.integers(0, 1_000_000), BROKEN)
def test_an_archive_that_breaks_off_anywhere_leaves_nothing_of_it(
    archived, tmp_path_factory, suffix, at, put
):
    whole = archived[suffix].rstrip()
    place = tmp_path_factory.mktemp("broken")
    file = place / f"archive{suffix}"
    file.write_bytes(whole[: at % (len(whole) - 2)] + put)
    folder = create(place / "store", base="urn:other:")

    guard = FastGuard()
    with pytest.raises(CedarprovError):
        adopt(folder, file, inspect=partial(archive_faults, guard), guard=guard)

    again = StoreFolder.open(folder.path)
    with Session.reading(again) as session:
        assert (again.base, session.sequence) == ("urn:other:", 0)
        assert list(session.store.engine.named_graphs()) == []
    assert list(folder.path.glob(".import-*")) == []
