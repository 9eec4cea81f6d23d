"""``saxhtml balance``: the events of a well-formed page, or what was not right in it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Literal

from saxhtml.balance import Repair, balance
from saxhtml.cli._events import FORMATS
from saxhtml.cli._output import Output
from saxhtml.cli._sources import Page
from saxhtml.dtd import DTD, load
from saxhtml.errors import UsageError


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    if arguments.repairs and arguments.format == "pyx":
        raise UsageError("--repairs are no events: print them with --plain or --jsonl")

    model: Literal["html"] | DTD = "html" if arguments.dtd is None else load(arguments.dtd)

    def run(page: Page, out: Output) -> int:
        def print_line(repair: Repair) -> None:
            place = out.style(f"{page.name}:{repair.place.line}:{repair.place.column}:", "place")
            details = [f"{repair.kind} {repair.name}"]
            if repair.what:
                details.append(repair.what)
            if repair.began is not None:
                details.append(f"begun at {repair.began.line}:{repair.began.column}")
            out.line(f"{place} {', '.join(details)}")

        def print_record(repair: Repair) -> None:
            out.json(
                {
                    "page": page.name,
                    "kind": repair.kind,
                    "name": repair.name,
                    "what": repair.what,
                    "line": repair.place.line,
                    "column": repair.place.column,
                    "offset": repair.place.offset,
                }
            )

        if arguments.repairs:
            filtered = balance(model=model, on_repair=print_record if arguments.format == "jsonl" else print_line)
        else:
            filtered = balance(FORMATS[arguments.format](page, out, False), model=model)
        page.parse(filtered, out.flush)
        return 0

    return run
