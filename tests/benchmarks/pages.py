"""The pages: where they are, and the pieces they are fed in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
DIRECTORIES: Final = (ROOT.parent / "shared" / "pages", ROOT / "examples" / "pages")

PIECE: Final = 16 * 1024
"""Characters in a piece: what a socket hands out at a time."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as text, and the same text in pieces."""

    name: str
    text: str
    pieces: Iterable[str]


def cut(name: str, text: str, length: int = PIECE) -> Page:
    """Return ``text`` as a page in pieces of ``length`` characters."""
    return Page(name, text, tuple(text[start : start + length] for start in range(0, len(text), length)))


def load(directory: Path) -> list[Page]:
    """Return the ``.html`` pages of ``directory`` by name, read as UTF-8, whatever is not becoming U+FFFD."""
    return [cut(path.name, path.read_bytes().decode("utf-8", "replace")) for path in sorted(directory.glob("*.html"))]


def letter_by_letter(pages: Iterable[Page], limit: int) -> list[Page]:
    """Return the smallest pages, up to ``limit`` characters together but one at least, cut into single characters."""
    sample: list[Page] = []
    for page in sorted(pages, key=lambda page: len(page.text)):
        limit -= len(page.text)
        if sample and limit < 0:
            break
        sample.append(cut(page.name, page.text, 1))
    return sample


def size(pages: Iterable[Page]) -> int:
    """Return how long the pages are together, in bytes of UTF-8."""
    return sum(len(page.text.encode("utf-8", "surrogatepass")) for page in pages)
