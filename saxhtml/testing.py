"""What tests of handlers and parsers need: a recorder, ways to cut an input, a check of growth, a parser in a given state.

It belongs to no test framework: checks raise ``AssertionError``. What parses is :mod:`saxhtml.parser`; nothing here changes
how it does.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from statistics import median
from typing import AnyStr, Final, Literal, TypeAlias, TypeVar

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import ParseError, UsageError
from saxhtml.events import Span
from saxhtml.handler import Doctype, Handler, HandlerProtocol, Interest
from saxhtml.parser import Parser
from saxhtml.position import Locator
from saxhtml.tokenizer._states import StateName

Event: TypeAlias = (
    tuple[Literal["start"], str, list[tuple[str, str]], bool]
    | tuple[Literal["end"], str]
    | tuple[Literal["text"], str]
    | tuple[Literal["comment"], str]
    | tuple[Literal["doctype"], str | None, str | None, str | None, bool]
    | tuple[Literal["pi"], str, str]
)
"""One event as :class:`EventRecorder` writes it down.

``("start", name, [(name, value), ...], self_closing)``, ``("end", name)``, ``("text", data)``, ``("comment", data)``,
``("doctype", name, public_id, system_id, force_quirks)`` or ``("pi", target, data)``.
"""

_Input = TypeVar("_Input")


class EventRecorder(Handler):
    """Writes down every event, where it stands, and every parse error.

    ``spans`` goes in parallel with :attr:`events`; ``errors`` is a list of its own. Of duplicate attributes the first is
    recorded, as the standard has it. With ``join_text`` adjacent text is one event, whose span goes from the first piece's
    start to the last one's end; parse errors in between do not part it. With ``errors=False`` the recorder wants no parse
    errors, and a parser does not look for them.
    """

    def __init__(self, *, join_text: bool = False, errors: bool = True) -> None:
        self.spans: list[Span] = []
        self.errors: list[ParseError] = []
        self._events: list[Event] = []
        self._join_text = join_text
        self._wants_errors = errors
        # A text that may still grow is kept in pieces: joining at every piece would take quadratic time.
        self._pieces: list[str] = []

    @property
    def events(self) -> list[Event]:
        """The events so far, as tuples: see :data:`Event`."""
        self._join_pieces()
        return self._events

    @override
    def interest(self) -> Interest:
        interest = super().interest()
        return interest if self._wants_errors else replace(interest, parse_error=False)

    @override
    def start_document(self, locator: Locator) -> None:
        super().start_document(locator)
        self._end_text()

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._record(("start", name, list(attrs.items()), attrs.self_closing))

    @override
    def end_tag(self, name: str) -> None:
        self._record(("end", name))

    @override
    def text(self, data: str) -> None:
        if self._pieces:
            self._pieces.append(data)
            offset, _, line, column = self.spans[-1]
            self.spans[-1] = Span(offset, self.locator.end_offset, line, column)
        else:
            self._record(("text", data))
            if self._join_text:
                self._pieces.append(data)

    @override
    def comment(self, data: str) -> None:
        self._record(("comment", data))

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._record(("doctype", *doctype))

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._record(("pi", target, data))

    @override
    def parse_error(self, error: ParseError) -> None:
        self.errors.append(error)

    def _record(self, event: Event) -> None:
        self._end_text()
        locator = self.locator
        self._events.append(event)
        self.spans.append(Span(locator.offset, locator.end_offset, locator.line, locator.column))

    def _end_text(self) -> None:
        self._join_pieces()
        self._pieces.clear()

    def _join_pieces(self) -> None:
        if len(self._pieces) > 1:
            text = "".join(self._pieces)
            self._pieces = [text]
            self._events[-1] = ("text", text)


def every_split(text: AnyStr, parts: int = 2) -> Iterator[list[AnyStr]]:
    """Yield every way to cut ``text``, str or bytes, into that many pieces, none of them empty.

    The number of ways grows with the power ``parts - 1`` of the length; a text shorter than ``parts`` has none. Raises
    :class:`~saxhtml.UsageError` if ``parts`` is less than 1.
    """
    if parts < 1:
        raise UsageError(f"every_split(parts={parts}) cuts into no pieces; ask for 1 or more")
    ways: Iterable[tuple[int, ...]] = combinations(range(1, len(text)), parts - 1) if text else ()
    return (_cut(text, places) for places in ways)


def _cut(text: AnyStr, places: tuple[int, ...]) -> list[AnyStr]:
    return [text[start:end] for start, end in pairwise((0, *places, len(text)))]


def random_splits(text: AnyStr, seed: int | str, *, count: int = 1, longest: int = 16) -> Iterator[list[AnyStr]]:
    """Yield ``count`` ways to cut ``text``, str or bytes, into pieces of 1 to ``longest`` characters or bytes.

    The same seed gives the same cuts in every version of Python: print it when a test fails. Raises
    :class:`~saxhtml.UsageError` if ``longest`` is less than 1.
    """
    if longest < 1:
        raise UsageError(f"random_splits(longest={longest}) leaves nothing in a piece; ask for 1 or more")
    # Of Random's methods only random() promises the same numbers in later versions.
    random = Random(seed).random
    return (_random_split(text, random, longest) for _ in range(count))


def _random_split(text: AnyStr, random: Callable[[], float], longest: int) -> list[AnyStr]:
    pieces = []
    start = 0
    while start < len(text):
        end = start + 1 + int(random() * longest)
        pieces.append(text[start:end])
        start = end
    return pieces


_LARGEST: Final = 10_000


def assert_linear(
    make_input: Callable[[int], _Input],
    run: Callable[[_Input], object],
    *,
    n: int = 64,
    growth: float = 6.0,
    seconds: float = 0.005,
    rounds: int = 3,
) -> float:
    """Check that ``run(make_input(4 * n))`` takes no more than ``growth`` times what ``run(make_input(n))`` takes.

    Linear work grows 4 times, quadratic work 16 times. ``n`` is doubled until one run takes ``seconds``, so that there is
    something to measure, but not beyond some ten thousand, where the processor's caches would count. What is measured is
    the CPU time of ``run`` alone, without the garbage collector, in ``rounds``, and in up to four times as many when it
    looks a little too slow; their median counts. Returns the growth found; raises ``AssertionError`` with the figures when
    it is too large, and :class:`~saxhtml.UsageError` if ``n`` or ``rounds`` is less than 1.
    """
    if n < 1 or rounds < 1:
        raise UsageError(f"assert_linear(n={n}, rounds={rounds}) measures nothing; both begin at 1")
    while n < _LARGEST and _cpu_seconds(make_input, run, n) < seconds:
        n *= 2
    found = []
    for done in range(1, 4 * rounds + 1):
        # n before 4n and after it: what slows the machine for a while slows both alike.
        small = _cpu_seconds(make_input, run, n)
        large = _cpu_seconds(make_input, run, 4 * n)
        small += _cpu_seconds(make_input, run, n)
        found.append(2 * large / small)
        if done >= rounds and median(found) <= growth:
            return median(found)
        if done >= rounds and median(found) > 2 * growth:
            break
    raise AssertionError(
        f"not linear: 4 times the input took {median(found):.1f} times as long, allowed {growth:g} "
        f"(median of {done} rounds; in the last {small * 500:.2f} ms at n={n}, {large * 1000:.2f} ms at n={4 * n})"
    )


def _cpu_seconds(make_input: Callable[[int], _Input], run: Callable[[_Input], object], n: int) -> float:
    made = make_input(n)
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = time.process_time()
        run(made)
        # Never zero, so that a coarse clock does not make a ratio of it impossible.
        return max(time.process_time() - start, 1e-9)
    finally:
        if collecting:
            gc.enable()


_STATES: Final[dict[str, StateName]] = {
    "Data state": "data",
    "RCDATA state": "RCDATA",
    "RAWTEXT state": "RAWTEXT",
    "Script data state": "script data",
    "PLAINTEXT state": "PLAINTEXT",
    "CDATA section state": "CDATA section",
}


def parser_in_state(handler: HandlerProtocol, state: str, last_start_tag: str | None = None, *, lane: bool = True) -> Parser:
    """Return a parser that begins in a state of the standard's tokenizer, named as in the html5lib suite.

    ``state`` is one of "Data state", "RCDATA state", "RAWTEXT state", "Script data state", "PLAINTEXT state" and "CDATA
    section state"; ``last_start_tag`` is the name, in lowercase, whose end tag ends the raw text. ``lane=False`` leaves out
    the parser's fast path. Raises :class:`~saxhtml.UsageError` for any other state.
    """
    if state not in _STATES:
        raise UsageError(f"{state!r} is no state to begin in; take one of {', '.join(map(repr, _STATES))}")
    parser = Parser(handler, lane=lane)
    parser._tokenizer.start_in(_STATES[state], last_start_tag)
    return parser
