"""Goes through the sources of a command line, and gives the exit status."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from importlib import import_module
from typing import NamedTuple, TypeAlias

from saxhtml.cli._arguments import command_line
from saxhtml.cli._output import Kept, Output, abandon_output, complain
from saxhtml.cli._progress import progress
from saxhtml.cli._sources import Page, Unreadable, expand, open_page
from saxhtml.errors import LimitExceeded, SaxHtmlError, UsageError

Command: TypeAlias = Callable[[Page, Output], int]
"""Does one page and returns the exit status. Made by the function ``command`` of the command's own module."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``, by default the process's own, and return the exit status."""
    worst = 0
    try:
        arguments = _parsed(argv)
        with closing(_statuses(arguments, Output.standard())) as statuses:
            for status in statuses:
                worst = max(worst, status)
    except KeyboardInterrupt:
        abandon_output()
        return 130
    except OSError as error:
        abandon_output()
        if not isinstance(error, BrokenPipeError):
            complain(f"cannot write the output: {error.strerror}")
            return max(worst, 1)
    return worst


def _parsed(argv: Sequence[str] | None) -> Namespace:
    try:
        return command_line().parse_args(argv)
    except SystemExit:
        Output.standard().flush()  # the help, say, which argparse does not mind losing
        raise


class _Todo(NamedTuple):
    """A page to be read, or the reason why the source stands for none."""

    name: str
    reason: str | None
    several: bool


def _statuses(arguments: Namespace, out: Output) -> Generator[int, None, None]:
    try:
        command = _command(arguments)
        if arguments.jobs > 1 and "-" in arguments.sources:
            raise UsageError("standard input is for one process: leave out -j, or -")
    except UsageError as error:
        complain(" ".join(str(error).split()))
        yield 2
        return
    found = [(source, page) for source in arguments.sources for page in expand(source)]
    several = len(found) > 1
    todo = [
        _Todo(source, str(page), several) if isinstance(page, Unreadable) else _Todo(page, None, several)
        for source, page in found
    ]
    with progress(len(todo)) as step:
        if arguments.jobs > 1 and several:
            from saxhtml.cli._parallel import in_order  # noqa: PLC0415  slow to import

            work = partial(apart, arguments, coloured=out.coloured)
            for page, done in in_order(work, todo, min(arguments.jobs, len(todo))):
                out.write_bytes(done.output)
                out.flush()
                for complaint in done.complaints:
                    complain(complaint)
                step(page.name)
                yield done.status
        else:
            for page in todo:
                yield _do(page, arguments, command, out, complain)
                step(page.name)


def _command(arguments: Namespace) -> Command:
    make: Callable[[Namespace], Command] = import_module(f"saxhtml.cli.{arguments.module}").command
    return make(arguments)


def _do(todo: _Todo, arguments: Namespace, command: Command, out: Output, say: Callable[[str], object]) -> int:
    """Do one page, and return the status."""
    try:
        if todo.reason is not None:
            raise Unreadable(todo.reason)
        with open_page(todo.name, encoding=arguments.encoding, late_meta=arguments.late_meta, several=todo.several) as page:
            status = command(page, out)
        out.flush()
    except Unreadable as error:
        reason = str(error)
    except LimitExceeded as error:
        reason = f"line {error.line}, column {error.column}: {error.limit} of {error.value} exceeded"
    except SaxHtmlError as error:
        reason = " ".join(str(error).split())
    else:
        return status
    out.flush()
    say(f"{todo.name}: {reason}")
    return 2


class Done(NamedTuple):
    """What a page gave: the output, the complaints, and the status."""

    output: bytes
    complaints: list[str]
    status: int


def apart(arguments: Namespace, todo: _Todo, *, coloured: bool) -> Done:
    """Do one page in a process of its own, and keep what it gives."""
    out = Kept(coloured=coloured)
    complaints: list[str] = []
    status = _do(todo, arguments, _command(arguments), out, complaints.append)
    return Done(out.taken(), complaints, status)
