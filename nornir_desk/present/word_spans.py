"""Which words of two similar lines differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

Span = tuple[int, int]
Spans = tuple[Span, ...]

_WORD = re.compile(r"\w+|[^\w\s]")
# With more words than this between the first and the last that differ, all between is marked.
_MOST_WORDS = 300


def word_spans(a: str, b: str) -> tuple[Spans, Spans]:
    """Return where the words of ``a`` and of ``b`` are that the other does not have there.

    Each span is ``(start, end)`` in its line. Where only gaps between words differ, the part from
    the first sign that differs to the last is marked.
    """
    left, right = list(_words(a)), list(_words(b))
    texts = [[text for text, _ in words] for words in (left, right)]
    head = _common(texts[0], texts[1])
    tail = _common(texts[0][head:][::-1], texts[1][head:][::-1])
    a_words, b_words = (texts[0][head : len(left) - tail], texts[1][head : len(right) - tail])
    if not a_words and not b_words:
        return _by_signs(a, b)
    spans: tuple[list[Span], list[Span]] = ([], [])
    for a_from, a_to, b_from, b_to in _changes(a_words, b_words):
        _mark(spans[0], left, range(a_from + head, a_to + head))
        _mark(spans[1], right, range(b_from + head, b_to + head))
    return tuple(spans[0]), tuple(spans[1])


def _words(line: str) -> Iterator[tuple[str, Span]]:
    return ((found.group(), found.span()) for found in _WORD.finditer(line))


def _changes(a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    if max(len(a), len(b)) > _MOST_WORDS:
        yield 0, len(a), 0, len(b)
        return
    for kind, *places in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if kind != "equal":
            a_from, a_to, b_from, b_to = places
            yield a_from, a_to, b_from, b_to


def _mark(spans: list[Span], words: Sequence[tuple[str, Span]], changed: range) -> None:
    if changed:
        spans.append((words[changed[0]][1][0], words[changed[-1]][1][1]))


def _by_signs(a: str, b: str) -> tuple[Spans, Spans]:
    head = _common(a, b)
    tail = _common(a[head:][::-1], b[head:][::-1])
    ends = (len(a) - tail, len(b) - tail)
    return tuple(((head, ends[0]),) if ends[0] > head else ()), tuple(
        ((head, ends[1]),) if ends[1] > head else ()
    )


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    shortest = min(len(a), len(b))
    return next((at for at in range(shortest) if a[at] != b[at]), shortest)
