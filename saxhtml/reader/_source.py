"""Whether a source can be read once more."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial

from saxhtml.parser import Chunk, Source


def way_back(source: Source) -> Callable[[], object] | None:
    """Return what takes a source back to where it is now, or None if it can be read only once."""
    if isinstance(source, Chunk | os.PathLike):
        return _stay
    if hasattr(source, "seek") and hasattr(source, "tell"):
        try:
            return partial(source.seek, source.tell()) if getattr(source, "seekable", _stay)() else None
        except (OSError, ValueError):  # a pipe, a response, a closed file
            return None
    return None if isinstance(source, Iterator) or hasattr(source, "read") or hasattr(source, "recv") else _stay


def _stay() -> bool:
    return True
