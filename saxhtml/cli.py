"""The command ``saxhtml``: the extractors and events of the other rooms, for files, pipes and URLs.

A subcommand is a handler that prints. This room reads the input as it arrives, feeds it, sees that what was found leaves
at once, and says in one line what could not be read. What is found is the other rooms' matter.

Exit status: 0, also where the reader of the output has had enough; 1 where the output cannot be written; 2 where a source
could not be read (the others are still done) or the command line makes no sense; 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from io import BufferedIOBase, TextIOWrapper
from json import JSONEncoder
from pathlib import Path
from typing import Any, Final, TypeAlias

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import ParseError
from saxhtml.handler import Doctype, Handler
from saxhtml.links import Link, LinkFinder
from saxhtml.parser import Parser

_CHUNK: Final = 64 * 1024

# A server that says nothing for so long has hung up without telling.
_TIMEOUT_SECONDS: Final = 30


_MakeHandler: TypeAlias = Callable[[Namespace, str], Handler]
"""Makes the handler of a subcommand from the command line and the URL of the page, ``""`` where it has none."""


class _Unreadable(Exception):
    """A source cannot be read; the message is the reason."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``, by default the process's own, and return the exit status.

    Output is UTF-8 whatever the locale. A lone surrogate, as the command line may bring, leaves as ``\\udc80``: the escape
    that JSON has for it.
    """
    arguments = _command_line().parse_args(argv)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    status = 0
    try:
        for source in arguments.sources:
            try:
                _run(source, arguments)
            except _Unreadable as reason:
                print(f"saxhtml: {source}: {reason}", file=sys.stderr)
                status = 2
    except KeyboardInterrupt:
        _abandon_output()
        return 130
    except OSError as error:
        _abandon_output()
        if not isinstance(error, BrokenPipeError):
            print(f"saxhtml: cannot write the output: {error.strerror}", file=sys.stderr)
            return 1
    return status


def _run(source: str, arguments: Namespace) -> None:
    stream, url = _open(source)
    with closing(stream):
        parser = Parser(arguments.handler(arguments, url))
        decoder = getincrementaldecoder("utf-8-sig")("replace")
        for chunk in _chunks(stream):
            parser.feed(decoder.decode(chunk))
            _flush()
        parser.feed(decoder.decode(b"", final=True))
        parser.close()
        _flush()


def _open(source: str) -> tuple[BufferedIOBase, str]:
    """Return the stream that ``source`` names, and the URL of the page in it or ``""``."""
    try:
        if source == "-":
            return open(0, "rb", closefd=False), ""
        if source.lower().startswith(("http://", "https://")):
            return _open_url(source)
        return open(source, "rb"), Path(os.path.abspath(source)).as_uri()
    except Exception as error:  # files and urllib have no other common base
        raise _Unreadable(_reason(error)) from error


def _open_url(url: str) -> tuple[BufferedIOBase, str]:
    # Slow to import, and most runs need none of it.
    from string import punctuation  # noqa: PLC0415
    from urllib.parse import quote  # noqa: PLC0415
    from urllib.request import Request, urlopen  # noqa: PLC0415

    request = Request(quote(url, safe=punctuation), headers={"User-Agent": "saxhtml", "Accept": "text/html, */*;q=0.5"})
    response = urlopen(request, timeout=_TIMEOUT_SECONDS)
    return response, response.url


def _chunks(stream: BufferedIOBase) -> Iterator[bytes]:
    """Yield what the stream has, as soon as it has any of it."""
    while True:
        try:
            chunk = stream.read1(_CHUNK)
        except Exception as error:  # files and http.client have no other common base
            raise _Unreadable(_reason(error)) from error
        if not chunk:
            missing = getattr(stream, "length", None)  # http.client counts, and does not complain
            if missing:
                raise _Unreadable(f"ended with {missing} bytes still to come")
            return
        yield chunk


def _reason(error: Exception) -> str:
    wrapped = getattr(error, "reason", None)  # urllib wraps what the socket said
    cause = wrapped if isinstance(wrapped, OSError) else error
    said = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)
    return " ".join(said.split()) or type(cause).__name__


def _flush() -> None:
    print(end="", flush=True)


def _abandon_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not fail on it when it exits."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


_json: Final = JSONEncoder(ensure_ascii=False, check_circular=False).encode


class _EventLines(Handler):
    """Prints every event but parse errors."""

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        closing_mark = {"self_closing": True} if attrs.self_closing else {}
        self._print("start_tag", name=name, attrs=list(attrs.items()), **closing_mark)

    @override
    def end_tag(self, name: str) -> None:
        self._print("end_tag", name=name)

    @override
    def text(self, data: str) -> None:
        self._print("text", data=data)

    @override
    def comment(self, data: str) -> None:
        self._print("comment", data=data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._print("doctype", **doctype._asdict())

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._print("processing_instruction", target=target, data=data)

    def _print(self, event: str, **what: object) -> None:
        locator = self.locator
        where = {
            "line": locator.line,
            "column": locator.column,
            "offset": locator.offset,
            "end_offset": locator.end_offset,
        }
        print(_json({"event": event, **what, **where}))


class _EventAndErrorLines(_EventLines):
    """Prints every event."""

    @override
    def parse_error(self, error: ParseError) -> None:
        code, offset, line, column = error
        print(_json({"event": "parse_error", "code": code, "line": line, "column": column, "offset": offset}))


def _events(arguments: Namespace, _url: str) -> Handler:
    return _EventAndErrorLines() if arguments.errors else _EventLines()


def _links(arguments: Namespace, url: str) -> Handler:
    return LinkFinder(_print_link, base_url=url if arguments.base is None else arguments.base)


def _print_link(link: Link) -> None:
    if link.url:
        print(link.url)


class _Version(Action):
    """Prints the version; asks for it only then, since that is slow."""

    @override
    def __call__(self, parser: ArgumentParser, *_: Any) -> None:
        from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

        try:
            print("saxhtml", version("saxhtml"))
        except PackageNotFoundError:
            print("saxhtml, not installed")
        parser.exit()


_SOURCES: Final = """\
SOURCE is the path of a file, an http or https URL, or - for standard input. Input is read as it arrives, and what is found
is printed at once. Exit status: 0, also where the reader of the output has had enough; 1 where the output cannot be
written; 2 where a source could not be read (the others are still done); 130 after Ctrl-C.

