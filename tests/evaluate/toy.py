"""A corpus of two machines whose manual and log contradict each other, for trials."""

from __future__ import annotations

import json
from pathlib import Path

MACHINES = {"pump": (5, 8), "press": (20, 30)}


def write_toy(folder: Path) -> Path:
    """Write documents, manifest, metadata, edges, questions and a plan; return the folder."""
    questions, edges, manifest, metadata = [], [], [], []
    for number, (name, (said, seen)) in enumerate(MACHINES.items(), 1):
        documents = folder / "documents" / name
        documents.mkdir(parents=True)
        manual = f"The filter of the {name} is changed every {said} days."
        log = f"At our site the mesh insert lasted {seen} days."
        (documents / "manual.md").write_text(f"# The {name}\n\n{manual}\n")
        (documents / "log.md").write_text(f"# Notes on the {name}\n\n{log}\n")
        ends = [
            {"document": f"{name}/log.md", "quote": log},
            {"document": f"{name}/manual.md", "quote": manual},
        ]
        edges.append(
            {"subject": ends[0], "relation": "contradicts", "object": ends[1], "scope": {}}
        )
        questions.append(
            {
                "id": f"q{number}",
                "split": "final",
                "kind": "conflict",
                "question": f"How often is the filter of the {name} changed?",
                "scope": {"service": name},
                "expected": {
                    "status": "conflict",
                    "accept": [],
                    "values": [f"{said} days", f"{seen} days"],
                    "must_not": [],
                    "missing": [],
                    "may_miss": [],
                },
                "evidence": [{**end, "role": "answer"} for end in ends],
            }
        )
        manifest.append(
            f'[[source]]\nmatch = "{name}/*"\nname = "{{place}}"\n'
            f'scope = {{ service = "{name}" }}\n'
        )
        metadata.append(f'[[source]]\nmatch = "{name}/log.md"\npublished = "2024"\n')
    lines = {"questions.jsonl": questions, "edges.jsonl": edges}
    for file, items in lines.items():
        (folder / file).write_text("".join(json.dumps(item) + "\n" for item in items))
    (folder / "manifest.toml").write_text("\n".join(manifest))
    (folder / "metadata.toml").write_text("\n".join(metadata))
    (folder / "trial.toml").write_text(
        'corpus = "annotated"\nminutes = 5\nmargin = 0.05\nseed = 1\nbudget = 100\n'
    )
    return folder
