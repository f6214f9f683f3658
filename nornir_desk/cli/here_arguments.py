"""The options of ``nornir models`` and ``nornir doctor``: what is here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nornir_desk.cli.arguments import Parser, add_command

if TYPE_CHECKING:
    from nornir_desk.cli.arguments import Verbs


def add_here(groups: Verbs, common: Parser) -> None:
    """Add ``nornir models`` and ``nornir doctor``."""
    models = add_command(
        groups,
        "models",
        common,
        "what can be called from here, at which price",
        "List the models that can be called from here: where each runs, what a million\n"
        "tokens cost, and what is missing. Hosts and providers are asked at once, for two\n"
        "seconds at most.",
    )
    models.set_defaults(command="models")
    doctor = add_command(
        groups,
        "doctor",
        common,
        "what is missing, and the remedy",
        "Check what measuring needs and name the remedy of what is missing; exit 1 where\n"
        "nothing could be measured at all.",
    )
    doctor.set_defaults(command="doctor")
    for command in (models, doctor):
        command.add_argument(
            "--host",
            metavar="URL",
            help="Ollama's address (default: $OLLAMA_HOST, else http://localhost:11434)",
        )
