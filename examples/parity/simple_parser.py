"""Print every event of a page, and where it stands.

    python examples/parity/simple_parser.py examples/pages/trains-1998.html

So did the simple parser that came with the Lisp parser generator, whose contexts here are the methods of a handler.

Exit status: 0; 1 if the page could not be read; 2 if the command line makes no sense.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from typing_extensions import override

from saxhtml import Attributes, Doctype, Handler, LimitExceeded, parse


class Printer(Handler):
    """Prints what it is told."""

    @override
    def doctype(self, doctype: Doctype) -> None:
        self.show("doctype", doctype.name or "")

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.show("start", name, *(f"{attribute}={value!r}" for attribute, value in attrs.items()))

    @override
    def end_tag(self, name: str) -> None:
        self.show("end", name)

    @override
    def text(self, data: str) -> None:
        self.show("text", repr(data))

    @override
    def comment(self, data: str) -> None:
        self.show("comment", repr(data))

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self.show("pi", target, repr(data))

    def show(self, *words: str) -> None:
        print(f"{self.locator.line}:{self.locator.column}", *words)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: simple_parser.py PAGE", file=sys.stderr)
        return 2
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        parse(Path(arguments[0]), Printer())
    except BrokenPipeError:  # whoever reads the output, such as head, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, LimitExceeded) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
