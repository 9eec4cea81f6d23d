"""Crawl a site: print the URL, the title and the number of links of every page that can be reached on the same host.

    python examples/crawl_asyncio.py http://localhost:8000/ --pages 1000 --at-once 16

Many pages are read at once, and none of them is held in memory: each is parsed as it arrives, and its links are followed
while the rest of it is still under way. One line per page, columns parted by tabs, in the order in which the pages end.

Exit status: 0; 1 if there was no page to be had.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from email.message import Message
from email.parser import BytesHeaderParser
from string import punctuation
from typing import Final, NamedTuple
from urllib.parse import quote, urlsplit

from typing_extensions import override

from saxhtml import Attributes, Interest, LimitExceeded
from saxhtml.aio import aparse
from saxhtml.links import Link, LinkFinder, resolve_url

TIMEOUT_SECONDS: Final = 30
FOLLOWED: Final = frozenset({"a", "area", "frame", "iframe"})
HTML: Final = frozenset({"text/html", "application/xhtml+xml"})


class Page(LinkFinder):
    """Counts the links of a page, hands on those to follow, and takes its first title."""

    def __init__(self, url: str, follow: Callable[[str], None]) -> None:
        super().__init__(self.take, base_url=url)
        self.follow = follow
        self.count = 0
        self.title: list[str] = []
        self.in_title = False
        self.had_title = False

    def take(self, link: Link) -> None:
        self.count += 1
        if link.element in FOLLOWED:
            self.follow(link.url)

    @override
    def interest(self) -> Interest:
        return replace(super().interest() | Interest(start={"title"}), end={"title"}, text=self.in_title)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        super().start_tag(name, attrs)
        if name == "title" and not self.had_title:
            self.in_title = True
            self.locator.interest_changed()

    @override
    def text(self, data: str) -> None:
        self.title.append(data)

    @override
    def end_tag(self, name: str) -> None:
        if self.in_title:
            self.in_title = False
            self.had_title = True
            self.locator.interest_changed()


class Response(NamedTuple):
    """What :func:`aparse` wants of a response: headers, for the charset, and content."""

    headers: Message
    content: asyncio.StreamReader


class Crawl:
    """Visits a page and all that it leads to on the same host, a bounded number at a time."""

    def __init__(self, start: str, *, pages: int, at_once: int) -> None:
        parts = urlsplit(start)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("not an http or https URL")
        self.netloc = parts.netloc
        self.scheme = parts.scheme
        self.most = pages
        self.at_once = at_once
        self.seen: set[str] = set()
        self.waiting: asyncio.Queue[str] = asyncio.Queue()
        self.pages = 0
        self.add(start)

    def add(self, url: str) -> None:
        """Have a page visited, unless it has been, is elsewhere, or there have been enough."""
        try:
            parts = urlsplit(url)
        except ValueError:
            return
        url = parts._replace(path=parts.path or "/", fragment="").geturl()
        here = parts.scheme == self.scheme and parts.netloc == self.netloc
        if here and url not in self.seen and len(self.seen) < self.most:
            self.seen.add(url)
            self.waiting.put_nowait(url)

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            workers = [group.create_task(self.work()) for _ in range(self.at_once)]
            await self.waiting.join()
            for worker in workers:
                worker.cancel()

    async def work(self) -> None:
        while True:
            url = await self.waiting.get()
            try:
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    page = await self.visit(url)
                print(url, " ".join("".join(page.title).split()), page.count, sep="\t", flush=True)
                self.pages += 1
            except (OSError, ValueError, LimitExceeded) as error:
                print(f"{url}: {error or type(error).__name__}", file=sys.stderr)
            finally:
                self.waiting.task_done()

    async def visit(self, url: str) -> Page:
        """Read a page. Raises OSError, ValueError or LimitExceeded if that cannot be done."""
        parts = urlsplit(url)
        secure = parts.scheme == "https"
        reader, writer = await asyncio.open_connection(
            parts.hostname, parts.port or (443 if secure else 80), ssl=secure or None
        )
        try:
            target = quote(parts.path + ("?" + parts.query if parts.query else ""), safe=punctuation)
            host = parts.netloc.rpartition("@")[2].encode("idna")
            # HTTP/1.0, which a server answers with nothing but the page up to the end of the connection.
            writer.write(b"GET %b HTTP/1.0\r\nHost: %b\r\n\r\n" % (target.encode("ascii"), host))
            headers = await self.read_head(url, reader)
            return await aparse(Response(headers, reader), Page(url, self.add))
        finally:
            writer.close()

    async def read_head(self, url: str, reader: asyncio.StreamReader) -> Message:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise ValueError("no answer in HTTP") from None
        status_line, _, lines = head.partition(b"\r\n")
        status = status_line.decode("latin-1").partition(" ")[2]
        headers = BytesHeaderParser().parsebytes(lines)
        location = headers["Location"]
        if status.startswith("3") and location:
            self.add(resolve_url(url, location))
            raise ValueError(f"{status}: {location}")
        if not status.startswith("2"):
            raise ValueError(status or "no answer in HTTP")
        if "Content-Type" in headers and headers.get_content_type() not in HTML:
            raise ValueError(f"{headers.get_content_type()} is not HTML")
        return headers


async def crawl(start: str, *, pages: int, at_once: int) -> int:
    """Crawl from ``start``; return the number of pages read."""
    crawling = Crawl(start, pages=pages, at_once=at_once)
    await crawling.run()
    return crawling.pages


def main(arguments: list[str]) -> int:
    parser = ArgumentParser(description="Print the URL, title and number of links of the pages of a site.")
    parser.add_argument("url", metavar="URL", help="the page to begin with")
    parser.add_argument("--pages", type=int, default=100, help="how many pages to ask for at most (default: 100)")
    parser.add_argument("--at-once", type=int, default=8, help="how many of them at a time (default: 8)")
    options = parser.parse_args(arguments)
    if min(options.pages, options.at_once) < 1:
        parser.error("--pages and --at-once begin at 1")
    try:
        return 0 if asyncio.run(crawl(options.url, pages=options.pages, at_once=options.at_once)) else 1
    except ValueError as error:
        parser.error(f"{options.url}: {error}")
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
