"""Fakes of the ports that a bake-off works with, in memory."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from nornir_desk.bakeoff.run import Bench
from nornir_desk.domain.answer import ModelAnswer
from nornir_desk.domain.ask import Ask
from nornir_desk.domain.errors import StorageFault, UnknownSelector
from nornir_desk.domain.model_ref import parse_model_ref
from nornir_desk.domain.plan import Cell, RunPlan
from nornir_desk.domain.row import AgentModelRunRow
from nornir_desk.ports.caller import Caller, Fetching, Route
from nornir_desk.ports.runs import JournalEntry

Answering = Callable[[Ask], ModelAnswer]


@dataclass
class MemoryLog:
    plan: RunPlan
    rows: list[AgentModelRunRow] = field(default_factory=list)
    full_after: int | None = None
    closed: list[bool] = field(default_factory=list)

    def record(self, row: AgentModelRunRow) -> None:
        if self.full_after is not None and len(self.rows) >= self.full_after:
            raise StorageFault("journal: no space left on device", "free some space")
        self.rows.append(row)

    def close(self, *, landed: bool) -> None:
        self.closed.append(landed)


@dataclass
class MemoryJournal:
    logs: dict[str, MemoryLog] = field(default_factory=dict)
    full_after: int | None = None

    def begin(self, plan: RunPlan) -> MemoryLog:
        self.logs[plan.run_id] = MemoryLog(plan, full_after=self.full_after)
        return self.logs[plan.run_id]

    def reopen(self, run_id: str) -> tuple[JournalEntry, MemoryLog]:
        if run_id not in self.logs:
            raise UnknownSelector(f"no journal of {run_id}")
        log = self.logs[run_id]
        return JournalEntry(log.plan, tuple(log.rows)), log

    def unfinished(self) -> tuple[str, ...]:
        return tuple(sorted(self.logs, reverse=True))


@dataclass
class MemoryWriter:
    landed: list[tuple[AgentModelRunRow, ...]] = field(default_factory=list)
    fault: Exception | BaseException | None = None

    def append(self, rows: Sequence[AgentModelRunRow]) -> None:
        if self.fault is not None:
            raise self.fault
        self.landed.append(tuple(rows))

    def has_run(self, run_id: str) -> bool:
        return any(rows and rows[0].run_id == run_id for rows in self.landed)


@dataclass
class ScriptedCaller:
    """Answers by a function; hosts and silent models by table."""

    answering: Answering
    hosts: dict[str, str] = field(default_factory=dict)
    silent: dict[str, str] = field(default_factory=dict)
    asked: list[Ask] = field(default_factory=list)
    prepared: list[str] = field(default_factory=list)
    cancelled: int = 0
    closed: int = 0

    def call(self, agent: str, model: str, prompt: str) -> ModelAnswer:
        return self.ask(Ask(agent, model, prompt))

    def ask(self, ask: Ask) -> ModelAnswer:
        self.asked.append(ask)
        return self.answering(ask)

    def route(self, agent: str, model: str) -> Route:
        return Route(parse_model_ref(model).provider, self.hosts.get(model, "here"))

    def check(self, agent: str, model: str) -> str | None:
        return self.silent.get(model)

    def prepare(self, model: str, fetching: Fetching) -> None:
        self.prepared.append(model)

    def cancel(self) -> None:
        self.cancelled += 1

    def close(self) -> None:
        self.closed += 1


@dataclass
class HeardProgress:
    """Remembers what it was told."""

    events: list[str] = field(default_factory=list)

    def started(self, plan: RunPlan, done: tuple[AgentModelRunRow, ...]) -> None:
        self.events.append(f"started {len(done)}/{len(plan.cells())}")

    def fetching(self, name: str, done_bytes: int, total_bytes: int) -> None:
        self.events.append(f"fetching {name}")

    def calling(self, cell: Cell) -> None:
        self.events.append(f"calling {cell.agent}/{cell.model} {cell.prompt_id}")

    def measured(self, row: AgentModelRunRow) -> None:
        self.events.append(f"measured {row.cell} {row.prompt_id}")

    def note(self, text: str) -> None:
        self.events.append(f"note {text}")

    def finished(self) -> None:
        self.events.append("finished")


class TickingClock:
    """Each reading is one second after the one before; sleeping takes no time."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now_micros(self) -> int:
        return int(self.monotonic() * 1_000_000)

    def monotonic(self) -> float:
        self.seconds += 1.0
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


@dataclass
class MemoryBench:
    """A bench in memory around one caller."""

    caller: Caller
    writer: MemoryWriter = field(default_factory=MemoryWriter)
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    progress: HeardProgress = field(default_factory=HeardProgress)
    redact: Callable[[str], str] = str
    price_of: Callable[[Cell], float | None] = field(default=lambda _cell: 0.0)

    def bench(self) -> Bench:
        return Bench(
            caller_for=lambda _plan: self.caller,
            writer=self.writer,
            journal=self.journal,
            clock=TickingClock(),
            redact=self.redact,
            progress=self.progress,
            price_of=lambda _plan: self.price_of,
        )
