"""Review pages with handlers in handlers: links and what they say, images without ALT, tags that nobody knows, things to do.

    python examples/parity/tag_handlers.py examples/pages/*.html

So did the samples of the Lisp parser generator: a handler is in force while its ``with`` lasts, for whatever is parsed in
there, and the handlers of outer and inner forms work side by side. Here the outermost one is for all pages; those inside know
which page they are at.

Exit status: 0; 1 if a page could not be read, in which case the others still are; 2 if the command line makes no sense.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from saxhtml import LimitExceeded
from saxhtml.capture import Match
from saxhtml.filters import PCDATA, UNKNOWN, parse_html, with_tag_handler


def review(path: str) -> None:
    """Print what there is to say of one page. Handlers already in force have their say too."""

    def note(what: Callable[[Match], str]) -> Callable[[Match], None]:
        return lambda match: print(f"{path}:{match.line}:{match.column}: {what(match)}")

    with (
        with_tag_handler(
            "a",
            note(lambda link: f"link to {link.attrs['href']}: {' '.join((link.text or '').split())}"),
            with_attributes="href",
            test=lambda link: not link.attrs["href"].startswith("#"),
            capture="text",
        ),
        with_tag_handler("img", note(lambda image: f"no ALT: {image.attrs.get('src')}"), without_attributes="alt"),
        with_tag_handler(PCDATA, note(lambda _: "something to do"), test=lambda text: "TODO" in (text.text or "")),
    ):
        parse_html(Path(path))


def main(paths: list[str]) -> int:
    if not paths:
        print("usage: tag_handlers.py PAGE...", file=sys.stderr)
        return 2
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    unknown: Counter[str] = Counter()
    status = 0
    with with_tag_handler(UNKNOWN, lambda tag: unknown.update([tag.name])):
        for path in paths:
            try:
                review(path)
            except BrokenPipeError:  # whoever reads the output, such as head, has had enough
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                return status
            except (OSError, LimitExceeded) as error:
                print(f"{path}: {error}", file=sys.stderr)
                status = 1
    for name, count in sorted(unknown.items()):
        print(f"unknown tag {name}: {count}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
