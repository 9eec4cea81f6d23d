"""Real pages pass through a rewriter: what no rule touches is the input, byte for byte."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from typing_extensions import override

from saxhtml import Attributes, Handler, parse
from saxhtml.rewrite import ElementEdit, element, rewrite, text

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples" / "pages").glob("*.html"))


def cut(data: bytes, random: Random) -> list[bytes]:
    places = sorted(random.choices(range(len(data) + 1), k=12))
    return [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.stem)
def test_without_edits_a_page_comes_out_as_it_was(page: Path, seed: int) -> None:
    random = Random(seed)
    data = page.read_bytes()
    rules: list[Any] = [element("*", lambda found: None), element("body p > a, li", lambda found: None), text(lambda t: None)]
    for encoding in ("utf-8", "windows-1252", "koi8-r", "shift_jis", "gb18030", "utf-16le", "iso-2022-jp", "x-user-defined"):
        damaged = bytes(byte if random.random() < 0.99 else random.randrange(256) for byte in data)
        for some in (rules, rules[:1], []):
            assert b"".join(rewrite(cut(damaged, random), some, encoding=encoding)) == damaged
    assert "".join(rewrite(data.decode("utf-8", "replace"), rules)) == data.decode("utf-8", "replace")


class Links(Handler):
    """Keeps the start tags of links, other attributes as they were written."""

    def __init__(self) -> None:
        self.found: list[dict[str, str]] = []

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if name == "a" and "href" in attrs:
            self.found.append(dict(attrs))


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.stem)
def test_every_link_of_a_page_is_edited_and_nothing_else(page: Path, seed: int) -> None:
    def edit(link: ElementEdit) -> None:
        link.set_attribute("rel", "nofollow")

    data = page.read_bytes()
    made = b"".join(rewrite(cut(data, Random(seed)), {"a[href]": edit}))
    before, after = parse(data, Links()), parse(made, Links())
    assert before.found
    assert after.found == [{**attrs, "rel": "nofollow"} for attrs in before.found]
