"""How much an endless page costs: the growth of peak memory from 8 MB of input to 128, in a process for each case.

``python -m tests.benchmarks.memory PARSER SHAPE MEGABYTES SECONDS`` is one case; it prints its figures as JSON.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from time import process_time
from typing import Final

from saxhtml.errors import LimitExceeded

from .entries import Entry
from .own import entries as own_entries
from .pages import PIECE, ROOT, Page
from .peers import entries as peer_entries

MEGABYTE: Final = 1_000_000
SETTLED: Final = 8 * MEGABYTE
"""Characters after which a parser has all it needs, caches too."""

STATUS: Final = Path("/proc/self/status")

PARSERS: Final = ("saxhtml", "html.parser", "lxml", "turbohtml")
"""Those that take a page in pieces."""


@dataclass(frozen=True, slots=True)
class Growth:
    """One case: megabytes of memory more at the end than at 8 MB of input, and the megabytes of input it got to.

    ``growth`` is None if that was not twice as far as 8. ``limited`` tells that the parser refused to go on.
    """

    parser: str
    shape: str
    growth: float | None
    reached: float
    limited: bool = False


def _text(_number: int) -> str:
    return "Words in a row, with a reference &amp; another&#33; and an end of line.\n"


def _tags(number: int) -> str:
    return f'<p id="p{number}"><x-{number} class=c{number}>word</x-{number}><a href="/item/{number}?a=1&amp;b=2">link</a></p>\n'


def _script(number: int) -> str:
    return f"if (a < b && c > {number}) {{ document.write('<p>' + {number} + '<\\/script') }} // </scrip\n"


def _nests(number: int) -> str:
    return f'<div class="level"><span>level {number} of elements that nobody ever closes</span><ul><li>'


def _foreign(number: int) -> str:
    return f'<g><svg class="level"><title>level {number} of elements that nobody ever closes<math><mi>'


SHAPES: Final[dict[str, tuple[str, Callable[[int], str]]]] = {
    "text": ("", _text),
    "tags": ("", _tags),
    "script": ("<script>", _script),
    "nests": ("", _nests),
    "foreign": ("<svg>", _foreign),
}
"""The endless pages: how each begins, and what comes then, by number."""


def pieces(shape: str) -> Iterator[str]:
    """Yield an endless page in pieces of equal length, cut wherever that falls."""
    rest, make = SHAPES[shape]
    numbers = count()
    while True:
        while len(rest) < PIECE:
            rest += "".join(make(next(numbers)) for _ in range(100))
        yield rest[:PIECE]
        rest = rest[PIECE:]


def peak() -> float:
    """Return the most memory this process has had, in megabytes.

    Linux hands ``ru_maxrss`` on from the process that started this one, so there the kernel's own figure is read.
    """
    if STATUS.exists():
        found = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM"))
        return int(found.split()[1]) * 1024 / MEGABYTE
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / MEGABYTE


def grow(entry: Entry, shape: str, megabytes: float, seconds: float) -> Growth:
    """Let ``entry`` read so much of an endless page, or as much as it can in ``seconds`` of CPU; measure in this process."""
    fed = 0
    settled = at_end = 0.0
    end = process_time() + seconds

    def watched() -> Iterator[str]:
        nonlocal fed, settled, at_end
        for piece in pieces(shape):
            if fed >= megabytes * MEGABYTE or process_time() > end:
                break
            yield piece
            fed += len(piece)
            if fed <= SETTLED:
                settled = peak()
        at_end = peak()  # before the parser is told to close

    limited = False
    try:
        entry.run(Page(shape, "", watched()))
    except LimitExceeded:
        limited, at_end = True, peak()
    growth = at_end - settled if fed >= 2 * SETTLED else None
    return Growth(entry.parser, shape, growth, fed / MEGABYTE, limited)


def grow_apart(parser: str, shape: str, megabytes: float, seconds: float) -> Growth:
    """Do the same in a process of its own."""
    command = [sys.executable, "-m", __name__, parser, shape, str(megabytes), str(seconds)]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return Growth(**json.loads(done.stdout))


def entry_of(parser: str) -> Entry:
    """Return the entry that counts all events with ``parser``. Raises StopIteration for one that is not installed."""
    return next(entry for entry in own_entries() + peer_entries() if (entry.task, entry.parser) == ("events", parser))


def main(arguments: list[str]) -> None:
    """Run one case and print it."""
    parser, shape, megabytes, seconds = arguments
    print(json.dumps(asdict(grow(entry_of(parser), shape, float(megabytes), float(seconds)))))


if __name__ == "__main__":
    main(sys.argv[1:])
