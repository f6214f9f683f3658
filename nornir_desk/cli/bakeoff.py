"""``nornir bakeoff demo | run | resume``: the commands that land runs."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from nornir_desk.bakeoff import run as bakeoff
from nornir_desk.bakeoff.defaults import default_agents, default_models
from nornir_desk.cli.boards import print_run
from nornir_desk.cli.console import Console, console_of
from nornir_desk.cli.inputs import read_task
from nornir_desk.cli.progress import progress_on
from nornir_desk.domain.demo import demo_matrix_rows
from nornir_desk.domain.errors import PrerequisiteMissing, UsageFault
from nornir_desk.domain.identity import checked_prompt_id, default_prompt_id
from nornir_desk.domain.model_ref import checked_names, parse_model_ref
from nornir_desk.domain.plan import RunPlan, TaskPrompt
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.wiring.callers import refuse_uncallable
from nornir_desk.wiring.workshop import Workshop, open_workshop


def demo(arguments: argparse.Namespace) -> int:
    """Land the demo matrix and show it; exit 0."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    rows = demo_matrix_rows(*workshop.new_run())
    workshop.warehouse.writer().append(rows)
    print_run(rows, console, matrix=True, matrix_json=False)
    return 0


def run(arguments: argparse.Namespace) -> int:
    """Measure the cells and show the ranking; exit 1 where a cell failed."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    plan = _plan(arguments, workshop, console)
    with progress_on(console) as progress:
        rows = bakeoff.run(workshop.bench(progress, arguments.host), plan)
    return _show(rows, arguments, console)


def resume(arguments: argparse.Namespace) -> int:
    """Finish an interrupted run and show its ranking; exit 1 where a cell failed."""
    console = console_of(arguments)
    workshop = open_workshop(getattr(arguments, "warehouse", None), os.environ)
    run_id = arguments.run_id or _newest_unfinished(workshop, console)
    if run_id is None:
        console.note("nothing to resume: every run has landed")
        if console.json:
            console.result("[]")
        return 0
    with progress_on(console) as progress:
        rows = bakeoff.resume(workshop.bench(progress, arguments.host), run_id)
    return _show(rows, arguments, console)


def _show(rows: Sequence[AgentModelRunRow], arguments: argparse.Namespace, console: Console) -> int:
    print_run(rows, console, matrix=arguments.matrix, matrix_json=arguments.matrix)
    return 0 if all(row.ok for row in rows) else 1


def _newest_unfinished(workshop: Workshop, console: Console) -> str | None:
    unfinished = workshop.warehouse.journal().unfinished()
    if len(unfinished) > 1:
        console.note(f"{len(unfinished)} runs are unfinished: {', '.join(unfinished)}")
    return unfinished[0] if unfinished else None


def _plan(arguments: argparse.Namespace, workshop: Workshop, console: Console) -> RunPlan:
    text = read_task(arguments.task, arguments.task_file)
    given_id = arguments.task_id
    _refuse_secrets(arguments, text, workshop)
    prompt_id = default_prompt_id(text) if given_id is None else checked_prompt_id(given_id)
    host = workshop.callers.host(arguments.host)
    models = _models(arguments, workshop, console)
    agents = (
        default_agents()
        if arguments.agents is None
        else checked_names("--agents", arguments.agents)
    )
    if arguments.caller == "harness":
        raise PrerequisiteMissing(
            f"--caller harness: this version drives no agent's harness ({', '.join(agents)})",
            "leave it out to measure bare model calls under these names",
        )
    run_id, ts_micros = workshop.new_run()
    return RunPlan(
        run_id=run_id,
        ts_micros=ts_micros,
        tasks=(TaskPrompt(prompt_id, text),),
        agents=agents,
        models=models,
        repeats=arguments.repeats,
        caller="mock" if arguments.mock else arguments.caller,
        host=host,
        timeout_s=arguments.timeout,
        jobs=arguments.jobs,
    )


def _refuse_secrets(arguments: argparse.Namespace, text: str, workshop: Workshop) -> None:
    """Refuse to keep a key: what is asked is kept in the warehouse, word for word."""
    kept = {
        "the task": text,
        "--task-id": arguments.task_id,
        "--agents": arguments.agents,
        "--models": arguments.models,
    }
    for place, value in kept.items():
        name = workshop.redactor.found_in(value or "")
        if name is not None:
            raise UsageFault(
                f"{place} holds the value of {name}, and would be kept in the warehouse",
                f"take it out, or unset {name} for this command where it is no secret",
            )


def _models(arguments: argparse.Namespace, workshop: Workshop, console: Console) -> tuple[str, ...]:
    callers = workshop.callers
    if arguments.models is not None:
        models = checked_names("--models", arguments.models)
        _refuse_twins(models)
        if not arguments.mock:
            refuse_uncallable(models)
        return models
    registry = callers.registry_models()
    if arguments.mock:
        models = registry
    else:
        on_host = callers.models_on_host(arguments.host)
        models = default_models(registry, on_host, callers.embedded_model())
    console.note(f"no --models given: measuring {', '.join(models)}")
    return models


def _refuse_twins(models: Sequence[str]) -> None:
    seen: dict[str, str] = {}
    for model in models:
        column = parse_model_ref(model).column
        if column in seen:
            raise UsageFault(
                f"--models names {seen[column]!r} and {model!r}, which are one model",
                "name each once; --repeats N measures a cell N times",
            )
        seen[column] = model
