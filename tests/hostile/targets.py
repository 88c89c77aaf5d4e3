"""What reads input that nobody vouches for, each as a function of bytes.

A target may raise a CedarprovError, which a user is told as one sentence, and nothing else. To
add one is a line in `TARGETS`: its name, the function, some input that is right, and the words of
its language, from which hostile input is put together. `scripts/fuzz` and the tests of this folder
run the same targets.
"""

from __future__ import annotations

import base64
import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pyoxigraph import Literal, NamedNode, RdfFormat, Store
from pyoxigraph import parse as parse_rdf

import cedarprov
from cedarprov.check.guard import FastGuard
from cedarprov.check.prov.validation import validate
from cedarprov.check.signature import signed_head
from cedarprov.errors import BadBinding, CedarprovError
from cedarprov.index.term import terms
from cedarprov.ingest.dates import read_as_of, read_period, read_time
from cedarprov.ingest.front_matter import read_front_matter
from cedarprov.ingest.manifest import load_manifest
from cedarprov.ingest.pattern import place_patterns
from cedarprov.ingest.reader import read_text
from cedarprov.ingest.saved_question import read_questions
from cedarprov.ingest.split import split
from cedarprov.judge.sheet import filled, read_sheet
from cedarprov.knowledge import Knowledge
from cedarprov.knowledge.audit import archive_faults
from cedarprov.model.frozen import Frozen
from cedarprov.model.scope import Scope
from cedarprov.model.source import Markup
from cedarprov.model.time import KnownTime, happened_by
from cedarprov.prose.language import language_of
from cedarprov.prose.language import terms as words_of
from cedarprov.prose.paragraph import directives, paragraphs
from cedarprov.prose.quantity import mentions
from cedarprov.prose.sentence import clauses, sentences
from cedarprov.rdf.annotation import read_annotations
from cedarprov.rdf.canonicalization import canonical_lines
from cedarprov.rdf.guard import check_read_only
from cedarprov.rdf.prov.syntax import Syntax
from cedarprov.rdf.prov.syntax import read as read_prov
from cedarprov.retrieve.answer_map.document import from_json as map_from_json
from cedarprov.retrieve.receipt import from_json as receipt_from_json
from cedarprov.store.adopt import adopt
from cedarprov.store.archive_files import open_files
from cedarprov.store.archive_manifest import file_flaws, listing_flaws, read_manifest
from cedarprov.store.folder import StoreFolder
from cedarprov.store.query import parse
from cedarprov.store.session import create

Run = Callable[[bytes], object]


class Target(Frozen):
    """A function of bytes, right input for it, and the words of its language.

    `is_slow` says that one input takes more than a few milliseconds.
    """

    run: Run
    seeds: tuple[bytes, ...] = ()
    words: tuple[str, ...] = ()
    is_slow: bool = False


def text(read: Callable[[str], object]) -> Run:
    """Return a reader of text as a target: what is no UTF-8 is read as far as it is."""
    return lambda data: read(data.decode("utf-8", "surrogatepass" if _is_wtf8(data) else "ignore"))


def _is_wtf8(data: bytes) -> bool:
    # Lone surrogates reach us from the command line (PEP 383) and from JSON.
    with suppress(UnicodeDecodeError):
        data.decode("utf-8", "surrogatepass")
        return True
    return False


# -- documents ------------------------------------------------------------------------------------

ENCODINGS = (
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-32",
    "cp1252",
    "shift_jis",
    "utf-7",
    "hz",
    "cp037",
)


def document(markup: Markup, data: bytes) -> None:
    """Read bytes as a document; the first one chooses the encoding."""
    encoding = ENCODINGS[data[0] % len(ENCODINGS)] if data[:1] > b"\xf0" else "utf-8"
    read = read_text(data, encoding=encoding).text
    body = read_front_matter(read, place="a.md").body if markup is Markup.MARKDOWN else 0
    pieces = split(read, markup, start=body)
    starts = [piece.start for piece in pieces]
    assert starts == sorted(set(starts))
    assert all(read[piece.start : piece.end].strip() for piece in pieces)
    terms(read)


