"""``saxhtml links``: every URL in the attributes of a page."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from saxhtml.cli._output import Output
from saxhtml.cli._sources import Page
from saxhtml.links import Link, LinkFinder


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    def run(page: Page, out: Output) -> int:
        def print_url(link: Link) -> None:
            if link.url:
                out.line(link.url)

        def print_record(link: Link) -> None:
            out.json({**({"page": page.name} if page.several else {}), **link._asdict()})

        base = page.url if arguments.base is None else arguments.base
        page.parse(LinkFinder(print_record if arguments.format == "jsonl" else print_url, base_url=base), out.flush)
        return 0

    return run
