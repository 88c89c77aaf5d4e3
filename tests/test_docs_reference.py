"""What the docs list is what the project has: nothing is left out, and nothing is made up."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

import pytest
from pyoxigraph import NamedNode

import cedarprov
from cedarprov import assets, errors
from cedarprov.check.audit import FaultKind
from cedarprov.check.shape import audit_shapes
from cedarprov.knowledge import Knowledge
from cedarprov.model.edge import Relation
from cedarprov.model.question import Clock
from cedarprov.model.receipt import ReasonCode, Step
from cedarprov.rdf import graph
from cedarprov.rdf import vocabulary as v
from cedarprov.store.edge_record import ReviewState

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"
REFERENCE: Final = DOCS / "reference"
# The list of open ends is no page, and empty when there are none.
PAGES: Final = sorted(set(DOCS.rglob("*.md")) - {DOCS / "todo.md"})
DECISIONS: Final = sorted((DOCS / "decisions").glob("*.md"))
CHANGES: Final = [file for file in (ROOT / "changes").glob("*") if file.name != "README.md"]
PARTS: Final = ["Context", "Decision", "Consequences", "What would change our mind"]
CONFIGURED: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT: Final = CONFIGURED["project"]
RENAMED: Final = {
    module: name for name, module in CONFIGURED["tool"]["deptry"]["package_module_name_map"].items()
}


def listed(page: str) -> set[str]:
    """The names in the first column of the tables of a page."""
    lines = (REFERENCE / page).read_text().splitlines()
    return {found[1] for line in lines if (found := re.match(r"\| `([^`]+)` \|", line))}


def subclasses(kind: type) -> set[type]:
    return {kind}.union(*(subclasses(each) for each in kind.__subclasses__()))


# -- pages that are written from what they list ---------------------------------------------------


def test_the_generated_pages_are_what_would_be_written():
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "docs-reference", "--check"],
        check=False,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stderr


def test_every_error_is_documented():
    branches = {errors.CedarprovError, *errors.CedarprovError.__subclasses__()}

    named = {error.__name__ for error in subclasses(errors.CedarprovError) - branches}

    assert listed("errors.md") == named


def test_every_error_of_the_module_is_in_the_tree():
    classes = {item for item in vars(errors).values() if isinstance(item, type)}

    assert {each for each in classes if issubclass(each, BaseException)} == subclasses(
        errors.CedarprovError
    )


def test_every_query_is_documented():
    files = assets.queries().rglob("*.rq")

    names = {file.relative_to(assets.queries()).with_suffix("").as_posix() for file in files}

    assert listed("queries.md") == names


def test_every_shape_is_documented():
    headings = re.findall(r"^## (.+)$", (REFERENCE / "shapes.md").read_text(), re.MULTILINE)

    assert sorted(headings) == sorted(
        re.split(r"[/#]", shape)[-1] for shape in audit_shapes().targets
    )


def test_every_term_is_documented():
    terms = {term.value for term in vars(v).values() if isinstance(term, NamedNode)}

    ours = {term.replace(v.NAMESPACE, "cedar:") for term in terms if term.startswith(v.NAMESPACE)}

    assert listed("terms.md") == ours


# -- lists that are written by hand ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("reference/receipt.md", [*ReasonCode, *Step]),
        ("reference/retrieval.md", [*Clock]),
        ("how-to/ask.md", [*Clock, "record"]),
        ("how-to/claims-and-edges.md", [*Relation]),
    ],
)
def test_every_word_of_a_closed_list_is_explained(page, words):
    text = (DOCS / page).read_text()

    assert [word for word in words if f"`{word}`" not in text] == []


def test_every_state_of_an_edge_is_explained():
    text = (DOCS / "how-to" / "claims-and-edges.md").read_text()

    assert [state for state in ReviewState if f"| {state}" not in text] == []


def test_every_graph_of_a_store_is_documented():
    names = {graph.INDEX, graph.TEXTS, graph.DERIVED, *graph.SHORTCUTS, "sightings"}

    for page in (REFERENCE / "data-model.md", DOCS / "decisions" / "0003-named-graphs.md"):
        assert set(re.findall(r"`graph/(\w+)`", page.read_text())) == names


def test_a_verification_tells_apart_no_more_than_the_page_on_it_promises():
    text = (DOCS / "how-to" / "archives.md").read_text()

    checked = {FaultKind.DIGEST, FaultKind.CHAIN, FaultKind.SHAPE, FaultKind.TEXT}
    assert [kind for kind in checked if str(kind) not in text] == []


def test_every_verb_is_documented():
    headings = re.findall(r"^## (.+)$", (REFERENCE / "python.md").read_text(), re.MULTILINE)

    verbs = {name for name in vars(Knowledge) if not name.startswith("_")}
    assert set(headings) == {*cedarprov.__all__, "Knowledge", *verbs}


def test_every_environment_variable_is_documented():
    code = "".join(file.read_text() for file in (ROOT / "cedarprov").rglob("*.py"))

    assert listed("environment.md") == set(re.findall(r"\bCEDARPROV_[A-Z]+\b", code))


# -- dependencies ---------------------------------------------------------------------------------


def documented_owners() -> dict[str, set[str]]:
    """The packages that docs/dependencies.md says import each library."""
    owners = {}
    for line in (DOCS / "dependencies.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[0] not in {"library", "---"}:
            said = set() if cells[1].startswith("nobody") else set(cells[1].split(", "))
            owners |= dict.fromkeys(cells[0].split(", "), said)
    return owners


@cache
def importers() -> dict[str, set[str]]:
    """The packages of ours that import each distribution, by its normal name (PEP 503)."""
    distributions = packages_distributions()
    found = defaultdict(set)
    for file in (ROOT / "cedarprov").glob("*/**/*.py"):
        package = file.relative_to(ROOT / "cedarprov").parts[0]
        for module in imported(ast.parse(file.read_text())):
            top = module.partition(".")[0]
            # What is not installed has the name of its module, but for those that say another.
            for name in distributions.get(top, (RENAMED.get(top, top),)):
                found[re.sub(r"[-_.]+", "-", name).lower()].add(package)
    return found


def imported(tree: ast.AST) -> set[str]:
    nodes = list(ast.walk(tree))
    plain = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    return plain | {
        node.module for node in nodes if isinstance(node, ast.ImportFrom) if node.module
    }


def required() -> list[str]:
    extras = PROJECT["optional-dependencies"].values()
    wanted = [*PROJECT["dependencies"], *(name for extra in extras for name in extra)]
    return [re.split(r"[<>=!~ \[]", requirement)[0].lower() for requirement in wanted]


def test_the_page_on_dependencies_names_all_and_no_other():
    assert sorted(documented_owners()) == sorted(required())


@pytest.mark.parametrize("library", required())
def test_a_library_is_imported_by_the_packages_that_are_said_to_own_it(library):
    assert importers()[library] == documented_owners()[library]


# -- pages, decisions and changes -----------------------------------------------------------------


def test_every_page_is_reached_from_the_index():
    index = (DOCS / "README.md").read_text()
    linked = {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#]+)", index)}

    missing = [str(page.relative_to(DOCS)) for page in PAGES if page not in linked]

    assert [name for name in missing if name != "README.md"] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_a_page_has_one_title_and_one_sentence_a_line(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    lines = [line for line in text.splitlines() if not re.match(r"\||- |\d+\. ", line)]

    assert len([line for line in lines if line.startswith("# ")]) == 1
    assert [line for line in lines if re.search(r"[a-z`)]\. [A-Z]\w* \w", line)] == []


def test_every_link_to_a_heading_finds_it():
    links = [
        (page, *found.groups())
        for page in PAGES
        for found in re.finditer(r"\]\(([^)#:]*\.md)#([^)]+)\)", page.read_text())
    ]

    missing = [link for link in links if link[2] not in anchors(link[0].parent / link[1])]

    assert links
    assert missing == []


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_style_guide_draws_the_layers_that_are_enforced():
    contract = (ROOT / ".importlinter").read_text().partition("layers =\n")[2].partition("\nexh")[0]
    layers = [sorted(line.strip().split(" | ")) for line in contract.splitlines()]

    drawn = re.search(r"^errors <- .+$", (DOCS / "style.md").read_text(), re.MULTILINE)

    assert drawn
    steps = [sorted(re.findall(r"\w+", step)) for step in drawn[0].split(" <- ")]
    assert steps == list(reversed(layers))


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_has_all_its_parts_on_one_page(page):
    text = page.read_text()
    number = page.name.partition("-")[0]

    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)

    assert text.startswith(f"# {number} ")
    assert [heading for heading in headings if heading in PARTS] == PARTS
    assert text.count("\n") <= 80


def test_decisions_are_numbered_without_gaps():
    numbers = [int(page.name.partition("-")[0]) for page in DECISIONS]

    assert numbers == list(range(1, len(DECISIONS) + 1))


@pytest.mark.parametrize("file", CHANGES, ids=lambda file: file.name)
def test_a_change_is_one_sentence_of_a_kind_that_is_known(file):
    assert re.fullmatch(r"[a-z0-9-]+\.(added|changed|fixed|removed)\.md", file.name)
    assert re.fullmatch(r"\S.*\.\n", file.read_text())