examples:
"""


def _command_line() -> ArgumentParser:
    parser = ArgumentParser(
        prog="saxhtml",
        description="What stands in HTML, found while it arrives. For more: saxhtml COMMAND --help",
        epilog=_SOURCES + "  saxhtml links page.html\n  curl -s https://example.org/ | saxhtml events -",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, handler: _MakeHandler, *, summary: str, examples: Sequence[str]) -> ArgumentParser:
        added = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=_SOURCES + "\n".join(f"  {example}" for example in examples),
            formatter_class=RawDescriptionHelpFormatter,
        )
        added.add_argument("sources", nargs="+", metavar="SOURCE", help="a path, a URL, or -")
        added.set_defaults(handler=handler)
        return added

    events = command(
        "events",
        _events,
        summary="print the events of a page and where they stand, one JSON object a line",
        examples=["saxhtml events page.html", "saxhtml events --errors page.html | grep parse_error"],
    )
    events.add_argument("--errors", action="store_true", help="print the standard's parse errors too")

    links = command(
        "links",
        _links,
        summary="print every URL in the attributes of a page, made absolute, one a line",
        examples=[
            "saxhtml links https://example.org/",
            "curl -s https://example.org/ | saxhtml links --base https://example.org/ -",
        ],
    )
    links.add_argument("--base", metavar="URL", help="the page's own URL, where it is not that of SOURCE; <base> comes first")
    return parser
