"""Every error that cedarprov raises, as one tree.

The axis is what the caller can do about it::

    CedarprovError
    +-- ModelError         a value that cannot be right was about to be made
    +-- InputError         what was given (file, manifest, question, identifier) must be changed
    +-- RefusedError       a rule of the store refuses what was given; nothing was written
    +-- StoreError         the store cannot be used as it is (held, foreign, closed, damaged, full)
    +-- LimitError         the work was stopped at a stated limit

Each class has an `exit_code`, which the command line returns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class CedarprovError(Exception):
    """Something that cedarprov could not do, said in one sentence."""

    exit_code: ClassVar[int] = 2


class ModelError(CedarprovError, ValueError):
    """A value that cannot be right."""


class InputError(CedarprovError):
    """What was given must be changed before it can be used."""


class RefusedError(CedarprovError):
    """A rule of the store refuses what was given; nothing was written."""


class StoreError(CedarprovError):
    """The store cannot be used as it is."""


class LimitError(CedarprovError):
    """The work was stopped at a stated limit."""

    exit_code: ClassVar[int] = 3


# -- values ---------------------------------------------------------------------------------------


class BadSpan(ModelError):
    """A span that does not lie within its text."""

    def __init__(self, start: int, end: int, length: int | None = None) -> None:
        self.start, self.end, self.length = start, end, length
        reach = "" if length is None else f" of a text of {length} code points"
        super().__init__(
            f"the span [{start}, {end}){reach} is not one: give 0 <= start < end <= length"
        )


class BadScope(ModelError):
    """A scope expression that cannot be read."""

    def __init__(self, expression: str, why: str) -> None:
        self.expression, self.why = expression, why
        super().__init__(
            f"the scope {expression!r} cannot be read: {why}; "
            "write dimension=expression, for example release=2.2, release=2.0..2.6 or release=<3.0"
        )


class BadValue(ModelError):
    """A field whose value is outside what its concept allows."""

    def __init__(self, field: str, value: object, allowed: str) -> None:
        self.field, self.value, self.allowed = field, value, allowed
        super().__init__(f"{field} is {value!r}, but it must be {allowed}")


# -- input ----------------------------------------------------------------------------------------


class BadQuestion(InputError):
    """A question that asks nothing, or asks within no budget."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(f"the question cannot be asked: {why}")


class UnknownDimension(InputError):
    """A scope dimension that no edition, edge or claim of the store uses."""

    def __init__(self, dimension: str, known: Sequence[str]) -> None:
        self.dimension, self.known = dimension, tuple(known)
        listed = ", ".join(known) if known else "none is declared yet"
        super().__init__(
            f"the store knows no scope dimension {dimension!r} (known: {listed}); "
            "correct the name or declare it in a manifest"
        )


class UnknownIri(InputError):
    """An identifier that the store does not hold."""

    def __init__(self, iri: str, kind: str = "record") -> None:
        self.iri, self.kind = iri, kind
        super().__init__(f"the store holds no {kind} {iri!r}; see `cedarprov sources` or `query`")


class BadReceipt(InputError):
    """A receipt that cannot be read."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(f"this is no receipt of cedarprov: {why}; give one that `ask` wrote")


class BadMap(InputError):
    """An answer map that cannot be read."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(f"this is no answer map of cedarprov: {why}; give one that it wrote")


class BadQuestions(InputError):
    """A file of saved questions with faults, each with its line."""

    def __init__(self, place: str, faults: Sequence[tuple[int, str]]) -> None:
        self.place, self.faults = place, tuple(faults)
        lines = "\n".join(f"  line {line}: {fault}" for line, fault in faults)
        super().__init__(f"the saved questions {place} have {len(faults)} fault(s):\n{lines}")


class NothingToIngest(InputError):
    """Paths that lead to no file that could be taken in."""

    def __init__(self, paths: Sequence[Path], why: str) -> None:
        self.paths, self.why = tuple(paths), why
        named = ", ".join(str(path) for path in paths)
        super().__init__(f"nothing to ingest in {named}: {why}")


