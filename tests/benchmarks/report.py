"""The results as a table in Markdown, as JSON, and as a chart."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from .entries import BASELINES, TASKS
from .measure import Times
from .memory import SETTLED, Growth

CPUINFO: Final = Path("/proc/cpuinfo")

NOTES: Final = """\
* Pages are text, fed in pieces of 16,384 characters; "(whole)" marks a parser that was given each page in one.
* MB/s are of UTF-8, in CPU time of this process: the median over interleaved rounds, the best round, and how far a round lies
  from the middle one (median). A ratio is the median over the ratios within each round: above 1 is faster than that parser.
* counted: events; events and attributes; links; characters of text. The same number is the same work, but for what follows.
* floor: `finditer` over whole pages and two calls a match, empty or counting; no references, attributes, positions, odd cases.
* saxhtml, html.parser and lxml's target have their methods called. turbohtml, html5lib and justhtml are iterated over, which
  saves them the calls; "turbohtml, dispatch" has its tokens called out.
* Attributes are parsed when looked into by saxhtml; for every tag by all others (except in turbohtml's text row).
* lxml repairs while it reads: adds tags that are missing, drops end tags that close nothing, and text outside of all elements.
* turbohtml and justhtml read noscript as raw text, as where scripts run; justhtml takes a CR for part of a tag's name.
* html5lib makes separate tokens of spaces, references and text, and of parse errors, which are not counted; it is told where
  raw text begins, as its tree builder would. html.parser of older Pythons ends scripts and comments in other places.
* selectolax builds a tree of the whole page and selects in it; it has no events, and its tree may hold links twice.
* rewrite: html5lib parses, edits the tree and serialises it; turbohtml is given the page in one and returns it in one.
* letters are a sample of the smaller pages, for the parsers that take pieces.
* memory: "limit at" so many MB is where a parser refuses to go on, by its `Limits`; elsewhere the time for it was up.
* latency is wall-clock time, the median over the pages. justhtml and html5lib hold the whole page by then.
"""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the figures depend on."""

    date: str
    machine: str
    cpus: int | None
    python: str
    versions: dict[str, str]
    directory: str
    pages: int
    bytes: int
    characters: int
    rounds: int

    def header(self) -> str:
        """Return it in three lines."""
        versions = ", ".join(f"{name} {version}" for name, version in self.versions.items())
        return (
            f"{self.date}, {self.machine}, {self.cpus} CPUs, {self.python}\n"
            f"{versions}\n"
            f"{self.pages} pages of {self.directory}: {self.bytes:,} bytes, {self.characters:,} characters; "
            f"{self.rounds} rounds"
        )


@dataclass(frozen=True, slots=True)
class Row:
    """One parser's result in one task; ``ratios`` says how many times as fast it is as each baseline."""

    task: str
    parser: str
    unit: str
    median: float
    best: float
    spread: float
    counted: int
    rounds: int
    whole: bool
    ratios: dict[str, float]

    @property
    def label(self) -> str:
        """The parser's name, with a mark when it was given pages in one."""
        return f"{self.parser} (whole)" if self.whole else self.parser


def now() -> str:
    """Return today's date, in UTC."""
    return datetime.now(UTC).date().isoformat()


def machine() -> str:
    """Return the processor's name as far as the system tells it."""
    if CPUINFO.exists():
        for line in CPUINFO.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def python() -> str:
    """Return the interpreter's name and version."""
    return f"{platform.python_implementation()} {platform.python_version()} on {platform.system()}"


def cpus() -> int | None:
    """Return how many CPUs the system has."""
    return os.cpu_count()


def rows(times: Sequence[Times], size: int | None) -> list[Row]:
    """Return the rows of one task, the fastest first: MB/s when ``size`` in bytes is given, else microseconds."""

    def value(seconds: float) -> float:
        return seconds * 1e6 if size is None else size / seconds / 1e6

    baselines = {one.entry.parser: one for one in times if one.entry.parser in BASELINES}
    return [
        Row(
            task=one.entry.task,
            parser=one.entry.parser,
            unit="µs" if size is None else "MB/s",
            median=value(one.median),
            best=value(one.best),
            spread=one.spread,
            counted=one.counted,
            rounds=len(one.rounds),
            whole=one.entry.whole,
            ratios={name: one.times_as_fast_as(baselines[name]) for name in BASELINES if name in baselines},
        )
        for one in sorted(times, key=lambda one: one.median)
    ]


def table(of_rows: Sequence[Row]) -> str:
    """Return the rows of one task as a table."""
    head = ["", of_rows[0].unit, "best", "spread", "counted", *(f"x {name}" for name in BASELINES)]
    lines = [
        [
            row.label,
            _figure(row.median),
            _figure(row.best),
            f"{row.spread:.0%}",
            f"{row.counted:,}" if row.counted else "",
            *(f"{row.ratios[name]:.2f}" if name in row.ratios else "" for name in BASELINES),
        ]
        for row in of_rows
    ]
    return _aligned([head, *lines])


def memory_table(growths: Sequence[Growth]) -> str:
    """Return the growths as a table: a line for each parser, a column for each shape of page."""
    cases = {(one.parser, one.shape): one for one in growths}
    parsers = dict.fromkeys(one.parser for one in growths)
    shapes = dict.fromkeys(one.shape for one in growths)
    lines = [[parser, *(_growth(cases[parser, shape]) for shape in shapes)] for parser in parsers]
    return _aligned([["", *shapes], *lines])


def _growth(one: Growth) -> str:
    growth = "?" if one.growth is None else f"{one.growth:.1f}"
    return f"{growth} ({'limit at' if one.limited else 'to'} {one.reached:.0f})"


def _figure(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _aligned(lines: Sequence[Sequence[str]]) -> str:
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    made = []
    for line in (lines[0], rule, *lines[1:]):
        cells = [line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]
        made.append("| " + " | ".join(cells) + " |")
    return "\n".join(made)


def section(task: str, body: str) -> str:
    """Return a task's table under its title."""
    title = TASKS[task]
    if task == "memory":
        title += f", from {SETTLED // 1_000_000} MB of input on, in MB (to so many MB of input)"
    return f"## {title} ({task})\n\n{body}\n"


def write_json(path: Path, setting: Setting, of_rows: Sequence[Row], growths: Sequence[Growth]) -> None:
    """Write everything the tables say, unrounded."""
    content = {
        "setting": asdict(setting),
        "results": [asdict(row) for row in of_rows],
        "memory": [asdict(growth) for growth in growths],
        "notes": NOTES,
    }
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def plot(path: Path, setting: Setting, of_rows: Sequence[Row]) -> None:
    """Write a bar chart with a panel for each task that has a throughput. Raises ImportError without matplotlib."""
    figures: Any = import_module("matplotlib.figure")
    tasks = list(dict.fromkeys(row.task for row in of_rows if row.unit == "MB/s"))
    panels = {task: [row for row in of_rows if row.task == task] for task in tasks}
    heights = [len(panel) + 1.5 for panel in panels.values()]
    figure = figures.Figure(figsize=(8, 0.3 * sum(heights) + 1), layout="constrained")
    axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)
    for axis, (task, panel) in zip(axes[:, 0], panels.items(), strict=True):
        speeds = [row.median for row in panel]
        colours = [_COLOURS.get(row.parser.partition(",")[0], _OTHER) for row in panel]
        bars = axis.barh([row.label for row in panel], speeds, color=colours)
        axis.bar_label(bars, labels=[_figure(speed) for speed in speeds], padding=3, fontsize=8)
        axis.set_title(TASKS[task], loc="left", fontsize=10)
        axis.invert_yaxis()
        axis.margins(x=0.1)
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(labelsize=8)
    axes[-1, 0].set_xlabel("MB/s", fontsize=8)
    figure.suptitle(f"{setting.date}, {setting.python}, {setting.machine}", fontsize=8)
    figure.savefig(path, dpi=150)


_COLOURS: Final = {"saxhtml": "#1f6f54", "floor": "#c9a227"}
_OTHER: Final = "#a9b4c0"
