"""Which lines of two texts belong together, found in bounded time whatever the texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile

# A line on both sides, or None where a side has none.
Pair = tuple[int | None, int | None]

_SIMILARITY = 0.6
# Longer lines are compared by their words: by their signs it takes the square of their length.
_BY_SIGNS = 200
_NEAR = 24
# About as many comparisons of two signs or words as fit in half a second; to count what a line is
# made of takes a fraction of one a sign.
_EFFORT = 2_000_000
_COUNTED = 8
_WORD = re.compile(r"\w+|[^\w\s]")


def paired_lines(a: Sequence[str], b: Sequence[str]) -> Iterator[Pair]:
    """Return the places of equal and of similar lines in pairs, and of the others alone, in order.

    Lines between equal ones pair up where they are over 0.6 alike. Where that would take too long,
    what is left stays unpaired.
    """
    head = _common(zip(a, b, strict=False))
    rest = (reversed(a[head:]), reversed(b[head:]))
    tail = _common(zip(*rest, strict=False))
    yield from ((at, at) for at in range(head))
    effort = _Effort(_EFFORT)
    ends = (len(a) - tail, len(b) - tail)
    matcher = SequenceMatcher(None, a[head : ends[0]], b[head : ends[1]])
    for kind, *places in matcher.get_opcodes():
        a_from, a_to, b_from, b_to = (place + head for place in places)
        if kind == "equal":
            yield from zip(range(a_from, a_to), range(b_from, b_to), strict=True)
        else:
            yield from _changed(a, range(a_from, a_to), b, range(b_from, b_to), effort)
    yield from ((ends[0] + at, ends[1] + at) for at in range(tail))


class _Effort:
    """How much may still be compared."""

    def __init__(self, left: int) -> None:
        self._left = left

    def spend(self, amount: int) -> bool:
        """Take from what is left; False where that is not enough."""
        self._left -= amount
        return self._left >= 0


def _changed(
    a: Sequence[str], a_range: range, b: Sequence[str], b_range: range, effort: _Effort
) -> Iterator[Pair]:
    b_next = b_range.start
    for a_at in a_range:
        near = range(b_next, min(b_next + _NEAR, b_range.stop))
        partner = next((b_at for b_at in near if _alike(a[a_at], b[b_at], effort)), None)
        if partner is None:
            yield a_at, None
            continue
        yield from ((None, b_at) for b_at in range(b_next, partner))
        yield a_at, partner
        b_next = partner + 1
    yield from ((None, b_at) for b_at in range(b_next, b_range.stop))


def _alike(one: str, other: str, effort: _Effort) -> bool:
    lengths = sorted((len(one), len(other)))
    if 2 * lengths[0] <= _SIMILARITY * sum(lengths):
        return False
    if not effort.spend(sum(lengths) // _COUNTED):
        return False
    if 2 * _ends_in_common(one, other) > _SIMILARITY * sum(lengths):
        return True
    by_signs = lengths[1] <= _BY_SIGNS
    left, right = (one, other) if by_signs else (_WORD.findall(one), _WORD.findall(other))
    counts = (Counter(left), Counter(right))
    # What they have in common in any order is the most they can have in the same order.
    if _share((counts[0] & counts[1]).elements(), left, right) <= _SIMILARITY:
        return False
    met = sum(count * counts[1][item] for item, count in counts[0].items())
    if not effort.spend(met + _COUNTED * (len(left) + len(right))):
        return False
    blocks = SequenceMatcher(None, left, right).get_matching_blocks()
    matched = (left[block.a + at] for block in blocks for at in range(block.size))
    return _share(matched, left, right) > _SIMILARITY


def _ends_in_common(one: str, other: str) -> int:
    head = _common(zip(one, other, strict=False))
    tail = _common(zip(reversed(one[head:]), reversed(other[head:]), strict=False))
    return head + tail


def _share(common: Iterator[str], left: Sequence[str], right: Sequence[str]) -> float:
    whole = sum(map(len, left)) + sum(map(len, right))
    return 2 * sum(map(len, common)) / whole if whole else 0.0


def _common(pairs: Iterator[tuple[str, str]]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
