"""Change the links of a page, and not a character besides.

    python examples/hrefsub.py '^http://' 'https://' page.html > new.html
    python examples/hrefsub.py --only src '^/img/(.*)' 'https://cdn.example/\\1' < page.html
    python examples/hrefsub.py '^/' 'https://example.org/' https://example.org/ > copy.html

The first argument is a pattern, the second what is put in its place, as in Python's ``re.sub``. The pattern sees what an
attribute means (``a&amp;b`` as ``a&b``); a value that it changes is written anew, in the quotes that it had. Looked at are
all attributes that hold one URL, but not lists of them (``srcset``).

The page is written as it is read, piece by piece. It may be in any encoding of which ASCII is a part, which is all but UTF-16.

Exit status: 0; 1 if the page could not be read; 2 if the command line or the pattern makes no sense.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Set
from http.client import HTTPException, HTTPResponse
from io import TextIOWrapper
from string import punctuation
from typing import BinaryIO, Final, TextIO
from urllib.parse import quote
from urllib.request import Request, urlopen

from typing_extensions import override

from saxhtml import Attributes, AttributeSpan, Doctype, Handler, LimitExceeded, Parser

LINKS: Final = frozenset(
    """action background cite classid codebase data dynsrc formaction href icon longdesc lowsrc manifest poster profile src
    usemap""".split()
)
CHUNK: Final = 1 << 16
TIMEOUT_SECONDS: Final = 30
NEEDS_QUOTES: Final = re.compile(r"""[ \t\n\f\r"'=<>`]|\A\Z""")


def written(value: str, span: AttributeSpan) -> str:
    """Return a value as it is written where ``span`` was, the quotes around which stay."""
    value = value.replace("&", "&amp;")
    if span.quote == "'":
        return value.replace("'", "&#39;")
    value = value.replace('"', "&quot;")
    if not span.quote and NEEDS_QUOTES.search(value):
        value = f'"{value}"'
    # An attribute that has no value has its span right behind the name.
    return "=" + value if span.value_start == span.name_end else value


class Links(Handler):
    """Notes what is to be changed in the tags, and how far the page is known."""

    def __init__(self, attributes: Set[str], change: Callable[[str], str]) -> None:
        self.attributes = attributes
        self.change = change
        self.edits: list[tuple[int, int, str]] = []
        self.known = 0

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.known = self.locator.end_offset
        changed = {}
        for attribute in attrs.keys() & self.attributes:
            new = self.change(attrs[attribute])
            if new != attrs[attribute]:
                changed[attribute] = new
        if changed:
            for span in self.locator.attribute_spans():
                if span.name in changed:  # of several of one name, the first counts
                    self.edits.append((span.value_start, span.value_end, written(changed.pop(span.name), span)))

    # All other events are wanted for one thing only: what stands before their end will not change any more.

    @override
    def end_tag(self, name: str) -> None:
        self.known = self.locator.end_offset

    @override
    def text(self, data: str) -> None:
        self.known = self.locator.end_offset

    @override
    def comment(self, data: str) -> None:
        self.known = self.locator.end_offset

    @override
    def doctype(self, doctype: Doctype) -> None:
        self.known = self.locator.end_offset

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self.known = self.locator.end_offset


def substituted(page: TextIO, attributes: Set[str], change: Callable[[str], str], *, chunk: int = CHUNK) -> Iterator[str]:
    """Yield the page with the values of attributes changed."""
    links = Links(attributes, change)
    parser = Parser(links)
    held, offset = "", 0  # what has been read and not written, and where in the page that is
    for piece in iter(lambda: page.read(chunk), ""):
        parser.feed(piece)
        held += piece
        done = 0
        for start, end, value in links.edits:
            yield held[done : start - offset]
            yield value
            done = end - offset
        links.edits.clear()
        yield held[done : links.known - offset]
        held, offset = held[links.known - offset :], links.known
    parser.close()
    yield held


def opened(source: str) -> BinaryIO | HTTPResponse:
    """Return what a page is read from: a URL, a file, or standard input for ``-``."""
    if source == "-":
        return sys.stdin.buffer
    if source.startswith(("http://", "https://")):
        request = Request(quote(source, safe=punctuation), headers={"User-Agent": "hrefsub"})
        response: HTTPResponse = urlopen(request, timeout=TIMEOUT_SECONDS)
        return response
    return open(source, "rb")


def main() -> int:
    arguments = ArgumentParser(description="Change the links of a page, and not a character besides.")
    arguments.add_argument("pattern", help="a regular expression")
    arguments.add_argument("replacement", help=r"what is put in its place; \1 is its first group")
    arguments.add_argument("page", nargs="?", default="-", help="a file or URL; standard input if not given")
    arguments.add_argument("--only", metavar="NAME,...", help="look at these attributes instead of all that hold a URL")
    given = arguments.parse_args()
    try:
        pattern = re.compile(given.pattern)
        pattern.sub(given.replacement, "")
    except (re.error, IndexError) as error:
        print(f"{given.pattern!r}, {given.replacement!r}: {error}", file=sys.stderr)
        return 2
    attributes = LINKS if given.only is None else frozenset(given.only.lower().split(","))
    # Bytes that are not UTF-8 come out as they went in, and so do line ends.
    as_bytes = {"encoding": "utf-8", "errors": "surrogateescape", "newline": ""}
    sys.stdout.reconfigure(**as_bytes)  # type: ignore[union-attr]
    try:
        with TextIOWrapper(opened(given.page), **as_bytes) as page:  # type: ignore[arg-type]
            sys.stdout.writelines(substituted(page, attributes, lambda value: pattern.sub(given.replacement, value)))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads the output, such as head, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, HTTPException, ValueError, LimitExceeded) as error:
        print(f"{given.page}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
