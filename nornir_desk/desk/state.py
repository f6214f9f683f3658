"""The state of the window as the value that the CLI prints too."""

from __future__ import annotations

from nornir_desk.desk.closer import CloserLook
from nornir_desk.desk.session import Session
from nornir_desk.present.board import shown_names
from nornir_desk.present.head import head_view
from nornir_desk.present.leaderboard import LeaderboardState


def window_state(session: Session, closer: CloserLook) -> LeaderboardState | None:
    """Return everything that the window shows; None until something was read."""
    source, choices = session.source, session.choices
    if source is None:
        return None
    return LeaderboardState(
        source=source,
        runs=session.runs,
        selected_run=session.run_id,
        filter=choices.filter,
        sort=choices.sort,
        leaderboard=session.cells,
        lead=session.lead,
        matrix=session.matrix,
        selected_cell=closer.detail,
        unfinished=session.unfinished,
        choices=choices,
        shown=shown_names([cell.cell for cell in session.cells], session.shown),
        runs_shown=shown_names([run.run_id for run in session.runs], session.runs_shown),
        head=head_view(session.cells, session.lead),
        plot=closer.plot,
        compare=closer.compare if choices.view == "compare" else None,
        trend=closer.trend if choices.view == "trend" else None,
    )
