"""``saxhtml encoding``: which encoding a page is in, and how that was found."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Final

from saxhtml.cli._output import Output
from saxhtml.cli._sources import Page
from saxhtml.decode import Decoder

_HOW: Final = {
    "bom": "byte order mark",
    "transport": "came with the page",
    "meta": "declared in the page",
    "fallback": "nothing declared, so the standard's fallback",
}


def command(arguments: Namespace) -> Callable[[Page, Output], int]:
    def run(page: Page, out: Output) -> int:
        decoder = Decoder(page.encoding)
        for chunk in page.chunks:
            decoder.decode(chunk)
            if decoder.source is not None:
                break
        else:
            decoder.finish()
        encoding, source = decoder.encoding or "", decoder.source or "fallback"
        if page.declared_late:
            source = "meta"
        if arguments.format == "jsonl":
            out.json({"page": page.name, "encoding": encoding, "found_by": source})
        else:
            prefix = f"{page.name}: " if page.several else ""
            out.line(f"{prefix}{encoding} ({'given' if source == 'transport' and arguments.encoding else _HOW[source]})")
        return 0

    return run
