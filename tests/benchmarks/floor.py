"""The floor: what the bare loop costs in CPython, a match and two calls of empty methods for each tag and the text before.

No attributes, no references, no positions, no pieces, no correctness in odd places; but every tag of the pages, and no
tags out of raw text. A parser that calls a method for each event cannot be faster unless it passes over some.
"""

from __future__ import annotations

import re
from typing import Final

from typing_extensions import override

from .entries import Entry
from .pages import Page

_PIECE: Final = re.compile(
    r"""
    ( [^<]*+ (?: < (?! [a-zA-Z/!?] ) [^<]*+ )*+ )               # 1: text
    (?: <
        ( /?+ [a-zA-Z] [^ \t\n\r\f/>]*+                         # 2: the name, "/" in front for an end tag
        | !-- (?: [^-]++ | -(?!-!?>) )*+ --                     #    or the body of a comment
        | [/!?]                                                 #    or the first letter of anything else
        )
        ( (?: [^>"'=]++ | = [ \t\n\r\f]*+ (?: "[^"]*+" | '[^']*+' )?+ | ["'] )*+ )   # 3: the rest
        >
    )?+
    """,
    re.VERBOSE,
)

_RAW: Final = frozenset(
    variant
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
    for variant in (name, name.upper())
)


class Handler:
    """What the loop calls: nothing is done, and the base for those who count."""

    def text(self, data: str) -> None:
        """Text, as it stands in the source."""

    def markup(self, name: str, rest: str) -> None:
        """A tag, or anything else that is no text."""


def loop(page: str, handler: Handler) -> None:
    """Call ``handler`` for each piece of ``page``."""
    on_text, on_markup = handler.text, handler.markup
    position, end = 0, len(page)
    while position < end:
        for match in _PIECE.finditer(page, position):
            text, name, rest = match.groups()
            if text:
                on_text(text)
            if name:
                on_markup(name, rest)
                if name in _RAW:
                    break
        else:
            return
        start = match.end()
        position = page.find("</" + name, start)
        if position < 0:
            position = end
        if start < position:
            on_text(page[start:position])


class Counter(Handler):
    """Counts its calls."""

    def __init__(self) -> None:
        self.count = 0

    @override
    def text(self, data: str) -> None:
        self.count += 1

    @override
    def markup(self, name: str, rest: str) -> None:
        self.count += 1


def _empty(page: Page) -> int:
    loop(page.text, Handler())
    return 0


def _counted(page: Page) -> int:
    counter = Counter()
    loop(page.text, counter)
    return counter.count


def entries() -> list[Entry]:
    """Return the loop with empty calls, and the loop that counts as every other row does."""
    return [Entry("events", "floor", _empty, whole=True), Entry("events", "floor, counted", _counted, whole=True)]
