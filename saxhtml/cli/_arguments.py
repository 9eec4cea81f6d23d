"""The command line: the commands, their options, and their help."""

from __future__ import annotations

from argparse import Action, ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from typing_extensions import override

from saxhtml._encodings import find

_SOURCES: Final = """\
SOURCE is a file, a directory (the files *.htm* in it and below), a pattern such as 'site/**/*.html', an http or https URL,
or - for standard input; each may be gzipped. Input is read as it arrives, and what is found is printed at once.

Exit status: 0, also where the reader of the output has had enough; 1 where check found errors, or the output cannot be
written; 2 where a source could not be read or parsed to its end (the others are still done) or the command line makes no
sense; 130 after Ctrl-C.

examples:
"""


class _OneLineParser(ArgumentParser):
    """Says what is wrong in one line."""

    @override
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}; try {self.prog} --help\n")


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


class _Completion(Action):
    """Prints what makes a shell complete the command line; shtab (extra ``cli``) writes it."""

    @override
    def __call__(self, parser: ArgumentParser, _namespace: object, shell: Any, *_: Any) -> None:
        try:
            from shtab import complete  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415
        except ImportError:
            parser.error("--completion needs shtab: pip install 'saxhtml[cli]'")
        print(complete(parser, shell))
        parser.exit()


