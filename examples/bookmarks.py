"""Print the bookmarks of a browser's bookmark file, one JSON object a line.

    python examples/bookmarks.py bookmarks.html
    python examples/bookmarks.py bookmarks.html | jq -r 'select(.folders[0] == "Tea") | .url'
    curl -s https://example.org/bookmarks.html | python examples/bookmarks.py --folder Tea

All browsers and bookmark services export such a file, in the format of Netscape Navigator: lists in lists, in which nearly
all end tags are missing. A line has "title", "url" and "folders" from the outside in, and "added" (UTC), "tags" and
"description" where the file has them. A bookmark is printed when the next one begins, so no file is too long.

Exit status: 0; 1 if a file could not be read, in which case the others still are; 2 if the command line makes no sense.
"""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from http.client import HTTPException, HTTPResponse
from string import punctuation
from typing import Any, BinaryIO, Final
from urllib.parse import quote
from urllib.request import Request, urlopen

from typing_extensions import override

from saxhtml import Attributes, LimitExceeded, parse
from saxhtml.contexts import Context, Contexts, OpenTag, Transitions

TIMEOUT_SECONDS: Final = 30
SECONDS: Final = re.compile("[1-9][0-9]{0,10}")  # up to the year 5138; some write 0, or smaller units
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

Bookmark = dict[str, Any]


class Shelf:
    """What is known at this point of a file; the contexts hand it on."""

    def __init__(self, found: Callable[[Bookmark], object]) -> None:
        self.found = found
        self.folders: list[str] = []
        self.heading = ""
        self.bookmark: Bookmark | None = None

    def finish(self) -> None:
        """Let go of the latest bookmark, if it is still here: all that belongs to it has been read."""
        if self.bookmark is not None:
            self.found(self.bookmark)
            self.bookmark = None


class Lists(Context):
    """Between the titles: knows which lists are open, each of which is a folder."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    @Context.on_open_tag("dl")
    def begin_folder(self, tag: OpenTag) -> None:
        self.shelf.finish()
        self.shelf.folders.append(self.shelf.heading)
        self.shelf.heading = ""

    @Context.on_close_tag("dl")
    def end_folder(self, tag: OpenTag) -> None:
        self.shelf.finish()
        self.shelf.folders.pop()

    @Context.on_open_tag(["a", "dd", "h3"])
    def begin_text(self, tag: OpenTag) -> None:
        if tag.name != "dd":
            self.shelf.finish()
        self.exit((tag, self.shelf))

    @Context.on_eof
    def end(self) -> None:
        self.shelf.finish()


class Words(Context):
    """In a text, up to the end of its element."""

    def __init__(self, begun: tuple[OpenTag, Shelf]) -> None:
        self.tag, self.shelf = begun
        self.words: list[str] = []

    @Context.on_text
    def read(self, data: str) -> None:
        self.words.append(data)

    @Context.on_close_tag(["a", "dd", "h3"])
    def end(self, tag: OpenTag) -> None:
        if tag is self.tag:
            self.take(" ".join("".join(self.words).split()))
            self.exit(self.shelf)

    def take(self, text: str) -> None:
        raise NotImplementedError


class Heading(Words):
    """The name of a folder."""

    @override
    def take(self, text: str) -> None:
        self.shelf.heading = text


class Link(Words):
    """A bookmark."""

    @override
    def take(self, text: str) -> None:
        attrs = self.tag.attrs
        if "href" not in attrs:
            return
        folders = [folder for folder in self.shelf.folders if folder]  # the outermost list has no name
        self.shelf.bookmark = {"title": text, "url": attrs["href"], "folders": folders, **details(attrs)}


class Description(Words):
    """What is said of the bookmark, or the folder, before."""

    @override
    def take(self, text: str) -> None:
        if self.shelf.bookmark is not None and text:
            self.shelf.bookmark["description"] = text

    @Context.on_open_tag("dl")
    def cut_short(self, tag: OpenTag) -> None:
        """End where a list begins inside of it; that is offered to the next context too, as those around are to this one."""
        if tag.offset > self.tag.offset:
            self.end(self.tag)


def details(attrs: Attributes) -> Bookmark:
    """Return what the attributes of a bookmark say besides its URL."""
    found: Bookmark = {}
    if SECONDS.fullmatch(attrs.get("add_date", "")):
        found["added"] = (EPOCH + timedelta(seconds=int(attrs["add_date"]))).isoformat()
    tags = [tag.strip() for tag in attrs.get("tags", "").split(",") if tag.strip()]
    if tags:
        found["tags"] = tags
    return found


TRANSITIONS: Final[Transitions] = {
    Lists: [
        (lambda begun: begun[0].name == "h3", Heading),
        (lambda begun: begun[0].name == "a", Link),
        (lambda begun: begun[0].name == "dd", Description),
    ],
    Heading: Lists,
    Link: Lists,
    Description: Lists,
}


def opened(source: str) -> BinaryIO | HTTPResponse:
    """Return what a file is read from: a URL, a path, or standard input for ``-``."""
    if source == "-":
        return sys.stdin.buffer
    if source.startswith(("http://", "https://")):
        request = Request(quote(source, safe=punctuation), headers={"User-Agent": "bookmarks"})
        response: HTTPResponse = urlopen(request, timeout=TIMEOUT_SECONDS)
        return response
    return open(source, "rb")


def main() -> int:
    arguments = ArgumentParser(description="Print the bookmarks of a browser's bookmark file, one JSON object a line.")
    arguments.add_argument("files", nargs="*", default=["-"], metavar="FILE", help="a file or URL; standard input if not given")
    arguments.add_argument("--folder", metavar="NAME", help="only bookmarks in a folder of this name, at any depth")
    given = arguments.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]

    def show(bookmark: Bookmark) -> None:
        if given.folder is None or given.folder in bookmark["folders"]:
            print(json.dumps(bookmark, ensure_ascii=False), flush=True)

    status = 0
    for source in given.files:
        try:
            with closing(opened(source)) as file:
                parse(file, Contexts(Lists, TRANSITIONS, initial=lambda: Shelf(show)), fallback_encoding="utf-8")
        except BrokenPipeError:  # whoever reads the output, such as head, has had enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return status
        except (OSError, HTTPException, ValueError, LimitExceeded) as error:
            print(f"{source}: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
