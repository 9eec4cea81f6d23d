"""Where it goes: lines, text and bytes to the standard output or into memory, JSON, and colours on a terminal."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from errno import EBADF
from io import BytesIO, TextIOWrapper
from typing import Any, Final

_STYLES: Final = {"error": "\x1b[1;31m", "place": "\x1b[1m", "mark": "\x1b[1;32m"}
_PLAIN: Final = "\x1b[0m"


class Output:
    """What the commands write to, in UTF-8 whatever the locale.

    A lone surrogate, as the command line may bring, leaves as ``\\udc80``: the escape that JSON has for it. ``coloured``
    tells whether :meth:`style` does anything.
    """

    __slots__ = ("_json", "_stream", "coloured")

    def __init__(self, stream: Any, *, coloured: bool = False) -> None:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        self._stream: Final = stream
        self._json: Any = None
        self.coloured: Final = coloured

    @classmethod
    def standard(cls) -> Output:
        """The standard output, with colours if it is a terminal and ``$NO_COLOR`` is not set (https://no-color.org).

        Raises OSError if it is closed.
        """
        stream = sys.stdout
        if stream is None:
            raise OSError(EBADF, "it is closed")
        return cls(stream, coloured=stream.isatty() and not os.environ.get("NO_COLOR"))

    def line(self, line: str) -> None:
        self._stream.write(line + "\n")

    def write(self, text: str) -> None:
        self._stream.write(text)

    def write_bytes(self, data: bytes) -> None:
        """Write bytes as they are, after all that was written before."""
        binary = getattr(self._stream, "buffer", None)
        if binary is None:
            self._stream.write(data.decode("utf-8", "backslashreplace"))
        else:
            self._stream.flush()
            binary.write(data)

    def json(self, record: Mapping[str, object]) -> None:
        """Write a record as one line of JSON."""
        if self._json is None:
            from json import JSONEncoder  # noqa: PLC0415  not every command needs it

            self._json = JSONEncoder(ensure_ascii=False, check_circular=False).encode
        self._stream.write(self._json(record) + "\n")

    def flush(self) -> None:
        self._stream.flush()

    def style(self, text: str, style: str) -> str:
        """Return ``text`` in the style "error", "place" or "mark"."""
        return f"{_STYLES[style]}{text}{_PLAIN}" if self.coloured else text


class Kept(Output):
    """Output that is kept in memory until somebody has the turn to print it."""

    __slots__ = ("_bytes",)

    def __init__(self, *, coloured: bool) -> None:
        self._bytes: Final = BytesIO()
        super().__init__(TextIOWrapper(self._bytes), coloured=coloured)

    def taken(self) -> bytes:
        """Return all that was written."""
        self.flush()
        return self._bytes.getvalue()


def abandon_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not fail on it when it exits."""
    if sys.stdout is not None:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())


def complain(message: str) -> None:
    """Say in one line on the standard error what could not be done."""
    if sys.stderr is not None:
        print(f"saxhtml: {_CONTROLS.sub(lambda found: repr(found[0])[1:-1], message)}", file=sys.stderr, flush=True)


_CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f]")
"""What names of files may have, and a line may not."""
