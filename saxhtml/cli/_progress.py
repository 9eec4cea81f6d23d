"""How far it is: a bar on the standard error, if that is a terminal and the work takes long.

tqdm draws it where it is installed (extra ``cli``), a line of our own where it is not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

_DELAY_SECONDS: Final = 1
"""Work that takes no longer shows nothing."""
_INTERVAL_SECONDS: Final = 0.1

Step = Callable[[str], object]
"""Called with the name of each page that is done."""


@contextmanager
def progress(total: int) -> Iterator[Step]:
    """Show how many of ``total`` pages are done, beside output that goes to a file or a pipe."""
    if total < 2 or not sys.stderr.isatty() or sys.stdout.isatty():
        yield _nothing
        return
    try:
        from tqdm import tqdm  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415
    except ImportError:
        line = _Line(total)
        yield line.step
        line.clear()
    else:
        with tqdm(total=total, unit="page", delay=_DELAY_SECONDS, leave=False, file=sys.stderr) as bar:
            yield lambda _: _tick(bar)


def _nothing(_: str) -> None:
    """Show nothing."""


def _tick(bar: Any) -> None:
    bar.update()


class _Line:
    """One line that is written over again and again."""

    __slots__ = ("_done", "_next", "_shown", "_total")

    def __init__(self, total: int) -> None:
        self._total: Final = total
        self._done = 0
        self._shown = False
        self._next = monotonic() + _DELAY_SECONDS

    def step(self, name: str) -> None:
        self._done += 1
        now = monotonic()
        if now >= self._next:
            self._next = now + _INTERVAL_SECONDS
            self._shown = True
            print(f"\r\x1b[K{self._done}/{self._total} {name[-60:]}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print(end="\r\x1b[K", file=sys.stderr, flush=True)
