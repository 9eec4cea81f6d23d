"""The command: ``python -m tests.benchmarks [PAGES_DIR]``, with ``--help`` for what can be left out, added or kept."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from . import floor, measure, memory, own, pages, peers, report
from .entries import TASKS, Entry
from .pages import DIRECTORIES, Page


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: ``seconds`` is what a peer is given for an endless page of so many ``megabytes``."""

    rounds: int
    every_nth_page: int
    letters: int
    megabytes: int
    seconds: float


FULL: Final = Effort(rounds=7, every_nth_page=1, letters=100_000, megabytes=128, seconds=3)
QUICK: Final = Effort(rounds=3, every_nth_page=6, letters=10_000, megabytes=24, seconds=1)

PATIENCE: Final = 60.0
"""Seconds of CPU that saxhtml is given for an endless page; it should need a tenth."""


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure saxhtml beside other parsers.")
    parser.add_argument("pages", nargs="?", type=Path, metavar="PAGES_DIR", help="directory with .html files")
    parser.add_argument("--rounds", type=int, metavar="N", help=f"rounds to take the median of (default {FULL.rounds})")
    parser.add_argument("--only", nargs="+", action="extend", choices=TASKS, metavar="TASK", help=f"of {', '.join(TASKS)}")
    parser.add_argument("--quick", action="store_true", help="few rounds, few pages: to see that it runs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw them there as a bar chart (.png)")
    options = parser.parse_args(arguments)
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds takes a number from 1 on")
    if options.plot is not None and find_spec("matplotlib") is None:
        parser.error("--plot needs matplotlib: pip install 'saxhtml[bench]'")
    options.only = options.only or list(TASKS)
    if options.plot is not None and not {"events", "attributes", "links", "text", "letters"} & set(options.only):
        parser.error("--plot draws speeds, and --only leaves none to draw")
    directories = DIRECTORIES if options.pages is None else (options.pages,)
    options.pages = next((directory for directory in directories if any(directory.glob("*.html"))), None)
    if options.pages is None:
        parser.error(f"no .html files in {' or '.join(map(str, directories))}: name a directory that has some")
    return options


def _measured(task: str, entries: Sequence[Entry], loaded: Sequence[Page], effort: Effort) -> list[report.Row]:
    if task == "latency":
        return report.rows(measure.latency(entries, loaded, effort.rounds), None)
    if task == "letters":
        loaded = pages.letter_by_letter(loaded, effort.letters)
    return report.rows(measure.work(entries, loaded, effort.rounds), pages.size(loaded))


def _grown(effort: Effort) -> list[memory.Growth]:
    installed = {"saxhtml", "html.parser", *peers.versions()}
    parsers = [parser for parser in memory.PARSERS if parser in installed]
    return [
        memory.grow_apart(parser, shape, effort.megabytes, PATIENCE if parser == "saxhtml" else effort.seconds)
        for parser in parsers
        for shape in memory.SHAPES
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what the arguments ask for; print each table as soon as it is there."""
    options = _arguments(arguments)
    effort = QUICK if options.quick else FULL
    if options.rounds is not None:
        effort = Effort(options.rounds, effort.every_nth_page, effort.letters, effort.megabytes, effort.seconds)
    loaded = pages.load(options.pages)[:: effort.every_nth_page]
    setting = report.Setting(
        date=report.now(),
        machine=report.machine(),
        cpus=report.cpus(),
        python=report.python(),
        versions=peers.versions(),
        directory=str(options.pages),
        pages=len(loaded),
        bytes=pages.size(loaded),
        characters=sum(len(page.text) for page in loaded),
        rounds=effort.rounds,
    )
    print(setting.header(), end="\n\n", flush=True)
    everything = own.entries() + floor.entries() + peers.entries()
    rows: list[report.Row] = []
    growths: list[memory.Growth] = []
    for task in TASKS:
        if task not in options.only:
            continue
        if task == "memory":
            growths = _grown(effort)
            body = report.memory_table(growths)
        else:
            found = _measured(task, [entry for entry in everything if entry.task == task], loaded, effort)
            rows += found
            body = report.table(found)
        print(report.section(task, body), flush=True)
    print(report.NOTES, end="")
    if options.json is not None:
        report.write_json(options.json, setting, rows, growths)
    if options.plot is not None:
        report.plot(options.plot, setting, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
