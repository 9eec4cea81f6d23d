"""``saxhtml check``: the parse errors of a page, each with its line of source and what a browser makes of it."""

from __future__ import annotations

from argparse import Namespace
from collections import deque
from collections.abc import Callable
from typing import Final

from typing_extensions import override

from saxhtml.cli._output import Output
from saxhtml.cli._remedies import REMEDIES
from saxhtml.cli._sources import Page
from saxhtml.decode import Decoder
from saxhtml.errors import ParseError
from saxhtml.handler import Handler

_BEFORE: Final = 60
_AFTER: Final = 40
"""Characters of a long line that are shown around an error."""

_REMEMBERED: Final = 1 << 17
"""Characters that are kept; an error may be noticed at the end of a long tag."""


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    def run(page: Page, out: Output) -> int:
        checker = _Checker(page, out, as_json=arguments.format == "jsonl")
        try:
            page.parse(checker, checker.show, before=checker.take)
        finally:
            checker.show(final=True)
        return 1 if checker.found else 0

    return run


class _Checker(Handler):
    """Prints each error as soon as what stands behind it on its line has arrived."""

    found: int
    """How many errors there were."""

    def __init__(self, page: Page, out: Output, *, as_json: bool) -> None:
        self.found = 0
        self._page: Final = page
        self._out: Final = out
        self._show: Final = self._print_record if as_json else self._print
        self._errors: Final[deque[ParseError]] = deque()
        self._decoder: Final = Decoder(page.encoding)
        self._text = ""
        self._offset = 0

    def take(self, chunk: bytes) -> None:
        """Remember the source that is about to be parsed."""
        text = self._text + self._decoder.decode(chunk)
        spare = max(len(text) - _REMEMBERED, 0) if len(text) > 2 * _REMEMBERED else 0
        self._offset += spare
        self._text = text[spare:]

    @override
    def parse_error(self, error: ParseError) -> None:
        self.found += 1
        self._errors.append(error)

    def show(self, *, final: bool = False) -> None:
        """Print the errors whose surroundings have arrived, or all."""
        if final:
            self._text += self._decoder.finish()
        while self._errors:
            error = self._errors[0]
            at = error.offset - self._offset
            if not final and len(self._text) < at + _AFTER and _line_end(self._text, max(at, 0), len(self._text)) < 0:
                break
            self._errors.popleft()
            self._show(error, at)
        self._out.flush()

    def _print(self, error: ParseError, at: int) -> None:
        out = self._out
        place = out.style(f"{self._page.name}:{error.line}:{error.column}:", "place")
        out.line(f"{place} {out.style(error.code, 'error')}: {REMEDIES[error.code]}")
        if at >= 0:
            line, caret = self._excerpt(at)
            out.line(f"    {line}")
            out.line(f"    {caret}{out.style('^', 'mark')}")

    def _print_record(self, error: ParseError, _: int) -> None:
        self._out.json({"page": self._page.name, **error._asdict(), "remedy": REMEDIES[error.code]})

    def _excerpt(self, at: int) -> tuple[str, str]:
        """Return the line on which the character ``at`` stands, as far as it is shown, and what comes before the caret."""
        text = self._text
        first = max(at - _BEFORE, 0)
        start = max(text.rfind("\n", first, at), text.rfind("\r", first, at)) + 1
        cut_before = "" if start or (first == 0 and self._offset == 0) else "…"
        start = max(start, first)
        last = min(at + _AFTER, len(text))
        end = _line_end(text, at, last)
        cut_after = "…" if end < 0 and last < len(text) else ""
        before = cut_before + _visible(text[start:at])
        return before + _visible(text[at : last if end < 0 else end]) + cut_after, " " * len(before)


def _line_end(text: str, start: int, end: int) -> int:
    found = [place for sign in "\n\r" if (place := text.find(sign, start, end)) >= 0]
    return min(found, default=-1)


def _visible(text: str) -> str:
    """Make each character one that can be seen, and that does nothing to a terminal."""
    return "".join(sign if sign.isprintable() else " " if sign == "\t" else "\N{REPLACEMENT CHARACTER}" for sign in text)