class BadPattern(InputError):
    """A line that should be a pattern of places and is none."""

    def __init__(self, pattern: str, file: str = "", line: int = 1) -> None:
        self.pattern, self.file, self.line = pattern, file, line
        where = f"{file}, line {line}: " if file else ""
        super().__init__(
            f"{where}{pattern!r} is no pattern; write it as in a .gitignore file, "
            "for example drafts/ or *.md"
        )


class BadDate(InputError):
    """A date that has to be known and is not."""

    def __init__(self, written: str, doubt: str) -> None:
        self.written, self.doubt = written, doubt
        super().__init__(
            f"the date {written!r} is {doubt}; "
            "write it as 2024, 2024-03, 2024-03-09 or 2024-03-09T10:00:00Z"
        )


class MissingPath(InputError):
    """A path that leads nowhere."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path} does not exist; correct the path")


class BadJson(InputError):
    """A file that should hold JSON of a stated form and does not."""

    def __init__(self, place: str, why: str) -> None:
        self.place, self.why = place, why
        super().__init__(f"{place} cannot be read as JSON of the form expected: {why}")


class UnknownEncoding(InputError):
    """A character encoding that is not one that text is read in."""

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding
        super().__init__(
            f"{encoding!r} is not a character encoding; "
            "name one that Python knows, for example utf-8, cp1252, utf-16 or shift_jis"
        )


class Undecodable(InputError):
    """Bytes that are no text in the encoding that they are read in."""

    def __init__(self, place: str, encoding: str, offset: int, why: str, advice: str = "") -> None:
        self.place, self.encoding, self.offset, self.why = place, encoding, offset, why
        advice = advice or "declare the encoding of the file in the manifest, or repair the file"
        super().__init__(f"{place} is not {encoding} text at byte {offset} ({why}); {advice}")


class BinaryContent(Undecodable):
    """Bytes that are no text in any encoding."""

    def __init__(self, place: str, encoding: str, offset: int, why: str) -> None:
        advice = "it is binary: take it out of the paths, or give its text in a file of its own"
        super().__init__(place, encoding, offset, why, advice)


class BadManifest(InputError):
    """A manifest with faults, each with its line."""

    def __init__(self, place: str, faults: Sequence[tuple[int, str]]) -> None:
        self.place, self.faults = place, tuple(faults)
        lines = "\n".join(f"  line {line}: {fault}" for line, fault in faults)
        super().__init__(f"the manifest {place} has {len(faults)} fault(s):\n{lines}")


class BadSheet(InputError):
    """A sheet of reviews with faults, each with its line and row; nothing of it was recorded."""

    def __init__(self, place: str, faults: Sequence[tuple[int, int, str]]) -> None:
        self.place, self.faults = place, tuple(faults)
        lines = "\n".join(f"  line {line}, row {row}: {fault}" for line, row, fault in faults)
        super().__init__(
            f"the sheet {place} has {len(faults)} fault(s) and nothing of it was recorded:\n{lines}"
        )


class BadQuery(InputError):
    """SPARQL that cannot be read as a SPARQL 1.1 query."""

    def __init__(self, why: str, line: int | None = None, column: int | None = None) -> None:
        self.why, self.line, self.column = why, line, column
        where = "" if line is None else f" (line {line}, column {column})"
        super().__init__(f"the query is no SPARQL 1.1 query{where}: {why}")


class BadQueryFile(InputError):
    """A query file that breaks the rules for query files."""

    def __init__(self, path: Path, line: int, why: str) -> None:
        self.path, self.line, self.why = path, line, why
        super().__init__(f"the query file {path}, line {line}: {why}")


class BadBinding(InputError):
    """A value that cannot stand for a parameter of a stored query."""

    def __init__(self, query: str, parameter: str, why: str) -> None:
        self.query, self.parameter, self.why = query, parameter, why
        super().__init__(f"the parameter ${parameter} of the query {query} cannot be bound: {why}")


class WrongResultForm(InputError):
    """A query result asked for in a form that its kind of query does not give."""

    def __init__(self, form: str, wanted: str, allowed: str) -> None:
        self.form, self.wanted, self.allowed = form, wanted, allowed
        super().__init__(f"the result of {form} has no {wanted}; it has {allowed}")


class BadAnnotation(InputError):
    """A file of web annotations that the model does not allow; `place` is a path of keys."""

    def __init__(self, place: str, why: str) -> None:
        self.place, self.why = place, why
        where = f"at {place}: " if place else ""
        super().__init__(
            f"the annotations cannot be read: {where}{why}; "
            "correct the file as the Web Annotation Data Model has it"
        )


class BadArchive(InputError):
    """A file that is no archive of ours, or whose content is not what it says of itself."""

    def __init__(self, path: Path, faults: Sequence[str], line: int | None = None) -> None:
        self.path, self.faults, self.line = path, tuple(faults), line
        where = "" if line is None else f", line {line}"
        more = f" (and {len(faults) - 1} more fault(s))" if len(faults) > 1 else ""
        super().__init__(
            f"the archive {path}{where} cannot be used and nothing of it was: {faults[0]}"
            f"{more}; export it again from its store"
        )


class PathTaken(InputError):
    """A path at which something lies that an archive must not replace."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(
            f"{path} is there already and is no archive; name another path, or an empty folder"
        )


