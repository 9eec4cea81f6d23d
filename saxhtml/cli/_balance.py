"""``saxhtml balance``: a page made well-formed, as HTML, XHTML or events, or what was not right in it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Literal

from typing_extensions import override

from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.balance import Repair, balance
from saxhtml.cli._events import FORMATS
from saxhtml.cli._output import Output
from saxhtml.cli._sources import Page
from saxhtml.dtd import DTD, load
from saxhtml.errors import UsageError
from saxhtml.handler import Filter, Handler
from saxhtml.serialize import Serializer


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    if arguments.repairs and arguments.format in ("pyx", "xhtml"):
        raise UsageError("--repairs are no events and no page: print them with --plain or --jsonl")

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
            filtered = balance(_make_handler(arguments.format, page, out, by_dtd=model != "html"), model=model)
        page.parse(filtered, out.flush)
        return 0

    return run


def _make_handler(name: str, page: Page, out: Output, *, by_dtd: bool) -> Handler:
    if name == "html":
        return _DeclaresUtf8(Serializer(out.write, double_newline=not by_dtd))
    if name == "xhtml":
        return _DeclaresUtf8(Serializer(out.write, xhtml=True))
    return FORMATS[name](page, out, False)


class _DeclaresUtf8(Filter):
    """Lets a page say that it is in UTF-8, which is what it is written in, where it says what it is in."""

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if name == "meta":
            if "charset" in attrs:
                attrs = Attributes.from_pairs({**attrs, "charset": "utf-8"})
            elif ascii_lower(attrs.get("http-equiv", "")) == "content-type" and "content" in attrs:
                attrs = Attributes.from_pairs({**attrs, "content": "text/html; charset=utf-8"})
        self.next_handler.start_tag(name, attrs)
