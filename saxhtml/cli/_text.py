"""``saxhtml text``: what a page says to its reader."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from saxhtml.cli._output import Output
from saxhtml.cli._sources import Page
from saxhtml.text import TextWriter


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    def run(page: Page, out: Output) -> int:
        if arguments.format == "jsonl":
            pieces: list[str] = []
            try:
                page.parse(TextWriter(pieces.append, alt=arguments.alt), lambda: None)
            finally:  # what has arrived counts, whatever was to come
                out.json({"page": page.name, "text": "".join(pieces)})
        else:
            last = "\n"

            def write(piece: str) -> None:
                nonlocal last
                last = piece
                out.write(piece)

            try:
                page.parse(TextWriter(write, alt=arguments.alt), out.flush)
            finally:
                if not last.endswith("\n"):
                    out.write("\n")
                if page.several:
                    out.write("\n")
        return 0

    return run
