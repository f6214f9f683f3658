"""The budget while a run goes on: each call's most is set aside before it, and settled after it."""

from __future__ import annotations

import threading

from nornir_desk.domain.errors import BudgetRefused
from nornir_desk.present.formats import cost


class Ledger:
    """Keeps parallel lanes within one cap; safe to use from many threads.

    Args:
        cap_usd: What may be spent; None = no cap.
        spent_usd: What was spent before (a resumed run).
    """

    def __init__(self, cap_usd: float | None, spent_usd: float = 0.0) -> None:
        self._cap = cap_usd
        self._spent = spent_usd
        self._reserved = 0.0
        self._changed = threading.Condition()

    def reserve(self, most_usd: float | None) -> float:
        """Set the most a call can cost aside, and wait for others' to be settled where that helps.

        Returns:
            What was set aside, for ``settle``.

        Raises:
            BudgetRefused: The call could pass the cap, and nothing that is in flight changes that.
        """
        if self._cap is None:
            return 0.0
        if most_usd is None:
            raise BudgetRefused("the price of a call is unknown", "leave its model or --budget out")
        with self._changed:
            while self._spent + self._reserved + most_usd > self._cap:
                if self._reserved == 0.0:
                    raise BudgetRefused(
                        f"the budget of {cost(self._cap)} is reached: {cost(self._spent)} is "
                        f"spent, and the next call can cost {cost(most_usd)}"
                    )
                self._changed.wait()
            self._reserved += most_usd
            return most_usd

    def settle(self, reserved_usd: float, actual_usd: float | None) -> None:
        """Replace what was set aside by what the call cost; an unknown cost stands at its most."""
        if self._cap is None:
            return
        with self._changed:
            self._reserved = max(0.0, self._reserved - reserved_usd)
            self._spent += reserved_usd if actual_usd is None else actual_usd
            if self._reserved < 1e-12:  # noqa: PLR2004  the noise of adding up floats
                self._reserved = 0.0
            self._changed.notify_all()
