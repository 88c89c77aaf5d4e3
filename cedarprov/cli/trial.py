"""Whether metadata or edges are worth their minutes: `trial`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cedarprov.cli.failure import DONE
from cedarprov.cli.option import AgentOption, JsonOption, WordsOnlyOption, person
from cedarprov.cli.output import save_json, show, show_json
from cedarprov.cli.progress import progress

if TYPE_CHECKING:
    from cedarprov.evaluate.trial import Decision, Step


def trial(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A corpus with questions.", show_default=False)
    ],
    *,
    plan: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The plan.", show_default="trial.toml in DIR"),
    ] = None,
    labels: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Verdicts on edges (corpus of releases).")
    ] = None,
    words_only: WordsOnlyOption = False,
    choose_for: Annotated[
        Path | None,
        typer.Option(metavar="STORE", help="Make the arm that is chosen the default of a store."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the run record here, for `report`.")
    ] = None,
    agent: AgentOption,
    as_json: JsonOption = False,
) -> int:
    """Spend the same minutes on metadata and on edges, and choose an arm.

    A more complex arm is chosen only if it is better by the margin that the plan declares, and by
    more than chance.
    """
    import cedarprov  # noqa: PLC0415 - `--help` needs none of it
    from cedarprov.evaluate import Options  # noqa: PLC0415
    from cedarprov.evaluate.trial import trial as run  # noqa: PLC0415

    with progress() as on_progress:
        options = Options(
            dense=False if words_only else None, labels=labels, on_progress=on_progress
        )
        made, decision = run(folder, options, plan=plan)
    if record is not None:
        save_json(made.to_json(), record)
    if choose_for is not None:
        with cedarprov.open(choose_for) as kb:
            kb.default_arm(decision.arm, by=person(agent), reason=decision.reason)
    if as_json:
        show_json(decision)
    else:
        show(_view(decision))
    return DONE


def _view(decision: Decision) -> str:
    return "\n".join(
        (
            *map(_step, decision.steps),
            f"default arm: {decision.arm} (margin {decision.margin:g})",
        )
    )


def _step(step: Step) -> str:
    said = f"{step.other} against {step.simpler}: {step.difference:+.3f}"
    if step.low != step.high:
        said += f" [{step.low:+.3f}, {step.high:+.3f}]"
    verdict = "better" if step.is_better else "a tie, which goes to the simpler arm"
    return f"{said}, p {step.p:.3f}: {verdict}"