def manifest(written: str) -> None:
    """Read a manifest, and ask it about some files."""
    read = load_manifest(written, "manifest.toml")
    for place in ("a.md", "docs/2.2/ref/settings.txt", "../outside.md"):
        read.describe(place)
    read.check(["a.md", "docs/2.2/ref/settings.txt"])


def prose(written: str) -> None:
    """Take a text apart as questions and inferences do."""
    language = language_of(written)
    for found in (*paragraphs(written), *sentences(written)):
        assert found is not None
    for sentence in sentences(written):
        clauses(sentence)
    list(directives(written))
    mentions(written, language)
    words_of(written, language)


# -- questions ------------------------------------------------------------------------------------

_ECHO = """# The value given.
# @param $value term any
# @column ?out term same
SELECT ($value AS ?out) {}
"""
_IRI = _ECHO.replace("$value term", "$value iri")


def binding(written: str) -> None:
    """Bind a text as a literal, as one with a language tag, and as an IRI: it comes back or not."""
    echo, iri = (parse("a/b", query, Path("a/b.rq")) for query in (_ECHO, _IRI))
    with suppress(ValueError):  # of pyoxigraph, which makes the terms
        tag, _, rest = written.partition(" ")
        for term in (Literal(written), Literal(rest, language=tag), NamedNode(written)):
            assert _echoed(echo.bind(value=term)) == term
    with suppress(BadBinding):
        assert _echoed(iri.bind(value=written)) == NamedNode(written)


def _echoed(query: str) -> object:
    [solution] = Store().query(query)
    return solution["out"]


def scope(written: str) -> None:
    """Read a scope, and hold it against others."""
    read = Scope.parse(written.splitlines())
    plain = Scope.parse(["release=2.0..3.1", "deployment=new:big"])
    for one, other in ((read, plain), (plain, read), (read, read)):
        one.match(other)
        one.overlaps(other)
    assert Scope.of(read.as_dict()) == read
    read.narrowed(plain)


def date(written: str) -> None:
    """Read a date, and tell whether it was before another."""
    asked = read_as_of("2024-03")
    time = read_time(written)
    happened_by(time, asked)
    if isinstance(time, KnownTime):
        assert time.earliest <= time.latest
    read_period(written)


# -- records --------------------------------------------------------------------------------------


def sheet(data: bytes) -> None:
    """Read a sheet of reviews, of which no record is known."""
    filled(read_sheet(data, "sheet.tsv"), {}, "sheet.tsv")


def of_json(read: Callable[[Mapping[str, Any]], object], written: str) -> None:
    """Read a JSON object as a record of ours."""
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        return
    if isinstance(found, dict):
        read(found)


@cache
def _folder() -> Path:
    place = tempfile.mkdtemp(prefix="cedarprov-hostile-")
    create(Path(place) / "store", base="urn:hostile:")
    return Path(place)


def archive(suffix: str, data: bytes) -> None:
    """Import bytes as an archive: whatever is refused leaves the store as it was."""
    folder = _folder()
    file = folder / f"archive{suffix}"
    file.write_bytes(data)
    guard, store = FastGuard(), StoreFolder.open(folder / "store")
    mark = (folder / "store" / "cedarprov.json").read_bytes()
    try:
        adopt(store, file, inspect=partial(archive_faults, guard), guard=guard)
    except CedarprovError:
        assert (folder / "store" / "cedarprov.json").read_bytes() == mark
        assert not list((folder / "store").glob(".import-*"))
        raise