class BadKey(InputError):
    """A file that should hold an Ed25519 key in PEM and does not, or does not open."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(
            f"the key {path} cannot be used: {why}; "
            "make one with `openssl genpkey -algorithm ed25519`"
        )


class BadSignature(InputError):
    """A signature that does not hold, or holds for something else."""

    exit_code: ClassVar[int] = 1

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(
            f"the signature {path} proves nothing here: {why}; "
            "ask for a signature of this store, and for the key that made it"
        )


class BadProv(InputError):
    """A file or text that is no PROV document in the syntax that it is read in."""

    def __init__(self, place: str, why: str, line: int | None = None) -> None:
        self.place, self.why, self.line = place, why, line
        where = "" if line is None else f", line {line}"
        super().__init__(
            f"{place}{where}: {why}; correct it, or name the syntax that it is written in"
        )


class BundlesInOneGraph(InputError):
    """A PROV document with bundles that is to be written in a syntax without named graphs."""

    def __init__(self, syntax: str, bundles: int) -> None:
        self.syntax, self.bundles = syntax, bundles
        super().__init__(
            f"the document has {bundles} bundle(s), which {syntax} has no place for; "
            "write TriG or N-Quads"
        )


class BadShapes(InputError):
    """A file or folder of SHACL shapes that nothing can be validated against."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(f"{path} cannot be used as SHACL shapes: {why}; correct it")


class ModelNotFound(InputError):
    """An embedding model that is not on this machine."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"no sentence-transformers model {name!r} is on this machine and none is ever fetched; "
            "name a folder that holds its modules.json, or install cedarprov[dense] for the "
            "default one"
        )


class ChatFailed(InputError):
    """A chat endpoint that gave no answer of the expected form."""

    def __init__(self, base_url: str, why: str, status: int | None = None) -> None:
        self.base_url, self.why, self.status = base_url, why, status
        code = "" if status is None else f", status {status}"
        super().__init__(
            f"the chat endpoint {base_url} gave no answer that can be used ({why}{code}); "
            "check the address, the model, and the key in CEDARPROV_CHAT_KEY"
        )


class UnknownEvaluation(InputError):
    """A name that is no evaluation."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name, self.known = name, tuple(known)
        super().__init__(f"there is no evaluation {name!r}; known are {', '.join(known)}")


class MissingFolder(InputError):
    """An evaluation that reads a folder of data, and none is named."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"the evaluation {name} reads data; name their folder")


class UntakenOption(InputError):
    """An option of an evaluation, by its name on the command line, that it does not take."""

    def __init__(self, option: str, name: str, taken: Sequence[str]) -> None:
        self.option, self.name, self.taken = option, name, tuple(taken)
        known = f"what it takes is {', '.join(taken)}" if taken else "it takes none"
        super().__init__(f"the evaluation {name} does not take {option}: leave it out; {known}")


class MissingNetworks(InputError):
    """An evaluation that lets trained networks walk, and no folder of them is named."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(
            f"the evaluation {name} lets trained networks walk; name the folder of their files, "
            "as in `--networks data/papt`"
        )


