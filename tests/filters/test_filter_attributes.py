"""map_attributes and drop_attributes."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from typing_extensions import override

from saxhtml import parse
from saxhtml.attributes import Attributes
from saxhtml.errors import UsageError
from saxhtml.filters import drop_attributes, map_attributes
from saxhtml.handler import Handler, Interest
from saxhtml.testing import EventRecorder


class Kept(Handler):
    def __init__(self) -> None:
        self.attrs: list[Attributes] = []

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self.attrs.append(attrs)


DROPPED: Final[dict[str, tuple[tuple[Any, ...], str, str]]] = {
    "by name": (("b",), "<p a=1 b=2>", ' a="1"'),
    "by a name in capitals": (("B",), "<p a=1 B=2>", ' a="1"'),
    "several": (("a", "c"), "<p a=1 b=2 c>", ' b="2"'),
    "by pattern": ((re.compile("on.*"),), "<p onclick=x con=y>", ' con="y"'),
    "by predicate": ((lambda name: name != "href",), "<p id=x href=y>", ' href="y"'),
    "all": ((bool,), "<p id=x href=y>", ""),
    "of duplicates all": (("a",), "<p a=1 b=2 a=3>", ' b="2"'),
    "the slash stays": (("a",), "<p a=1 b />", " b /"),
    "values are escaped": (("a",), "<p a b='&quot;&amp;x'>", ' b="&quot;&amp;x"'),
    "none that is there": (("x",), "<p A=1  b='2' a=3>", " A=1  b='2' a=3"),
    "no names": ((), "<p A=1>", " A=1"),
    "no attributes": (("x",), "<p>", ""),
}


@pytest.mark.parametrize(("names", "source", "expected"), DROPPED.values(), ids=DROPPED)
def test_left_out_are(names: tuple[Any, ...], source: str, expected: str) -> None:
    end = Kept()
    parse(source, drop_attributes(*names, then=end))
    assert [attrs.source for attrs in end.attrs] == [expected]


@pytest.mark.parametrize("name", [None, 5, ["a"]])
def test_names_that_are_none_are_refused(name: Any) -> None:
    with pytest.raises(UsageError, match="attributes are named by a str, a compiled pattern or a predicate"):
        drop_attributes("a", name)


def test_values_are_changed_by_tag_name_and_value() -> None:
    seen: list[tuple[str, str, str]] = []

    def change(tag: str, name: str, value: str) -> str | None:
        seen.append((tag, name, value))
        return {"1": "one", "2": None}.get(value, value)

    end = EventRecorder()
    parse("<P A=1 b=2 c=3><br a=1 />", map_attributes(change, then=end))
    assert seen == [("p", "a", "1"), ("p", "b", "2"), ("p", "c", "3"), ("br", "a", "1")]
    assert end.events == [("start", "p", [("a", "one"), ("c", "3")], False), ("start", "br", [("a", "one")], True)]


def test_a_tag_in_which_nothing_changes_keeps_its_attributes() -> None:
    end = Kept()
    attrs = Attributes(" A = '1' a=2")
    handler = map_attributes(lambda tag, name, value: value, then=end)
    handler.start_tag("p", attrs)
    assert end.attrs[0] is attrs


def test_only_wanted_tags_are_looked_at() -> None:
    seen: list[str] = []

    class Images(Kept):
        @override
        def interest(self) -> Interest:
            return Interest(start={"img"})

    end = Images()
    handler = map_attributes(lambda tag, name, value: seen.append(tag), then=end)
    assert handler.interest() == Interest(start={"img"})
    for name in ("a", "img"):
        handler.start_tag(name, Attributes(" x"))
    assert seen == ["img"]
    assert [dict(attrs) for attrs in end.attrs] == [{}]
