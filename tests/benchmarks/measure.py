"""Interleaved rounds: every parser does the first page, then every parser the second, and that several times over.

A slow moment of the machine then hits all of them, and a ratio is taken within a round before the median over the rounds.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import process_time
from typing import Final

from .entries import Entry
from .pages import Page

BUDGET: Final = 5.0
"""Seconds an entry may take before it sits out the remaining rounds: the slow ones need fewer."""


@dataclass(slots=True)
class Times:
    """What an entry took: seconds by round, and what it counted on all pages in one round."""

    entry: Entry
    rounds: list[float] = field(default_factory=list)
    counted: int = 0

    @property
    def median(self) -> float:
        """The middle round, in seconds."""
        return median(self.rounds)

    @property
    def best(self) -> float:
        """The fastest round, in seconds."""
        return min(self.rounds)

    @property
    def spread(self) -> float:
        """How far a round lies from the middle one, as a share of it: the median of the distances."""
        middle = self.median
        return median(abs(seconds - middle) for seconds in self.rounds) / middle

    def times_as_fast_as(self, other: Times) -> float:
        """Return the median over the rounds that both took part in."""
        return median(theirs / ours for ours, theirs in zip(self.rounds, other.rounds, strict=False))


def work(
    entries: Sequence[Entry],
    pages: Sequence[Page],
    rounds: int,
    *,
    budget: float = BUDGET,
    clock: Callable[[], float] = process_time,
) -> list[Times]:
    """Time the work of each entry over all pages, in seconds of this process's CPU, which other processes disturb least."""
    for entry in entries:
        entry.run(pages[0])
    results = [Times(entry) for entry in entries]
    collecting = gc.isenabled()
    gc.disable()
    try:
        for number in range(rounds):
            # Another one goes first each round, so that nobody always runs in the same one's wake.
            running = [times for times in results if sum(times.rounds) < budget]
            shift = number % max(len(running), 1)
            running = running[shift:] + running[:shift]
            taken, counted = [0.0] * len(running), [0] * len(running)
            gc.collect()
            for page in pages:
                for index, times in enumerate(running):
                    run = times.entry.run
                    start = clock()
                    count = run(page)
                    taken[index] += clock() - start
                    counted[index] += int(count)
            for times, seconds, times.counted in zip(running, taken, counted, strict=True):
                times.rounds.append(seconds)
    finally:
        if collecting:
            gc.enable()
    return results


def latency(entries: Sequence[Entry], pages: Sequence[Page], rounds: int) -> list[Times]:
    """Let each entry say how long it was to the first event; a round's time is the median over the pages."""
    results = [Times(entry) for entry in entries]
    for _ in range(rounds):
        by_page = [[times.entry.run(page) for times in results] for page in pages]
        for times, seconds in zip(results, zip(*by_page, strict=True), strict=True):
            times.rounds.append(median(seconds))
    return results
