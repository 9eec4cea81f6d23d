"""Print a page as it is pulled: its text, character by character, and its tags.

    python examples/parity/read_chars.py examples/pages/news.html

So did the sample of the C# pull parser for spiders: ``read()`` gives the next character of text, TAG where there is a tag,
and END at the end. References are decoded, comments passed over. Text is printed a run to a line, for a line to a character
would be long.

Exit status: 0; 1 if the page could not be read; 2 if the command line makes no sense.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from saxhtml import LimitExceeded
from saxhtml.reader import END, Reader


def lines(reader: Reader) -> Iterator[str]:
    """Yield a line for each tag and each run of text."""
    text = ""
    while (read := reader.read()) != END:
        if isinstance(read, str):
            text += read
            continue
        if text:
            yield f"text  {text!r}"
            text = ""
        yield f"tag   {reader.tag}"
    if text:
        yield f"text  {text!r}"


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: read_chars.py PAGE", file=sys.stderr)
        return 2
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        with open(arguments[0], "rb") as page:
            for line in lines(Reader(page)):
                print(line)
    except BrokenPipeError:  # whoever reads the output, such as head, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, LimitExceeded) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
