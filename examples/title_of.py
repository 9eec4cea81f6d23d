"""Print the title of each page, reading no more of it than that takes.

    python examples/title_of.py https://example.org/ https://www.python.org/

The parser is stopped at ``</title>`` and the connection closed: of a page of a megabyte, the first kilobytes have crossed
the wire. Text is asked for only inside the title; over the rest the parser passes faster.

Exit status: 0; 1 if a page could not be read, in which case the others still are.
"""

from __future__ import annotations

import sys
from http.client import HTTPException
from string import punctuation
from typing import Final
from urllib.parse import quote
from urllib.request import Request, urlopen

from typing_extensions import override

from saxhtml import Attributes, Handler, Interest, LimitExceeded, StopParsing, parse

TIMEOUT_SECONDS: Final = 30


class Title(Handler):
    """Takes the first title of a page, and then has seen enough."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.inside = False

    @override
    def interest(self) -> Interest:
        return Interest(start={"title"}, end={"title"}, text=self.inside)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.inside = True
        self.locator.interest_changed()

    @override
    def text(self, data: str) -> None:
        self.pieces.append(data)

    @override
    def end_tag(self, name: str) -> None:
        if self.inside:
            raise StopParsing

    @property
    def title(self) -> str:
        """The title with single spaces; "" where the page has none."""
        return " ".join("".join(self.pieces).split())


def title_of(url: str) -> str:
    """Return the title of a page. Raises OSError, HTTPException, ValueError or LimitExceeded if it cannot be read."""
    request = Request(quote(url, safe=punctuation), headers={"User-Agent": "title_of"})
    with urlopen(request, timeout=TIMEOUT_SECONDS) as response:
        return parse(response, Title()).title


def main(urls: list[str]) -> int:
    if not urls:
        print("usage: title_of.py URL...", file=sys.stderr)
        return 2
    status = 0
    for url in urls:
        try:
            title = title_of(url)
        except (OSError, HTTPException, ValueError, LimitExceeded) as error:
            print(f"{url}: {error}", file=sys.stderr)
            status = 1
        else:
            print(title if len(urls) == 1 else f"{url}\t{title}", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
