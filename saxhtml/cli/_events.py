"""``saxhtml events``: what the parser says, as JSON lines, as PYX, or as lines to be read by people."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.cli._output import Output
from saxhtml.cli._sources import Page
from saxhtml.errors import ParseError
from saxhtml.handler import Doctype, Handler, Interest


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    make = FORMATS[arguments.format]

    def run(page: Page, out: Output) -> int:
        page.parse(make(page, out, arguments.errors), out.flush)
        return 0

    return run


class _Lines(Handler):
    """Prints events; parse errors only where they are asked for."""

    def __init__(self, page: Page, out: Output, errors: bool) -> None:
        self._out: Final = out
        self._errors: Final = errors
        self._name: Final = page.name if page.several else None

    @override
    def interest(self) -> Interest:
        return replace(super().interest(), parse_error=self._errors)


class JsonLines(_Lines):
    """One JSON object a line, with the place of each event."""

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        closing_mark = {"self_closing": True} if attrs.self_closing else {}
        self._print("start_tag", {"name": name, "attrs": list(attrs.items()), **closing_mark})

    @override
    def end_tag(self, name: str) -> None:
        self._print("end_tag", {"name": name})

    @override
    def text(self, data: str) -> None:
        self._print("text", {"data": data})

    @override
    def comment(self, data: str) -> None:
        self._print("comment", {"data": data})

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._print("doctype", doctype._asdict())

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._print("processing_instruction", {"target": target, "data": data})

    @override
    def parse_error(self, error: ParseError) -> None:
        code, offset, line, column = error
        self._print_record({"event": "parse_error", "code": code, "line": line, "column": column, "offset": offset})

    def _print(self, event: str, what: Mapping[str, object]) -> None:
        locator = self.locator
        implied = {"implied": True} if locator.implied else {}
        where = {
            "line": locator.line,
            "column": locator.column,
            "offset": locator.offset,
            "end_offset": locator.end_offset,
        }
        self._print_record({"event": event, **what, **where, **implied})

    def _print_record(self, record: Mapping[str, object]) -> None:
        self._out.json(record if self._name is None else {"page": self._name, **record})


_PYX_ESCAPES: Final = str.maketrans({"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"})


class Pyx(_Lines):
    """PYX, the line-oriented notation of the events of SGML and XML parsers.

    The first character tells: ``(`` start tag, ``A`` attribute, ``)`` end tag, ``-`` text, ``?`` processing instruction, and as
    XMLStarlet has them ``C`` comment and ``D`` doctype. Backslash, tab and line ends are escaped with a backslash.
    """

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._print("(", name)
        for attribute, value in attrs.items():
            self._print("A", f"{attribute} {value}")

    @override
    def end_tag(self, name: str) -> None:
        self._print(")", name)

    @override
    def text(self, data: str) -> None:
        self._print("-", data)

    @override
    def comment(self, data: str) -> None:
        self._print("C", data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        words = [doctype.name or ""]
        if doctype.public_id is not None:
            words += ["PUBLIC", f'"{doctype.public_id}"']
        elif doctype.system_id is not None:
            words.append("SYSTEM")
        if doctype.system_id is not None:
            words.append(f'"{doctype.system_id}"')
        self._print("D", " ".join(words))

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._print("?", f"{target} {data}".rstrip())

    def _print(self, sign: str, what: str) -> None:
        self._out.line(sign + what.translate(_PYX_ESCAPES))


class _Everything(Handler):
    """Wants the same as the other formats get."""

    def __init__(self, *, errors: bool) -> None:
        self._interest: Final = replace(Interest.everything(), parse_error=errors)

    @override
    def interest(self) -> Interest:
        return self._interest


class _Prefixed:
    """A text file whose every write begins with the name of the page."""

    __slots__ = ("_prefix", "_write")

    def __init__(self, page: Page, out: Output) -> None:
        self._prefix: Final = f"{page.name}:" if page.several else ""
        self._write: Final = out.write

    def write(self, line: str, /) -> object:
        return self._write(self._prefix + line)


def plain_lines(page: Page, out: Output, errors: bool) -> Handler:
    """Return what prints the place of each event, and what it holds as Python writes it."""
    from saxhtml.filters import trace  # noqa: PLC0415  slow to import, for a format that few ask for

    return trace(_Prefixed(page, out), then=_Everything(errors=errors))


MakeHandler: TypeAlias = "Callable[[Page, Output, bool], Handler]"

FORMATS: Final[dict[str, MakeHandler]] = {"jsonl": JsonLines, "pyx": Pyx, "plain": plain_lines}
