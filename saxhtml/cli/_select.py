"""``saxhtml select``: what a CSS selector matches."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from saxhtml import selector as selectors
from saxhtml.capture import CaptureKind, Match, by_selector, capture_handler
from saxhtml.cli._output import Output
from saxhtml.cli._sources import Page
from saxhtml.errors import UsageError


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    selector = selectors.compile(arguments.selector)
    attribute: str | None = arguments.attribute
    capture: CaptureKind = "text" if arguments.text else "start" if attribute is not None else "source"
    if arguments.format == "jsonl" and attribute is not None:
        raise UsageError("--jsonl has all attributes: leave out --attribute")

    def run(page: Page, out: Output) -> int:
        def print_line(match: Match) -> None:
            if attribute is not None:
                found = match.attrs.get(attribute)
            else:
                found = " ".join((match.text or "").split()) if capture == "text" else match.source
            if found is not None:
                out.line(found)

        def print_record(match: Match) -> None:
            record = {"page": page.name} if page.several else {}
            out.json(
                {
                    **record,
                    "name": match.name,
                    "attrs": dict(match.attrs),
                    capture: match.text if capture == "text" else match.source,
                    "line": match.line,
                    "column": match.column,
                    "offset": match.offset,
                    "end_offset": match.end_offset,
                    **({"truncated": True} if match.truncated else {}),
                }
            )

        callback = print_record if arguments.format == "jsonl" else print_line
        page.parse(capture_handler(by_selector(selector), callback, capture=capture), out.flush)
        return 0

    return run
