"""From the command line of ``nornir bakeoff run`` to a plan."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from nornir_desk.bakeoff.defaults import default_agents, default_models
from nornir_desk.bakeoff.pricing import with_budget
from nornir_desk.cli.console import Console
from nornir_desk.cli.inputs import read_task, read_tasks
from nornir_desk.domain.errors import PrerequisiteMissing, UsageFault
from nornir_desk.domain.identity import checked_prompt_id, default_prompt_id
from nornir_desk.domain.model_ref import OLLAMA, checked_names, parse_model_ref
from nornir_desk.domain.plan import RunPlan, TaskPrompt
from nornir_desk.wiring.callers import HostShown, refuse_uncallable
from nornir_desk.wiring.workshop import Workshop


def plan_of(arguments: argparse.Namespace, workshop: Workshop, console: Console) -> RunPlan:
    """Return the plan that a command line asks for; what was chosen for the user is told.

    Raises:
        UsageFault: A value cannot be used as given.
        PrerequisiteMissing: An agent or a model cannot be measured by this version.
    """
    tasks = _tasks(arguments)
    models = _models(arguments, workshop, console)
    host = _host(arguments, models, workshop)
    _refuse_secrets(arguments, tasks, workshop)
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
    plan = RunPlan(
        run_id=run_id,
        ts_micros=ts_micros,
        tasks=tasks,
        agents=agents,
        models=models,
        repeats=arguments.repeats,
        caller="mock" if arguments.mock else arguments.caller,
        host=host.display if host else None,
        credentials=host.credentials if host else False,
        timeout_s=arguments.timeout,
        jobs=arguments.jobs,
        warmup=arguments.warmup,
    )
    return plan if arguments.budget is None else with_budget(plan, arguments.budget)


def _host(
    arguments: argparse.Namespace, models: Sequence[str], workshop: Workshop
) -> HostShown | None:
    """Return Ollama's address where a model is called there; --host is checked all the same."""
    uses = not arguments.mock and any(parse_model_ref(m).provider == OLLAMA for m in models)
    if not uses and arguments.host is None:
        return None
    return workshop.callers.host(arguments.host)


def _tasks(arguments: argparse.Namespace) -> tuple[TaskPrompt, ...]:
    given_id = arguments.task_id
    if arguments.tasks is not None:
        if given_id is not None:
            raise UsageFault("--task-id names one task, --tasks has several", "put ids in the file")
        return read_tasks(arguments.tasks)
    text = read_task(arguments.task, arguments.task_file)
    prompt_id = default_prompt_id(text) if given_id is None else checked_prompt_id(given_id)
    return (TaskPrompt(prompt_id, text),)


def _refuse_secrets(
    arguments: argparse.Namespace, tasks: Sequence[TaskPrompt], workshop: Workshop
) -> None:
    """Refuse to keep a key: what is asked is kept in the warehouse, word for word."""
    kept = [("--agents", arguments.agents), ("--models", arguments.models)]
    kept += [("the task", task.text) for task in tasks]
    kept += [("a task id", task.prompt_id) for task in tasks]
    for place, value in kept:
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
    on_host: tuple[str, ...] = ()
    if arguments.mock:
        models = registry
    else:
        on_host = callers.models_on_host(arguments.host)
        models = default_models(registry, on_host, callers.embedded_model())
    console.note(f"no --models given: measuring {', '.join(models)}")
    others = [tag for tag in on_host if tag not in models]
    if others:
        console.note(f"the host also has {', '.join(others[:9])}; name them with --models")
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
