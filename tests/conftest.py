"""What every test may ask for: the shared suites and pages, the seed of random cuts, and an account of what ran."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import SystemRandom
from typing import Final

import pytest

PROJECT: Final = Path(__file__).resolve().parents[1]

SEED: Final = pytest.StashKey[int]()
RAN: Final = pytest.StashKey[Counter[str]]()


def find_shared() -> Path | None:
    """Return the directory that ``$SAXHTML_CONFORMANCE`` names, else ``shared`` beside the project, else None."""
    named = os.environ.get("SAXHTML_CONFORMANCE")
    if named:
        return Path(named)
    beside = PROJECT.parent / "shared"
    return beside if beside.is_dir() else None


ABSENT: Final = f"no suites: $SAXHTML_CONFORMANCE is not set and there is no {PROJECT.parent / 'shared'}"


def suites_required() -> bool:
    return os.environ.get("SAXHTML_REQUIRE_SUITES") == "1" or os.environ.get("CI") == "true"


def pytest_configure(config: pytest.Config) -> None:
    named = os.environ.get("SAXHTML_SEED")
    config.stash[SEED] = int(named) if named else SystemRandom().randrange(1_000_000)
    config.stash[RAN] = Counter()


def pytest_report_header(config: pytest.Config) -> str:
    return f"saxhtml: suites from {find_shared() or 'nowhere'}; random cuts with SAXHTML_SEED={config.stash[SEED]}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    ran = config.stash[RAN]
    if ran:
        account = "; ".join(f"{cases:,} {what}" for what, cases in ran.items())
    elif find_shared() is None:
        account = f"not one case ran: {ABSENT}"
    else:
        account = "not one case ran: none was selected"
    terminalreporter.write_line(f"conformance suites: {account}")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The directory with the suites and the pages; without it the test is skipped, or fails where suites are required."""
    found = find_shared()
    if found is None:
        if suites_required():
            pytest.fail(ABSENT)
        pytest.skip(ABSENT)
    if not found.is_dir():
        pytest.fail(f"$SAXHTML_CONFORMANCE is {found}, which is no directory")
    return found


@pytest.fixture(scope="session")
def pages() -> list[Path]:
    """The shared pages; without them those that ship as examples."""
    found = find_shared()
    return sorted((PROJECT / "examples" if found is None else found).glob("pages/*.html"))


@pytest.fixture(scope="session")
def seed(pytestconfig: pytest.Config) -> int:
    """The seed of this run's random cuts: new each time, in the report's header, and settable as ``$SAXHTML_SEED``."""
    return pytestconfig.stash[SEED]


@pytest.fixture(scope="session")
def ran(pytestconfig: pytest.Config) -> Counter[str]:
    """How many cases of a suite ran, by what ran and how; the summary line at the end prints it."""
    return pytestconfig.stash[RAN]
