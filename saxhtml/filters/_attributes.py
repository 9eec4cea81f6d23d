"""Change attributes, or leave some out, on their way to the next handler.

A tag in which nothing changes keeps its attributes as they are written; what is changed has its source written anew
(:meth:`saxhtml.Attributes.from_pairs`), and of duplicates the first alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from typing_extensions import override

from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.capture import ExactFilter, is_wanted
from saxhtml.errors import UsageError
from saxhtml.handler import Filter, HandlerProtocol

NameTest: TypeAlias = "str | re.Pattern[str] | Callable[[str], object]"


def map_attributes(change: Callable[[str, str, str], str | None], *, then: HandlerProtocol | None = None) -> Filter:
    """Return a filter that gives each attribute the value that ``change(tag, name, value)`` returns; None leaves it out.

    >>> from urllib.parse import urljoin
    >>> from saxhtml import parse
    >>> from saxhtml.filters import map_attributes, trace
    >>> def absolute(tag, name, value):
    ...     return urljoin("http://site.example/dir/", value) if name in ("href", "src") else value
    >>> _ = parse("<a id=x href=page.html>", map_attributes(absolute, then=trace()))
    1:1 start_tag('a', {'id': 'x', 'href': 'http://site.example/dir/page.html'})
    """
    return _Map(change, then)


def drop_attributes(*names: NameTest, then: HandlerProtocol | None = None) -> Filter:
    """Return a filter that leaves out attributes: by name, by a compiled pattern for the whole name, or by a predicate.

    >>> import re
    >>> from saxhtml import parse
    >>> from saxhtml.filters import drop_attributes, trace
    >>> _ = parse("<a style=x href=y onclick=z()>", drop_attributes("style", re.compile("on.*"), then=trace()))
    1:1 start_tag('a', {'href': 'y'})

    Raises :class:`~saxhtml.UsageError` for anything else.
    """
    tests = [_name_test(name) for name in names]

    def change(_: str, name: str, value: str) -> str | None:
        return None if any(test(name) for test in tests) else value

    return _Map(change, then)


def _name_test(name: NameTest) -> Callable[[str], object]:
    if isinstance(name, str):
        return ascii_lower(name).__eq__
    if isinstance(name, re.Pattern):
        return name.fullmatch
    if callable(name):
        return name
    raise UsageError(f"attributes are named by a str, a compiled pattern or a predicate, not {name!r}")


class _Map(ExactFilter):
    def __init__(self, change: Callable[[str, str, str], str | None], then: HandlerProtocol | None) -> None:
        super().__init__(then)
        self._change = change

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if is_wanted(name, self.wants.start):
            self.next_handler.start_tag(name, self._changed(name, attrs) if attrs.source else attrs)

    def _changed(self, tag: str, attrs: Attributes) -> Attributes:
        change = self._change
        values = {name: change(tag, name, value) for name, value in attrs.items()}
        if values == attrs:
            return attrs
        pairs = [(name, value) for name, value in values.items() if value is not None]
        return Attributes.from_pairs(pairs, self_closing=attrs.self_closing)