def command_line() -> ArgumentParser:
    """Return the parser of the command line. A command's module is ``module`` in what it returns."""
    parser = _OneLineParser(
        prog="saxhtml",
        description="What stands in HTML, found while it arrives. For more: saxhtml COMMAND --help",
        epilog=_SOURCES
        + "  saxhtml links page.html\n  curl -s https://example.org/ | saxhtml events -\n  saxhtml check -j 4 site/",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    parser.add_argument(
        "--completion",
        action=_Completion,
        choices=("bash", "zsh", "tcsh"),
        help="print what makes a shell complete saxhtml's command line, and exit (needs shtab)",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_events(commands)
    _add_links(commands)
    _add_text(commands)
    _add_head(commands)
    _add_select(commands)
    _add_tree(commands)
    _add_balance(commands)
    _add_rewrite(commands)
    _add_check(commands)
    _add_encoding(commands)
    return parser


def _add(
    commands: Any, name: str, *, summary: str, examples: Sequence[str], formats: Sequence[str], selector: bool = False
) -> ArgumentParser:
    """Add a command with what all commands have. The first of ``formats``, if any, is taken by default."""
    added: ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=_SOURCES + "\n".join(f"  {example}" for example in examples),
        formatter_class=RawDescriptionHelpFormatter,
    )
    if selector:
        added.add_argument("selector", metavar="SELECTOR", help="a CSS selector that a stream can decide")
    added.add_argument("sources", nargs="+", metavar="SOURCE", help="a file, a directory, a pattern, a URL, or -")
    added.add_argument(
        "--encoding",
        type=_encoding,
        metavar="LABEL",
        help="the encoding of the pages, where it is not what HTTP or the page says; a byte order mark comes first",
    )
    added.add_argument(
        "--late-meta",
        choices=("follow", "ignore", "raise"),
        default="follow",
        help="where a page declares its encoding behind the first 1,024 bytes: follow it, in a file, which can be read again "
        "from its start; ignore it; or say so and give the page up",
    )
    added.add_argument("-j", "--jobs", type=_jobs, default=1, metavar="N", help="read N pages at a time, a process each")
    choice = added.add_mutually_exclusive_group() if formats else added
    for index, name_of_format in enumerate(formats):
        summary = _FORMATS[name_of_format] + (" (the default)" if index == 0 else "")
        choice.add_argument(f"--{name_of_format}", action="store_const", const=name_of_format, dest="format", help=summary)
    added.set_defaults(module=f"_{name}", format=formats[0] if formats else None)
    return added


_FORMATS: Final = {
    "html": "print HTML, in UTF-8",
    "xhtml": "print XHTML that any XML parser reads, in UTF-8",
    "plain": "print lines to be read by people",
    "jsonl": "print one JSON object a line",
    "pyx": "print PYX, a line for each tag, attribute and text",
}


def _encoding(label: str) -> str:
    if find(label) is None:
        raise ArgumentTypeError(f"{label!r} is no encoding of the web; try utf-8 or windows-1252")
    return label


def _jobs(number: str) -> int:
    if not number.isdecimal() or int(number) < 1:
        raise ArgumentTypeError(f"{number!r} is no number of processes")
    return int(number)


def _add_events(commands: Any) -> None:
    events = _add(
        commands,
        "events",
        summary="print the events of a page and where they stand",
        examples=["saxhtml events page.html", "saxhtml events --errors page.html | grep parse_error"],
        formats=("jsonl", "pyx", "plain"),
    )
    events.add_argument("--errors", action="store_true", help="print the standard's parse errors too")


def _add_links(commands: Any) -> None:
    links = _add(
        commands,
        "links",
        summary="print every URL in the attributes of a page, made absolute",
        examples=[
            "saxhtml links https://example.org/",
            "curl -s https://example.org/ | saxhtml links --base https://example.org/ -",
        ],
        formats=("plain", "jsonl"),
    )
    links.add_argument("--base", metavar="URL", help="the page's own URL, where it is not that of SOURCE; <base> comes first")


def _add_text(commands: Any) -> None:
    text = _add(
        commands,
        "text",
        summary="print what a page says to its reader, as a browser without style sheets would show it",
        examples=["saxhtml text page.html", "curl -s https://example.org/ | saxhtml text --alt -"],
        formats=("plain", "jsonl"),
    )
    text.add_argument("--alt", action="store_true", help="print the ALT text of images too")


def _add_head(commands: Any) -> None:
    head = _add(
        commands,
        "head",
        summary="print the title, metas, links and JSON-LD of a page, reading no further than its head",
        examples=["saxhtml head https://example.org/", "saxhtml head --jsonl site/ | jq -r '[.page, .title] | @tsv'"],
        formats=("plain", "jsonl"),
    )
    head.add_argument("--base", metavar="URL", help="the page's own URL, where it is not that of SOURCE; <base> comes first")


def _add_select(commands: Any) -> None:
    select = _add(
        commands,
        "select",
        summary="print the source of each element that a CSS selector matches",
        examples=[
            "saxhtml select 'table.data > tbody > tr' page.html",
            "saxhtml select --attribute content 'meta[name=description i]' site/",
        ],
        formats=("plain", "jsonl"),
        selector=True,
    )
    what = select.add_mutually_exclusive_group()
    what.add_argument("--text", action="store_true", help="print the text in it, on one line, instead of its source")
    what.add_argument("--attribute", metavar="NAME", help="print the value of one of its attributes")


def _add_tree(commands: Any) -> None:
    tree = _add(
        commands,
        "tree",
        summary="print the nodes of a page, each below what it stands in, and where they stand",
        examples=["saxhtml tree page.html", "saxhtml tree --keep ul,ol,li page.html", "saxhtml tree --jsonl page.html"],
        formats=("plain", "jsonl"),
    )
    tree.add_argument("--keep", metavar="NAMES", help="print only elements of these names, such as ul,li")
    tree.add_argument("--source", action="store_true", help="print the source of each node")
    tree.add_argument("--blank", action="store_true", help="print also text of nothing but white space")


def _add_balance(commands: Any) -> None:
    balance = _add(
        commands,
        "balance",
        summary="print a page with every element closed in its place, as the standard says",
        examples=[
            "saxhtml balance page.html > tidy.html",
            "saxhtml balance --xhtml page.html | xmllint -",
            "saxhtml balance --repairs page.html",
        ],
        formats=("html", "xhtml", "plain", "jsonl", "pyx"),
    )
    balance.add_argument("--repairs", action="store_true", help="print what was not right, instead of the page")
    balance.add_argument("--dtd", metavar="NAME", help="go by a DTD instead of the standard: 'HTML 2.0' or 'HTML 3.2'")


def _add_rewrite(commands: Any) -> None:
    rewrite = _add(
        commands,
        "rewrite",
        summary="print a page with some elements edited, and all else byte for byte",
        examples=[
            "saxhtml rewrite --set 'a[target=_blank]' rel=noopener page.html",
            "curl -s https://example.org/ | saxhtml rewrite --remove script --unwrap font - >page.html",
        ],
        formats=(),
    )

    def add(option: str, *values: str, what: str) -> None:
        several: dict[str, Any] = {"nargs": 1 + len(values)} if values else {}
        rewrite.add_argument(
            option,
            action="append",
            default=[],
            metavar=("SELECTOR", *values) if values else "SELECTOR",
            help=f"{what} each element that matches",
            **several,
        )

    add("--set", "NAME=VALUE", what="set an attribute of")
    add("--remove-attribute", "NAME", what="leave out an attribute of")
    add("--rename", "NAME", what="give another name to")
    add("--unwrap", what="leave out the tags of")
    add("--remove", what="leave out")


def _add_check(commands: Any) -> None:
    _add(
        commands,
        "check",
        summary="print the parse errors of a page, with what a browser does about each; exit status 1 where there are any",
        examples=["saxhtml check page.html", "saxhtml check -j 4 site/"],
        formats=("plain", "jsonl"),
    )


def _add_encoding(commands: Any) -> None:
    _add(
        commands,
        "encoding",
        summary="print the encoding of a page, and how it was found",
        examples=["saxhtml encoding page.html", "saxhtml encoding --jsonl site/"],
        formats=("plain", "jsonl"),
    )
