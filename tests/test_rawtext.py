"""What raw text may not hold is what the tokenizer would end it at, however it is cut."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from saxhtml import parse
from saxhtml._rawtext import RawText
from saxhtml.testing import EventRecorder, every_split

CASES: Final = {
    "nothing": ("script", "a < b && c", "", False),
    "an end": ("script", "a</ScRiPt>", "</ScRiPt>", False),
    "an end with a space": ("style", "</style\n", "</style\n", False),
    "a longer name": ("style", "</styles>", "", False),
    "an end of another": ("style", "</script>", "", False),
    "an end that is cut off": ("script", "</script", "", False),
    "a comment": ("script", "<!-- <a> -->", "", False),
    "a script in a comment": ("script", "<!--<script>", "", True),
    "a script in a comment, closed": ("script", "<!--<script></script>", "", False),
    "and closed again": ("script", "<!--<script></script></script>", "</script>", False),
    "a comment that ends": ("script", "<!--<script>-->", "", False),
    "a comment that is whole": ("script", "<!--><script>", "", False),
    "comments in style": ("style", "<!--<script>", "", False),
}


@pytest.mark.parametrize(("name", "text", "mark", "endless"), CASES.values(), ids=CASES)
def test_what_would_end_it_is_found(name: str, text: str, mark: str, endless: bool) -> None:
    for pieces in ([text], list(text), *every_split(text)):
        raw = RawText(name)
        assert "".join(raw.take(piece) for piece in pieces) == mark, pieces
        assert mark or raw.endless is endless, pieces


PARTS: Final = "<!-- --> <script </script> > - a </scr ipt> <!- / <script>".split()


def test_the_tokenizer_reads_as_text_what_is_let_pass(seed: int) -> None:
    random = Random(seed)
    for _ in range(2000):
        text = "".join(random.choices(PARTS, k=random.randrange(1, 9)))
        raw = RawText("script")
        ends = bool(raw.take(text))
        events = parse(f"<script>{text}</script>", EventRecorder(join_text=True)).events
        whole = events[1:] == [("text", text), ("end", "script")] or (not text and len(events) == 2)
        assert whole is not (ends or raw.endless), text
