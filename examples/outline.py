"""Print the outline of pages: their headings, indented by level, with the lines on which they stand.

    python examples/outline.py examples/pages/*.html
    python examples/outline.py --deepest 2 https://www.python.org/
    curl -s https://example.org/ | python examples/outline.py

A heading is printed as soon as its end tag has been read. Between headings the parser looks for nothing but their start tags.

Exit status: 0; 1 if a page could not be read, in which case the others still are; 2 if the command line makes no sense.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPException, HTTPResponse
from string import punctuation
from typing import BinaryIO, Final
from urllib.parse import quote
from urllib.request import Request, urlopen

from saxhtml import LimitExceeded
from saxhtml.capture import select

TIMEOUT_SECONDS: Final = 30


def opened(source: str) -> BinaryIO | HTTPResponse:
    """Return what a page is read from: a URL, a file, or standard input for ``-``."""
    if source == "-":
        return sys.stdin.buffer
    if source.startswith(("http://", "https://")):
        request = Request(quote(source, safe=punctuation), headers={"User-Agent": "outline"})
        response: HTTPResponse = urlopen(request, timeout=TIMEOUT_SECONDS)
        return response
    return open(source, "rb")


def outline(source: str, *, deepest: int = 6) -> Iterator[str]:
    """Yield a line for each heading that has a text, of level ``deepest`` or above."""
    headings = ", ".join(f"h{level}" for level in range(1, deepest + 1))
    with closing(opened(source)) as page:
        for heading in select(headings, page):
            text = " ".join((heading.text or "").split())
            if text:
                yield f"{heading.line:5}  {'  ' * (int(heading.name[1]) - 1)}{text}"


def main() -> int:
    arguments = ArgumentParser(description="Print the headings of pages, indented by level, with their lines.")
    arguments.add_argument("pages", nargs="*", default=["-"], metavar="PAGE", help="a file or URL; standard input if not given")
    arguments.add_argument(
        "--deepest", type=int, choices=range(1, 7), default=6, metavar="LEVEL", help="leave out what is deeper"
    )
    given = arguments.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    status = 0
    for source in given.pages:
        try:
            if len(given.pages) > 1:
                print(source, flush=True)
            for line in outline(source, deepest=given.deepest):
                print(line, flush=True)
        except BrokenPipeError:  # whoever reads the output, such as head, has had enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return status
        except (OSError, HTTPException, ValueError, LimitExceeded) as error:
            print(f"{source}: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
