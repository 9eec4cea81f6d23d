"""The lane and the states, whatever is wanted: what filtering all the events would give, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

import pytest
from tokenizer_cases import wanted
from tokenizer_interests import (
    ALL,
    INTERESTS,
    NO_ERRORS,
    Switcher,
    Watcher,
    all_events,
    every,
    joined,
    nasty,
    run,
    switched,
)

from saxhtml.handler import Interest
from saxhtml.testing import Event, random_splits
from saxhtml.tokenizer import _driver, _lane

PIECES: Final = 40
"""Random inputs per test."""

WINDOWS: Final = {"window as it is": _lane.WINDOW, "window of 20": 20}


def inputs(seed: int) -> Iterator[tuple[int, str, Random]]:
    for number in range(PIECES):
        random = Random(f"{seed}/{number}")
        yield number, nasty(random), random


@pytest.mark.parametrize("interest", INTERESTS.values(), ids=INTERESTS.keys())
def test_each_interest_gets_what_it_would_pick_from_all(interest: Interest, seed: int) -> None:
    for number, source, random in inputs(seed):
        full = all_events(source)
        expected = [found for found in full.found if wanted(found.event, interest)]
        ways = [[source], *random_splits(source, random.random().hex(), count=2, longest=random.choice((3, 40)))]
        for lane, chunks in ((lane, chunks) for chunks in ways for lane in (False, True)):
            watcher = run(Watcher(interest), chunks, lane=lane)
            what = f"seed {seed}, input {number}, lane={lane}, {chunks}"
            assert joined(watcher.found, source, full.found) == expected, what
            assert watcher.errors == (full.errors if interest.parse_error else []), what


@pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS.keys())
@pytest.mark.parametrize("interest", INTERESTS.values(), ids=INTERESTS.keys())
def test_a_place_asked_for_now_and_then_is_the_same(interest: Interest, window: int, seed: int) -> None:
    with patch.object(_lane, "WINDOW", window), patch.object(_driver, "_SHORTEST", 1):
        for number, source, random in inputs(seed):
            step = random.randint(2, 5)
            always = run(Watcher(interest), [source], lane=True)
            sometimes = run(Watcher(interest, asks=every(step)), [source], lane=True)
            expected = [found._replace(place=None) if at % step else found for at, found in enumerate(always.found)]
            assert sometimes.found == expected, f"seed {seed}, input {number}, {source!r}"


def by_offset(event: Event, offset: int) -> bool:
    return offset % 3 == 0


def markup_by_offset(event: Event, offset: int) -> bool:
    return event[0] != "text" and offset % 2 == 0


SWITCHED: Final = {
    "all but errors by turns": [ALL, NO_ERRORS],
    "text inside a": [Interest(start={"a"}), Interest(end={"a", "div"}, text=True)],
    "tags, then text": [Interest(start=True, end=True), Interest(text=True, comment=True, start={"script", "style"})],
    "raw elements": [Interest(start={"script", "title"}, text=True), Interest(end=True), Interest(text=True, parse_error=True)],
    "comments, then tags": [Interest(comment=True), Interest(start=True, parse_error=True), Interest(text=True)],
}


@pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS.keys())
@pytest.mark.parametrize("interests", SWITCHED.values(), ids=SWITCHED.keys())
def test_an_interest_that_changes_counts_from_the_next_event_on(interests: list[Interest], window: int, seed: int) -> None:
    with patch.object(_lane, "WINDOW", window), patch.object(_driver, "_SHORTEST", 1):
        for number, source, random in inputs(seed):
            source += "."  # which leaves nothing held: the last text comes whole
            full = all_events(source).found
            what = f"seed {seed}, input {number}, {source!r}"
            expected = switched(full, interests, by_offset)
            for lane in (False, True):
                got = run(Switcher(interests, by_offset), [source], lane=lane).found
                assert joined(got, source, full) == expected, f"{what}, lane={lane}"
            expected = switched(full, interests, markup_by_offset)
            for chunks in random_splits(source, random.random().hex(), count=2, longest=30):
                got = run(Switcher(interests, markup_by_offset), chunks, lane=True).found
                assert joined(got, source, full) == expected, f"{what}, {chunks}"


def test_pages_give_each_interest_what_it_would_pick_from_all(shared: Path, seed: int) -> None:
    paths = sorted((shared / "pages").glob("*.html"))
    assert paths
    turn = 0
    for path in paths:
        source = path.read_bytes().decode("utf-8", "replace")[:60_000]
        full = all_events(source)
        for name, interest in [*INTERESTS.items()][turn % 4 :: 4]:
            expected = [found for found in full.found if wanted(found.event, interest)]
            chunks = [source] if turn % 2 else next(random_splits(source, f"{seed}/{path.name}", longest=5000))
            watcher = run(Watcher(interest), chunks, lane=True)
            assert joined(watcher.found, source, full.found) == expected, (path.name, name, seed)
            assert watcher.errors == (full.errors if interest.parse_error else []), (path.name, name)
            turn += 1