class BadEvaluationData(InputError):
    """A file of an evaluation that does not hold what it should."""

    def __init__(self, path: Path, line: int | None, why: str) -> None:
        self.path, self.line, self.why = path, line, why
        where = "" if line is None else f", line {line}"
        super().__init__(f"the evaluation data {path}{where} cannot be used: {why}")


class BadRunRecord(InputError):
    """JSON that is no run record."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(
            f"this is no run record ({why}); give the file that `cedarprov evaluate --json` wrote"
        )


# -- refused --------------------------------------------------------------------------------------


class QuoteNotFound(RefusedError):
    """A quotation that the text does not contain at the place given, or at all."""

    def __init__(self, exact: str, place: str, start: int | None = None) -> None:
        self.exact, self.place, self.start = exact, place, start
        where = "" if start is None else f" at {start}"
        super().__init__(
            f"{place} does not contain {exact!r}{where}; quote the text exactly as it stands"
        )


class AmbiguousQuote(RefusedError):
    """A quotation that occurs more than once."""

    def __init__(self, exact: str, places: Sequence[tuple[int, int]]) -> None:
        self.exact, self.places = exact, tuple(places)
        spans = ", ".join(f"[{start}, {end})" for start, end in places[:10])
        more = f" and {len(places) - 10} more" if len(places) > 10 else ""  # noqa: PLR2004
        super().__init__(
            f"{exact!r} occurs {len(places)} times, at {spans}{more}; "
            "add a prefix or suffix, or give the start"
        )


class ShapeViolation(RefusedError):
    """A batch that breaks one or more SHACL shapes; none of it was written."""

    exit_code: ClassVar[int] = 1

    def __init__(self, findings: Sequence[str]) -> None:
        self.findings = tuple(findings)
        listed = "\n".join(f"  {finding}" for finding in findings[:10])
        more = f"\n  and {len(findings) - 10} more" if len(findings) > 10 else ""  # noqa: PLR2004
        super().__init__(f"the batch was refused, {len(findings)} finding(s):\n{listed}{more}")


class ForbiddenQuery(RefusedError):
    """A query that would write, or would reach out of the store."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(
            f"the query was refused because of {what}: "
            "only SELECT, ASK, CONSTRUCT and DESCRIBE over the store itself are run"
        )


class UnresolvedReference(RefusedError):
    """A reference to a record that neither the batch nor the store describes."""

    def __init__(self, iri: str) -> None:
        self.iri = iri
        super().__init__(
            f"nothing describes {iri}, so nothing can rest on it; "
            "ingest or make that record first, or correct the identifier"
        )


class ArchiveOfAnotherStore(RefusedError):
    """An archive with another base than the store that is to take it in."""

    def __init__(self, path: Path, base: str, expected: str) -> None:
        self.path, self.base, self.expected = path, base, expected
        super().__init__(
            f"the archive {path} is of the store {base} and cannot be joined to {expected}; "
            "import it into an empty store"
        )


class DivergingArchive(RefusedError):
    """An archive whose record differs from the store's in a bundle that both have."""

    def __init__(self, path: Path, sequence: int) -> None:
        self.path, self.sequence = path, sequence
        super().__init__(
            f"the archive {path} and the store differ from bundle {sequence} on, so that neither "
            "continues the other; import it into an empty store"
        )


class SharedText(RefusedError):
    """A purge of what others hold too, which has to be confirmed; nothing was removed."""

    def __init__(self, record: str, shared: Sequence[str]) -> None:
        self.record, self.shared = record, tuple(shared)
        listed = "\n".join(f"  {item}" for item in shared)
        super().__init__(
            f"{record} was not purged, since others hold some of the same:\n{listed}\n"
            "confirm it with --yes to keep what they hold, or with --everywhere to remove the same "
            "bytes from them too"
        )


