"""Tell whether pages link to a site, and how.

    python examples/backlink.py example.org page.html https://blog.example/post
    curl -s https://blog.example/ | python examples/backlink.py example.org/tea -

One line per link, columns parted by tabs: source, line:column, rel, and the text of the link. Files, URLs and ``-`` for
standard input are read. URLs in a file count if they have a host, or if the page says in a ``<base>`` where it belongs.
A missing quote hides no link.

Exit status: 0 if a link was found; 1 if none was; 2 if a page could not be read or the command line makes no sense.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from contextlib import closing
from http.client import HTTPException, HTTPResponse
from string import punctuation
from typing import BinaryIO, Final
from urllib.parse import quote
from urllib.request import Request, urlopen

from saxhtml import LimitExceeded, UsageError, parse
from saxhtml.links import BacklinkFinder

TIMEOUT_SECONDS: Final = 30


def opened(source: str) -> tuple[BinaryIO | HTTPResponse, str]:
    """Return what a page is read from, a URL, a file, or standard input for ``-``, and the URL of the page if it has one."""
    if source == "-":
        return sys.stdin.buffer, ""
    if source.startswith(("http://", "https://")):
        request = Request(quote(source, safe=punctuation), headers={"User-Agent": "backlink"})
        response: HTTPResponse = urlopen(request, timeout=TIMEOUT_SECONDS)
        return response, response.url
    return open(source, "rb"), ""


def report(target: str, source: str, *, first: bool) -> bool:
    """Print the links of a page to ``target``; return whether there are any."""
    page, url = opened(source)
    with closing(page):
        finder = BacklinkFinder(target, base_url=url, first=first)
        parse(page, finder, unclosed_quotes="newline")
    for link in finder.backlinks:
        print(source, f"{link.line}:{link.column}", " ".join(link.rel), link.text, sep="\t", flush=True)
    return bool(finder.backlinks)


def main() -> int:
    arguments = ArgumentParser(description="Tell whether pages link to a site, and how.")
    arguments.add_argument("target", metavar="TARGET", help="a host or a URL, such as example.org or https://example.org/tea")
    arguments.add_argument("sources", nargs="+", metavar="SOURCE", help="a file or URL, or - for standard input")
    arguments.add_argument("--first", action="store_true", help="read no further than the first link of a page")
    given = arguments.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        BacklinkFinder(given.target)
    except UsageError as error:
        arguments.error(str(error))
    found, readable = False, True
    for source in given.sources:
        try:
            found |= report(given.target, source, first=given.first)
        except BrokenPipeError:  # whoever reads the output, such as head, has had enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except (OSError, HTTPException, ValueError, LimitExceeded) as error:
            print(f"{source}: {error}", file=sys.stderr)
            readable = False
    return 2 if not readable else 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
