"""Several processes, a page each, and their output in the order of the sources.

Each process is started anew, so that nothing of this one's threads or files is in it; it keeps what a page gives in memory
until it is that page's turn. No more than two pages a process are under way or waiting.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from typing import TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")


def in_order(work: Callable[[_T], _R], items: Iterable[_T], processes: int) -> Iterator[tuple[_T, _R]]:
    """Yield each item with what ``work`` made of it, in order. ``work`` and the items are pickled."""
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_end_quietly)
    waiting: deque[tuple[_T, Future[_R]]] = deque()
    try:
        for item in items:
            with _interrupts_wait():
                waiting.append((item, pool.submit(work, item)))  # which may start a process
            if len(waiting) >= 2 * processes:
                yield _first(waiting)
        while waiting:
            yield _first(waiting)
    finally:
        pool.shutdown(cancel_futures=True)


def _first(waiting: deque[tuple[_T, Future[_R]]]) -> tuple[_T, _R]:
    item, future = waiting.popleft()
    return item, future.result()


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Keep Ctrl-C back, in this thread and in the processes that it starts, until they are ready to end quietly."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # which would let it through when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_quietly() -> None:
    """Let Ctrl-C, which a terminal sends to all processes, end this one without a word; the parent has the say."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
