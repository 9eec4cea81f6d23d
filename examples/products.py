"""Print the rows of product tables as records, one JSON object a line.

    python examples/products.py shop.html
    python examples/products.py --first --columns Product,Price https://shop.example/tea
    curl -s https://shop.example/tea | python examples/products.py | jq -r .Product

A product table has a row of headers (``th``), and below it rows with other cells; what a cell spans over columns and rows
counts in each. Tables that lay out the page are passed over, and a table in a cell is text of that cell. ``--columns`` takes
only tables that have these columns, and of these tables only them. ``--first`` reads no further than the first one. A record is
printed when its row has ended.

Exit status: 0 if there was a record; 1 if there was none; 2 if a page could not be read, in which case the others still are, or
the command line makes no sense.
"""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from string import punctuation
from typing import BinaryIO, Final, NamedTuple
from urllib.parse import quote
from urllib.request import Request, urlopen

from typing_extensions import override

from saxhtml import LimitExceeded, parse
from saxhtml.contexts import END, Context, Contexts, OpenTag, Transitions

TIMEOUT_SECONDS: Final = 30
MOST_COLUMNS: Final = 1000
SPAN: Final = re.compile("[1-9][0-9]{0,2}")

Record = dict[str, str]


class Cell(NamedTuple):
    """A cell, and how many columns and rows it spans."""

    text: str
    columns: int = 1
    rows: int = 1
    is_header: bool = False


@dataclass
class Search:
    """What is looked for, and what is known of the table at hand; the contexts hand it on."""

    found: Callable[[Record], object]
    wanted: Sequence[str] = ()
    headers: Sequence[str] = ()
    begin: int = -1
    """Where the row of headers begins."""


class Rows(Context):
    """Reads row by row."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.inner = 0  # tables open in a cell
        self.row: OpenTag | None = None
        self.cells: list[Cell] = []
        self.cell: OpenTag | None = None
        self.text: list[str] = []

    def is_outside(self, tag: OpenTag) -> bool:
        """Tell whether a tag that is offered was opened before the rows that are to be read."""
        return tag.offset <= self.search.begin

    @Context.on_open_tag("tr")
    def begin_row(self, tag: OpenTag) -> None:
        if not self.inner and not self.is_outside(tag):
            self.row = tag
            self.cells = []

    @Context.on_open_tag(["td", "th"])
    def begin_cell(self, tag: OpenTag) -> None:
        if not self.inner and not self.is_outside(tag):
            self.cell = tag
            self.text = []

    @Context.on_text
    def read(self, data: str) -> None:
        if self.cell is not None:
            self.text.append(data)

    @Context.on_close_tag(["br", "div", "li", "p", "td", "th"])
    def part_words(self, tag: OpenTag) -> None:
        self.read(" ")

    @Context.on_open_tag("img")
    def read_image(self, tag: OpenTag) -> None:
        self.read(tag.attrs.get("alt", ""))

    @Context.on_close_tag(["td", "th"])
    def end_cell(self, tag: OpenTag) -> None:
        if tag is self.cell:
            text = " ".join("".join(self.text).split())
            self.cells.append(Cell(text, span(tag, "colspan"), span(tag, "rowspan"), tag.name == "th"))
            self.cell = None

    @Context.on_close_tag("tr")
    def end_row(self, tag: OpenTag) -> None:
        if tag is self.row:
            self.take(tag, self.cells)

    def take(self, row: OpenTag, cells: Sequence[Cell]) -> None:
        raise NotImplementedError


class Seeking(Rows):
    """Looks for a row of headers, in tables and the tables in them."""

    @override
    def take(self, row: OpenTag, cells: Sequence[Cell]) -> None:
        if not all(cell.is_header for cell in cells) or len(cells) < 2:  # a single header over all columns is a title
            return
        headers = named(cells)
        if set(self.search.wanted) <= set(headers):
            self.search.headers = headers
            self.search.begin = row.offset
            self.exit(self.search)


class Reading(Rows):
    """Reads the rows under the headers, to the end of the table."""

    def __init__(self, search: Search) -> None:
        super().__init__(search)
        self.below: dict[int, tuple[int, str]] = {}  # by column, for how many rows more a text counts there

    @Context.on_open_tag("table")
    def begin_table(self, tag: OpenTag) -> None:
        if not self.is_outside(tag):
            self.inner += 1

    @Context.on_close_tag("table")
    def end_table(self, tag: OpenTag) -> None:
        if self.inner:
            self.inner -= 1
        else:
            self.search.begin = -1
            self.exit(self.search)

    @override
    def take(self, row: OpenTag, cells: Sequence[Cell]) -> None:
        if not all(cell.is_header for cell in cells):
            record = dict(zip(self.search.headers, self.columns(cells), strict=True))
            self.search.found({name: record[name] for name in self.search.wanted or record})

    def columns(self, cells: Sequence[Cell]) -> Iterator[str]:
        """Yield what counts in each column."""
        waiting = iter(cells)
        cell, spanned = Cell(""), 0
        for column in range(len(self.search.headers)):
            rows, text = self.below.pop(column, (0, ""))
            if not rows:
                if not spanned:
                    cell = next(waiting, Cell(""))
                    spanned = cell.columns
                spanned -= 1
                rows, text = cell.rows, cell.text
            if rows > 1:
                self.below[column] = rows - 1, text
            yield text


def span(cell: OpenTag, attribute: str) -> int:
    value = cell.attrs.get(attribute, "")
    return int(value) if SPAN.fullmatch(value) else 1


def named(cells: Sequence[Cell]) -> list[str]:
    """Return a name for each column, no two of them the same."""
    names: dict[str, None] = {}
    for cell in cells:
        for _ in range(min(cell.columns, MOST_COLUMNS - len(names))):
            name = cell.text or "column"
            names[name if name not in names else f"{name} {len(names) + 1}"] = None
    return list(names)


def opened(source: str) -> BinaryIO | HTTPResponse:
    """Return what a page is read from: a URL, a file, or standard input for ``-``."""
    if source == "-":
        return sys.stdin.buffer
    if source.startswith(("http://", "https://")):
        request = Request(quote(source, safe=punctuation), headers={"User-Agent": "products"})
        response: HTTPResponse = urlopen(request, timeout=TIMEOUT_SECONDS)
        return response
    return open(source, "rb")


def main() -> int:
    arguments = ArgumentParser(description="Print the rows of product tables as records, one JSON object a line.")
    arguments.add_argument("pages", nargs="*", default=["-"], metavar="PAGE", help="a file or URL; standard input if not given")
    arguments.add_argument("--columns", default="", metavar="NAME,...", help="only tables with these columns, and only them")
    arguments.add_argument("--first", action="store_true", help="of each page only the first such table")
    given = arguments.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    wanted = [name.strip() for name in given.columns.split(",") if name.strip()]
    transitions: Transitions = {Seeking: Reading, Reading: END if given.first else Seeking}
    status = 1

    def show(record: Record) -> None:
        nonlocal status
        status = 0 if status == 1 else status
        print(json.dumps(record, ensure_ascii=False), flush=True)

    for source in given.pages:
        try:
            with closing(opened(source)) as page:
                parse(page, Contexts(Seeking, transitions, initial=lambda: Search(show, wanted)))
        except BrokenPipeError:  # whoever reads the output, such as head, has had enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return status
        except (OSError, HTTPException, ValueError, LimitExceeded) as error:
            print(f"{source}: {error}", file=sys.stderr)
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main())
