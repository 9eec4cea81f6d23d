"""Feeding: a source goes to a parser one piece at a time, whenever somebody asks for more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from saxhtml.parser import Chunk, Parser, Source, _chunks

PIECE_SIZE: Final = 1 << 13
"""Bytes or characters that are read and fed at a time. Fewer than a parser takes: the events of a piece wait in a queue."""


def feeding(parser: Parser, source: Source, size: int) -> Iterator[bool]:
    """Feed a source and close the parser; yield after each step, no larger than ``size``, whether it was the last.

    Raises what reading and the parser do.
    """
    for chunk in _chunks(source, size):
        for piece in _cut(chunk, size):
            parser.feed(piece)
            yield False
    parser.close()
    yield True


def _cut(chunk: Chunk, size: int) -> Iterator[Chunk]:
    if isinstance(chunk, Chunk):
        for start in range(0, len(chunk), size):
            yield chunk[start : start + size]
    else:
        yield chunk  # feed() says what is wrong with it