class NothingToPurge(RefusedError):
    """A purge that would remove nothing."""

    def __init__(self, record: str, why: str) -> None:
        self.record, self.why = record, why
        super().__init__(f"nothing of {record} can be purged: {why}")


class PurgedContent(RefusedError):
    """Bytes that were purged and are about to be taken in again."""

    def __init__(self, place: str, tombstone: str, at: str, reason: str) -> None:
        self.place, self.tombstone, self.at, self.reason = place, tombstone, at, reason
        super().__init__(
            f"{place} has bytes that were purged on {at} ({reason}; see {tombstone}); "
            "leave the file out, or take it in with --restore-purged"
        )


class PurgedDocument(RefusedError):
    """A foreign document whose bytes were purged, and that is about to be quoted again."""

    def __init__(self, place: str, tombstone: str, at: str, reason: str) -> None:
        self.place, self.tombstone, self.at, self.reason = place, tombstone, at, reason
        super().__init__(
            f"{place} has bytes that were purged on {at} ({reason}; see {tombstone}); "
            "leave it out, or import a copy without what must not be kept"
        )


class WrongWeights(RefusedError):
    """Model weights that are not the ones published under their name."""

    def __init__(self, path: Path, found: str, expected: str) -> None:
        self.path, self.found, self.expected = path, found, expected
        super().__init__(
            f"{path} has the SHA-256 digest {found}, not {expected} of the published weights; "
            "install the package again, or name the model by its folder to use it as it is"
        )


# -- store ----------------------------------------------------------------------------------------


class NotAStore(StoreError):
    """A folder that holds no cedarprov store."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(f"{path} is not a cedarprov store: {why}")


class StoreOutdated(StoreError):
    """A store whose folder has an earlier format than this release works on."""

    def __init__(self, path: Path, found: int, wanted: int) -> None:
        self.path, self.found, self.wanted = path, found, wanted
        super().__init__(
            f"the store {path} has format {found} and this release works on format {wanted}; "
            f"run `cedarprov upgrade {path}`"
        )


class StoreExists(StoreError):
    """A folder that already holds something."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path} is not empty; name a new folder, or open it if it is a store")


class FolderNotOurs(InputError):
    """A folder for an export that holds something else."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self.name = path, name
        super().__init__(
            f"{path} holds {name}, which no export wrote; nothing was written: name a new folder, "
            "or one that an earlier export of the same kind filled"
        )


class StoreDamaged(StoreError):
    """A store whose files cannot be used."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(
            f"the store files in {path} cannot be used ({why}); "
            "run `cedarprov restore` with a backup, an export or --from-checkpoint"
        )


class StoreClosed(StoreError):
    """A store that was closed before it was used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"the store {path} is closed; open it again with cedarprov.open")


class StoreLocked(StoreError):
    """A store that another writer holds."""

    exit_code: ClassVar[int] = 4

    def __init__(
        self,
        path: Path,
        *,
        pid: int | None = None,
        host: str = "",
        command: str = "",
        since: str = "",
    ) -> None:
        self.path, self.pid, self.host, self.command, self.since = path, pid, host, command, since
        holder = "a writer that has not given its name yet"
        if pid is not None:
            holder = f"process {pid} on {host} since {since} (`{command}`)"
        super().__init__(
            f"the store {path} is being written by {holder}; "
            "wait until it ends, or send the writes to that process"
        )


class MissingBlob(StoreError):
    """A digest for which the store holds no bytes."""

    def __init__(self, digest: str, path: Path) -> None:
        self.digest, self.path = digest, path
        super().__init__(
            f"the blobs in {path} hold nothing with the digest {digest!r}; "
            "restore the file from a backup or ingest its source again"
        )


class CorruptBlob(StoreError):
    """Bytes that no longer have the digest they are named by."""

    def __init__(self, digest: str, found: str, path: Path) -> None:
        self.digest, self.found, self.path = digest, found, path
        super().__init__(
            f"{path} should have the SHA-256 digest {digest} but has {found}; "
            "restore it from a backup or ingest its source again"
        )


class DiskFull(StoreError):
    """A file that the disk, a quota or a file-size limit left no room for."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(
            f"{path} could not be written ({why}) and nothing of it was kept; "
            "free some space or raise the limit, then run the command again"
        )


