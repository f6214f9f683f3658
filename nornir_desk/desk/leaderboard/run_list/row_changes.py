"""What became of a list's rows: which went, which came."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

_CHUNK = 4_096
_MOST_SPANS = 64

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class RowChanges:
    """Spans ``[first, end)``; carried out in this order they make the new rows of the old ones.

    Attributes:
        removed: Of the old rows, the last span first.
        inserted: Of the new rows, the first span first.
    """

    removed: tuple[Span, ...]
    inserted: tuple[Span, ...]


def row_changes(before: Sequence[str], after: Sequence[str]) -> RowChanges | None:
    """Return what turns one list of keys into another.

    None where keys change places or stand twice, or where so much differs that all anew is less
    work.
    """
    tail = _same_tail(before, after)
    old, new = before[: len(before) - tail], after[: len(after) - tail]
    held_old, held_new = set(old), set(new)
    if len(held_old) < len(old) or len(held_new) < len(new):
        return None
    if [key for key in old if key in held_new] != [key for key in new if key in held_old]:
        return None
    removed = _spans(old, lambda key: key not in held_new)
    inserted = _spans(new, lambda key: key not in held_old)
    if len(removed) + len(inserted) > _MOST_SPANS:
        return None
    return RowChanges(tuple(reversed(removed)), tuple(inserted))


def _same_tail(before: Sequence[str], after: Sequence[str]) -> int:
    # New runs come at the head: what follows is compared in chunks, far sooner than key by key.
    most = min(len(before), len(after))
    tail, chunk = 0, _CHUNK
    while chunk:
        while tail + chunk <= most and _same_before(before, after, tail, chunk):
            tail += chunk
        chunk //= 4
    return tail


def _same_before(before: Sequence[str], after: Sequence[str], tail: int, count: int) -> bool:
    old_end, new_end = len(before) - tail, len(after) - tail
    return before[old_end - count : old_end] == after[new_end - count : new_end]


def _spans(keys: Sequence[str], wanted: Callable[[str], bool]) -> list[Span]:
    spans: list[Span] = []
    for row, key in enumerate(keys):
        if not wanted(key):
            continue
        if spans and spans[-1][1] == row:
            spans[-1] = (spans[-1][0], row + 1)
        else:
            spans.append((row, row + 1))
    return spans