def packed(name: str, data: bytes) -> None:
    """Look at a zip, or at a folder with one file of that name, as at an archive, and unpack it."""
    folder = _folder() / "packed"
    path = folder.with_suffix(".zip")
    if name:
        path = folder
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    else:
        path.write_bytes(data)
    with open_files(path) as files:
        manifest = read_manifest(files)
        assert all(not name.startswith(("/", "..")) for name in files.sizes)
        [*listing_flaws(files, manifest), *file_flaws(files, manifest.files)]


def envelope(data: bytes) -> None:
    """Read bytes as a signature, and hold it against a key that made none."""
    key = _folder() / "key.pem"
    if not key.exists():
        public = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key()
        key.write_bytes(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    file = _folder() / "signature.json"
    file.write_bytes(data)
    signed_head(file, key)


def canonical(data: bytes) -> None:
    """Name the blank nodes of a dataset; what is no dataset is for the reader to say."""
    with suppress(SyntaxError, ValueError, MemoryError):
        quads = list(parse_rdf(data, format=RdfFormat.N_QUADS))
        lines = canonical_lines(quads)
        assert canonical_lines(reversed(quads)) == lines


def prov(syntax: Syntax, data: bytes) -> None:
    """Read bytes as a PROV document, and hold the constraints against it."""
    validate(read_prov(data, syntax), union=True, limit=2000)


def quoted(data: bytes) -> None:
    """Quote bytes as evidence; the first one chooses the syntax. What is refused adds nothing."""
    syntaxes = list(Syntax)
    file = _folder() / "quoted"
    file.write_bytes(data[1:])
    before = len(_knowledge().quoted())
    try:
        _knowledge().import_(file, syntax=syntaxes[data[0] % len(syntaxes)] if data else "provn")
    except CedarprovError:
        assert len(_knowledge().quoted()) == before
        raise


@cache
def _knowledge() -> Knowledge:
    return cedarprov.create(_folder() / "quoting", dense=False)


# -- all ------------------------------------------------------------------------------------------

_MARKDOWN = (
    *"#>-*+`~|[]()<!&:=\\_\n\r\t",
    "1. ",
    "```",
    "~~~",
    "<!--",
    "-->",
    "[a]: b",
    "---\n",
    "+++\n",
)
_RST = (*"=-~^*`.:|_\n\r\t ", ".. a::", ".. _a:", "::\n", "====\n", "\u2028", "\x85")
_TOML = (
    "[[source]]\n",
    "[a.b]\n",
    *"[]{}=.,\"'#\n\\",
    '"""',
    "'''",
    "match",
    "scope",
    "name",
    "{path}",
    "1979-05-27",
    "inf",
    "0x",
    "**/*",
    "!",
    "[a-",
    "\\u",
)
_YAML = (
    "---\n",
    *"[]{}:,&*!|>%@`\"'#-?\n\t",
    "!!python/object:",
    "<<: *a",
    "&a",
    "name: ",
    "scope: ",
)
_SPARQL = (
    "SELECT * {",
    "}",
    "SERVICE <http://localhost:9/>",
    "LOAD",
    "#",
    "\\u0022",
    "\\U00000053",
    "\r",
    "\n",
    '"',
    "'",
    '"""',
    "'''",
    "<a>",
    "?s ?p ?o",
    "FILTER(",
    ")",
    "FROM <a>",
    "PREFIX a: <b>",
    "BIND(1 AS ?a)",
    "VALUES ?a {",
    "UNION",
    "\\",
    "a:\\~",
    "INSERT DATA {",
    "ASK",
    "<<",
    ">>",
)
_TRIG = (
    "<urn:hostile:graph/index>",
    "<urn:a>",
    "{",
    "}",
    "_:b",
    "[",
    "]",
    "(",
    ")",
    "<<",
    ">>",
    '"',
    '"""',
    "@en",
    "^^",
    ".",
    ";",
    ",",
    "@prefix a: <b> .",
    "@base <../x> .",
    "<../y>",
    "GRAPH",
    "\\u0000",
    "<http://[::1>",
    "<<( <a> <b> <c> )>>",
    "@en--ltr",
    "true",
    "1e9",
    "\n",
    "prov:Bundle",
)
_SCOPE = (
    "release=",
    "deployment=",
    *"<>=.,:!~^*+vx\n ",
    "..",
    "any",
    "2.2",
    "9" * 300,
    "1.0rc1",
    "\u0661",
)
_DATE = (
    *"-/:.,TZ+ ",
    "2024",
    "03",
    "29",
    "60",
    "March",
    "..",
    "n.d.",
    "24:00",
    "0000",
    "9999",
    "\u0662",
)
_SHEET = (
    "record\tkind\trelation\tsubject\tobject\tcontext\tevidence\tscope\tplan\tconfidence\tverdict\treason\tminutes",
    "\t",
    "\n",
    "\r",
    '"',
    "'=1",
    "\ufeff",
    "accepted",
    "nan",
    "inf",
    "1e400",
    "\x00",
)
_SIGNS = ("\x00", "\ufeff", "\ud800", "\u202e", "\u2028", "\U0001f469\u200d", "e\u0301", "\uffff")
_PROSE = (
    "The limit is 40 bar. ",
    "10-20 %",
    "1,000.5",
    "v2.2",
    "`a_b`",
    "not ",
    "since ",
    "e.g. ",
    "\n\n",
    "- ",
    ".. code::\n\n",
    "::",
    "**a**",
    "1/2",
    "9" * 400,
    "1e999",
    "...",
    "(",
    ")",
)
_JSON = (
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"format": 1',
    '"question"',
    "null",
    "1e999",
    "-0",
    '"\\ud800"',
    "true",
)
_RECEIPT = b'{"format": 1, "question": {"words": "a", "scope": {}, "as_of": {}, "sequence": 1}}'
_PROVN = (
    *"()[]{},;=-'%\\\"\n",
    *("document", "endDocument", "bundle a:b", "endBundle", "prefix a <http://a/>", "default <b>"),
    *(
        "entity(a:b)",
        "activity(a:c, 2011-11-16T16:05:00, -)",
        "wasDerivedFrom(",
        "used(a:d; ",
        "a:e",
    ),
    *("[prov:type='a:f']", '"x" %% xsd:int', '"x"@en', "/*", "//", "<http://[::>", "mentionOf("),
)
_XML = (
    *("<prov:document>", "</prov:document>", "<prov:entity prov:id='a:b'/>", "<!DOCTYPE a [", "]>"),
    *("<!ENTITY b SYSTEM 'file:///etc/passwd'>", "<!ENTITY c '&b;&b;&b;'>", "&b;", "&c;", "&#0;"),
    *(
        " xmlns:a='b'",
        " xsi:type='a:b'",
        "<![CDATA[",
        "<?xml version='1.0' encoding='utf-16'?>",
        "<a>",
    ),
)
_PROV_XML = b"""<prov:document xmlns:prov="http://www.w3.org/ns/prov#" xmlns:a="http://a/">
<prov:entity prov:id="a:b"/></prov:document>"""
_PROV_JSON = b"""{"prefix": {"a": "http://a/"},
"entity": {"a:b": {"prov:type": {"$": "c", "lang": "en"}}},
"used": {"_:u": {"prov:activity": "a:c", "prov:entity": "a:b"}}, "bundle": {"a:d": {}}}"""
_JSON_LD = (
    *_JSON,
    '"@context": "http://localhost:9/"',
    '"@context": {}',
    '"@id": "urn:a"',
    '"@import"',
)
_ANNOTATION = b"""{"@context": "http://www.w3.org/ns/anno.jsonld", "id": "urn:a",
"type": "Annotation", "target": {"source": "urn:b", "selector": {"type": "TextPositionSelector",
"start": 1, "end": 2, "unit": "utf16"}}}"""
_ANNOTATIONS = (
    *_JSON,
    *('"@context": "http://localhost:9/"', '"selector": {', '"refinedBy": {', '"items": [', '"id"'),
    *('"start": -1', '"end": 1e3', '"unit": "utf8"', '"type": "Choice"', '"first": {"id": "urn:c"'),
)
_CYCLE = ("_:a <urn:p> _:b .\n", "_:b <urn:p> _:a .\n", "_:c <urn:p> _:c _:a .\n")
_CLIQUE = b"".join(
    b"_:n%d <urn:p> _:n%d .\n" % (one, other) for one in range(8) for other in range(8)
)
_ENVELOPE = json.dumps(
    {
        "payload": base64.b64encode(b'{"_type": "https://in-toto.io/Statement/v1"}').decode(),
        "payloadType": "application/vnd.in-toto+json",
        "signatures": [{"sig": "AAAA", "keyid": ""}],
    }
).encode()
_PACKED = b'{"format": 1, "base": "urn:a:", "sequence": 0, "head": "", "files": []}'
_ZIP = ("PK\x01\x02", "PK\x03\x04", "PK\x05\x06", "manifest.json", "../a", "\x08\x00", "\x00" * 8)


def _zipped(content: bytes) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(zipfile.ZipInfo("manifest.json"), content)
    return output.getvalue()


_QUADS = b'<urn:a> <urn:b> "c"@en <urn:hostile:graph/index> .\n_:b <urn:b> <urn:c> <urn:g> .\n'

TARGETS: Mapping[str, Target] = {
    "markdown": Target(
        run=partial(document, Markup.MARKDOWN),
        seeds=(b"---\nname: a\n---\n# A\n\n- b\n",),
        words=_MARKDOWN,
    ),
    "rst": Target(
        run=partial(document, Markup.RST), seeds=(b"A\n=\n\n.. note:: b\n\n  c\n",), words=_RST
    ),
    "plain": Target(
        run=partial(document, Markup.PLAIN),
        seeds=(b"A.\n\n* b\n* c\n", b"\xff\xfea\0b\0"),
        words=_RST,
    ),
    "front-matter": Target(
        run=text(partial(read_front_matter, place="a.md")),
        seeds=(b"---\nname: a\nscope: {a: 1}\n---\nb\n", b"+++\nname = 'a'\n+++\n"),
        words=(*_YAML, *_TOML),
    ),
    "manifest": Target(
        run=text(manifest),
        seeds=(b'[[source]]\nmatch = "**"\nname = "{path}"\nscope = { release = "2" }\n',),
        words=_TOML,
    ),
    "patterns": Target(
        run=text(lambda lines: place_patterns(lines.splitlines()).match_file("a/b/c.md")),
        seeds=(b"*.md\n!a/\n",),
        words=("*", "**/", "?", "[", "]", "!", "\\", "/", "a", "[[:alpha:]]", "[z-a]", "\n"),
    ),
    "saved-questions": Target(
        run=text(partial(read_questions, place="q.toml")),
        seeds=(b'[[question]]\nid = "a"\nwords = "b?"\nas_of = { published = 2024 }\n',),
        words=(
            "[[question]]\n",
            "id = 'a'\n",
            "words = 'b'\n",
            "budget = 9",
            "expect = ",
            "as_of = {",
            *_TOML,
        ),
    ),
    "binding": Target(
        run=text(binding),
        seeds=(b"en a", b"http://a/b?c#d", b"x> } DROP ALL #"),
        words=(
            '"',
            '"""',
            "\\",
            "\n",
            "\r",
            "$value",
            "?out",
            "{",
            "}",
            "<",
            ">",
            "#",
            "en-",
            "@en",
            "^^",
            "%",
            "http://a/",
            "[::",
            "\\u0022",
        ),
    ),
    "sparql": Target(
        run=text(check_read_only),
        seeds=(b"SELECT * { ?s ?p 'a' }", b"ASK FROM <a> { ?s ?p ?o }"),
        words=_SPARQL,
    ),
    "scope": Target(
        run=text(scope),
        seeds=(b"release=2.0..3.1\ndeployment=a:b,c", b"release=<3.0"),
        words=_SCOPE,
    ),
    "date": Target(
        run=text(date), seeds=(b"2024-03-09T10:00:60Z", b"9 March 2024", b"2024/.."), words=_DATE
    ),
    "prose": Target(
        run=text(prose),
        seeds=(b"The limit is 40 bar, not 50. It applies since 2.2.\n",),
        words=_PROSE,
    ),
    "sheet": Target(run=sheet, seeds=(_SHEET[0].encode() + b"\nurn:a" + b"\t" * 12,), words=_SHEET),
    "receipt": Target(
        run=text(partial(of_json, receipt_from_json)), seeds=(_RECEIPT,), words=_JSON
    ),
    "answer-map": Target(run=text(partial(of_json, map_from_json)), seeds=(_RECEIPT,), words=_JSON),
    "prov-n": Target(
        run=partial(prov, Syntax.PROVN),
        seeds=(b"document prefix a <http://a/> entity(a:b) used(a:u; a:c, a:b, -) endDocument",),
        words=_PROVN,
    ),
    "prov-json": Target(
        run=partial(prov, Syntax.JSON),
        seeds=(_PROV_JSON,),
        words=(*_JSON, '"prefix"', '"entity"', '"$"', '"bundle"', '"_:a"', '"a:b"'),
    ),
    "prov-xml": Target(run=partial(prov, Syntax.XML), seeds=(_PROV_XML,), words=_XML),
    "prov-trig": Target(
        run=partial(prov, Syntax.TRIG),
        seeds=(b"<urn:g> { <urn:a> a <http://www.w3.org/ns/prov#Entity> }",),
        words=_TRIG,
    ),
    "prov-jsonld": Target(
        run=partial(prov, Syntax.JSON_LD),
        seeds=(b'{"@id": "urn:a", "@type": "http://www.w3.org/ns/prov#Entity"}',),
        words=_JSON_LD,
    ),
    "prov-rdfxml": Target(
        run=partial(prov, Syntax.RDF_XML),
        seeds=(b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',),
        words=_XML,
    ),
    "annotation": Target(run=read_annotations, seeds=(_ANNOTATION,), words=_ANNOTATIONS),
    "canonical": Target(run=canonical, seeds=(_CLIQUE, _QUADS), words=(*_CYCLE, *_TRIG)),
    "signature": Target(run=envelope, seeds=(_ENVELOPE,), words=(*_JSON, "payload", "_type", "=")),
    "archive-manifest": Target(
        run=partial(packed, "manifest.json"), seeds=(_PACKED,), words=(*_JSON, '"files"', "../")
    ),
    "archive-zip": Target(run=partial(packed, ""), seeds=(_zipped(_PACKED),), words=_ZIP),
    "archive-trig": Target(
        run=partial(archive, ".trig"),
        seeds=(b"<urn:hostile:graph/index> { <urn:a> <urn:b> 1 . }",),
        words=_TRIG,
        is_slow=True,
    ),
    "quoted": Target(
        run=quoted,
        seeds=(
            b"\x00document prefix a <http://a/> used(a:u; a:c, a:b, -) endDocument",
            b"\x03<urn:a> a <http://www.w3.org/ns/prov#Entity> .",
            b"\x05<urn:a> <http://www.w3.org/ns/prov#used> _:b <urn:hostile:graph/index> .",
        ),
        words=(*_PROVN, *_TRIG),
        is_slow=True,
    ),
    "archive-nquads": Target(
        run=partial(archive, ".nq"), seeds=(_QUADS,), words=_TRIG, is_slow=True
    ),
}
"""The targets by name."""

SIGNS = _SIGNS
"""Characters that any of them may meet."""