class NoCheckpoint(StoreError):
    """A store whose writer has published nothing to read yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path} holds no checkpoint to read; open the store for writing once")


class BadCheckpoint(StoreError):
    """A checkpoint that could not be taken of the store."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(
            f"no checkpoint could be written to {path} ({why}); "
            "what was committed is safe, and opening the store again takes a new one; "
            "if it fails again, files are damaged: run `cedarprov restore`"
        )


class UnexpectedTerm(StoreError):
    """A term in the store that is not of the type a query file declares."""

    def __init__(self, query: str, column: str, term: object, wanted: str) -> None:
        self.query, self.column, self.term, self.wanted = query, column, term, wanted
        super().__init__(
            f"the column ?{column} of the query {query} should be {wanted} but is {term}; "
            "run `cedarprov verify` on the store"
        )


class MissingExtra(StoreError):
    """Something asked for that needs an extra which is not installed."""

    def __init__(self, extra: str, modules: Sequence[str]) -> None:
        self.extra, self.modules = extra, tuple(modules)
        super().__init__(
            f"this needs {', '.join(modules)}, which is not installed: "
            f"install cedarprov[{extra}], or go on without what it adds"
        )


class IndexDamaged(StoreError):
    """A passage index whose files are missing or cannot be read."""

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(
            f"the passage index in {path} cannot be read ({why}); "
            "nothing is lost: it is made anew when the store is next opened for writing"
        )


class IndexNotWritable(StoreError):
    """A passage index that was opened for reading and is asked to change."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"the passage index in {path} is open for reading; open it for writing")


# -- limits ---------------------------------------------------------------------------------------


class QueryTimeout(LimitError):
    """A query that ran longer than its time limit."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(
            f"the query was stopped at its time limit of {seconds:g} s; "
            "bind more of its variables, avoid open-ended paths, or raise the limit"
        )


class TooManyStatements(LimitError):
    """A PROV instance with more statements, given and inferred, than its validation is allowed."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(
            f"the validation was stopped at its limit of {limit} statements, given and inferred, "
            "and says nothing of the document; raise the limit, or validate its bundles apart"
        )


class TooManyRows(LimitError):
    """A query whose result is longer than its row limit."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        super().__init__(
            f"the query was stopped at its limit of {rows} rows and none of them is given; "
            "add a LIMIT to the query, or raise the row limit"
        )


class QueryTooLarge(LimitError):
    """A query whose work or result does not fit into the memory it is allowed."""

    def __init__(self, megabytes: int, why: str) -> None:
        self.megabytes, self.why = megabytes, why
        super().__init__(
            f"the query was stopped at its limit of {megabytes} MiB ({why}); "
            "ask for less at a time, or raise the memory limit"
        )


class CanonicalizationTooCostly(LimitError):
    """A document whose blank nodes are too much alike to be told apart within the bound."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        super().__init__(
            f"telling {nodes} blank nodes apart was stopped at the limit of work (RDFC-1.0, 7); "
            "give the nodes IRIs, or say of each what tells it from the others"
        )


class TooManyLines(LimitError):
    """A file with more lines than are read."""

    def __init__(self, place: str, lines: int, limit: int) -> None:
        self.place, self.lines, self.limit = place, lines, limit
        super().__init__(
            f"{place} has {lines} lines, more than the limit of {limit}; split it into several"
        )


class TermTooLong(LimitError):
    """RDF with a term that is longer than its parser takes."""

    def __init__(self, place: str, limit: int) -> None:
        self.place, self.limit = place, limit
        super().__init__(
            f"{place} holds a text or a name of more than {limit} bytes; "
            "keep long texts in files of their own, and name those"
        )


class FileTooLarge(LimitError):
    """A file that is longer than what is read of its kind."""

    def __init__(self, place: str, limit: int) -> None:
        self.place, self.limit = place, limit
        super().__init__(
            f"{place} is longer than the limit of {limit} bytes; split it into several"
        )
