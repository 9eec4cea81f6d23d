"""Tell whether a page links to a site: go from one ``<a>`` to the next until one does.

    python examples/parity/scan_for_backlink.py trains.example examples/pages/news.html

So did the program that the C# tag scanner was written for. What stands between the tags is passed over at full speed, and a
quote that is missing costs no more than its line. ``examples/backlink.py`` does the same for many pages and tells more.

Exit status: 0 if the page links there, and then the link is printed; 1 if not; 2 if the page could not be read or the command
line makes no sense.
"""

from __future__ import annotations

import sys
from urllib.parse import urlsplit

from saxhtml import LimitExceeded
from saxhtml.links import resolve_url
from saxhtml.reader import Reader


def host_of(url: str) -> str | None:
    try:
        return urlsplit(resolve_url("", url)).hostname
    except ValueError:
        return None


def backlink(reader: Reader, host: str) -> str | None:
    """Return the first URL of a link to that host, or None."""
    while (tag := reader.next_tag("a")) is not None:
        url = tag.get("href", "")
        if host_of(url) == host:
            return url
    return None


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print("usage: scan_for_backlink.py HOST PAGE", file=sys.stderr)
        return 2
    host, path = arguments
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        with open(path, "rb") as page:
            url = backlink(Reader(page, unclosed_quotes="newline"), host)
    except (OSError, LimitExceeded) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 2
    if url is not None:
        print(url)
    return 0 if url is not None else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
