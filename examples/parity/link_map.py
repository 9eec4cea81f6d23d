"""Print the link map of a site: each of its pages, and the pages, images and style sheets that these link.

    python -m http.server 8000 &
    python examples/parity/link_map.py http://127.0.0.1:8000/

So did the web walker of the Lisp parser generator. Only pages of the same host are read, and ``--pages`` of them at the
most. ``examples/crawl_asyncio.py`` reads many at once.

Exit status: 0; 1 if a page could not be read, in which case the others still are; 2 if the command line makes no sense.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Iterator
from http.client import HTTPException
from string import punctuation
from typing import Final
from urllib.parse import quote, urldefrag, urlsplit
from urllib.request import Request, urlopen

from saxhtml import LimitExceeded
from saxhtml.links import find_links

TIMEOUT_SECONDS: Final = 30
ELEMENTS: Final = ("a", "img", "link")


def links_of(url: str) -> Iterator[tuple[str, str]]:
    """Yield each link of a page once, as an element and a URL; nothing where it is no page."""
    request = Request(quote(url, safe=punctuation), headers={"User-Agent": "link_map"})
    with urlopen(request, timeout=TIMEOUT_SECONDS) as response:
        if response.headers.get_content_type() == "text/html":
            found = find_links(response, base_url=response.url)
            yield from dict.fromkeys((link.element, urldefrag(link.url).url) for link in found if link.element in ELEMENTS)


def host_of(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return parts.netloc if parts.scheme in ("http", "https") else ""


def walk(start: str, most: int) -> int:
    """Print the map from that page on; return the exit status."""
    waiting = deque([start])
    met = {start}
    status = 0
    while waiting and most:
        most -= 1
        url = waiting.popleft()
        try:
            print(url)
            for element, target in links_of(url):
                print(f"    {element:4} {target}")
                if element == "a" and target not in met and host_of(target) == host_of(start):
                    met.add(target)
                    waiting.append(target)
        except BrokenPipeError:  # whoever reads the output, such as head, has had enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return status
        except (OSError, HTTPException, ValueError, LimitExceeded) as error:
            print(f"{url}: {error}", file=sys.stderr)
            status = 1
    return status


def main() -> int:
    arguments = ArgumentParser(description="Print the link map of a site.")
    arguments.add_argument("url", metavar="URL", help="the page to begin with")
    arguments.add_argument("--pages", type=int, default=100, metavar="N", help="read no more pages than that (default: 100)")
    given = arguments.parse_args()
    if not host_of(given.url):
        arguments.error(f"{given.url}: not an http or https URL")
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    return walk(given.url, max(given.pages, 0))


if __name__ == "__main__":
    sys.exit(main())
