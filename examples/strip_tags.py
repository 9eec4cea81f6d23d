"""Take the tags out of a page and keep its text; or all tags but some.

    python examples/strip_tags.py page.html
    python examples/strip_tags.py --keep p,a,em --attributes href,title https://example.org/
    curl -s https://example.org/ | python examples/strip_tags.py

Scripts, style sheets and templates go with all they hold, comments too. Without ``--keep`` plain text comes out; with it, HTML,
in which text is escaped anew: taking a tag out never makes one of what stood around it.

What the attributes that stay say is not looked at. For HTML from strangers that is not enough: think of ``javascript:`` URLs.

Exit status: 0; 1 if the page could not be read; 2 if the command line makes no sense.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from contextlib import closing
from html import escape
from http.client import HTTPException, HTTPResponse
from string import punctuation
from typing import BinaryIO, Final, TextIO
from urllib.parse import quote
from urllib.request import Request, urlopen

from typing_extensions import override

from saxhtml import Attributes, Handler, HandlerProtocol, LimitExceeded, parse
from saxhtml.filters import chain, drop, drop_attributes, keep_tags

NOT_TEXT: Final = ["script", "style", "template"]
TIMEOUT_SECONDS: Final = 30


class TextWriter(Handler):
    """Writes the text."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    @override
    def text(self, data: str) -> None:
        self.out.write(data)


class HtmlWriter(Handler):
    """Writes text and tags as HTML."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.out.write(f"<{name}{attrs.source}>")

    @override
    def end_tag(self, name: str) -> None:
        self.out.write(f"</{name}>")

    @override
    def text(self, data: str) -> None:
        self.out.write(escape(data, quote=False))


def stripper(out: TextIO, *, keep: list[str], attributes: list[str]) -> HandlerProtocol:
    """Return a handler that writes to ``out`` what is to stay of a page."""
    if not keep:
        return chain(drop(NOT_TEXT), TextWriter(out))
    other_attributes = drop_attributes(lambda name: name not in attributes)
    return chain(drop(NOT_TEXT), keep_tags(keep), other_attributes, HtmlWriter(out))


def names(listed: str) -> list[str]:
    return [name.strip().lower() for name in listed.split(",") if name.strip()]


def opened(source: str) -> BinaryIO | HTTPResponse:
    """Return what a page is read from: a URL, a file, or standard input for ``-``."""
    if source == "-":
        return sys.stdin.buffer
    if source.startswith(("http://", "https://")):
        request = Request(quote(source, safe=punctuation), headers={"User-Agent": "strip_tags"})
        response: HTTPResponse = urlopen(request, timeout=TIMEOUT_SECONDS)
        return response
    return open(source, "rb")


def main() -> int:
    arguments = ArgumentParser(description="Take the tags out of a page and keep its text, or all tags but some.")
    arguments.add_argument("page", nargs="?", default="-", help="a file or URL; standard input if not given")
    arguments.add_argument("--keep", type=names, default=[], metavar="TAG,...", help="tags that stay")
    arguments.add_argument("--attributes", type=names, default=[], metavar="NAME,...", help="attributes that stay in them")
    given = arguments.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        with closing(opened(given.page)) as page:
            parse(page, stripper(sys.stdout, keep=given.keep, attributes=given.attributes))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads the output, such as head, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, HTTPException, ValueError, LimitExceeded) as error:
        print(f"{given.page}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
