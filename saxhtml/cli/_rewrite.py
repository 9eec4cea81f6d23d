"""``saxhtml rewrite``: a page with some edits, and all else byte for byte."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from saxhtml.attributes import NO_ATTRIBUTES
from saxhtml.cli._output import Output
from saxhtml.cli._sources import Page, Unreadable
from saxhtml.errors import UsageError
from saxhtml.position import Locator
from saxhtml.rewrite import ElementEdit, Rewriter, element


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    edits: list[tuple[str, Callable[[ElementEdit], None]]] = [
        *((selector, _set(what)) for selector, what in arguments.set),
        *((selector, _remove_attribute(name)) for selector, name in arguments.remove_attribute),
        *((selector, _rename(name)) for selector, name in arguments.rename),
        *((selector, ElementEdit.unwrap) for selector in arguments.unwrap),
        *((selector, ElementEdit.remove) for selector in arguments.remove),
    ]
    if not edits:
        raise UsageError("nothing to rewrite: say --set, --remove-attribute, --rename, --unwrap or --remove")
    for _, edit in edits:  # names that cannot be written are an error of the command line, not of a page
        edit(ElementEdit("x", NO_ATTRIBUTES, Locator()))
    rules = [element(selector, edit) for selector, edit in edits]

    def run(page: Page, out: Output) -> int:
        made: list[bytes] = []
        rewriter = Rewriter(made.append, rules, encoding=page.encoding, late_meta=page.late_meta)

        def write() -> None:
            out.write_bytes(b"".join(made))
            made.clear()
            out.flush()

        try:
            for chunk in page.chunks:
                rewriter.feed(chunk)
                write()
        except Unreadable:
            rewriter.close()  # what has arrived counts, whatever was to come
            write()
            raise
        rewriter.close()
        write()
        return 0

    return run


def _set(what: str) -> Callable[[ElementEdit], None]:
    name, _, value = what.partition("=")
    return lambda found: found.set_attribute(name, value)


def _remove_attribute(name: str) -> Callable[[ElementEdit], None]:
    return lambda found: found.remove_attribute(name)


def _rename(name: str) -> Callable[[ElementEdit], None]:
    return lambda found: found.rename(name)
