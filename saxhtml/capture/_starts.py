"""Handlers that call back with each match at its start tag."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from weakref import ref

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.capture._filter import ExactFilter
from saxhtml.capture._match import Match, Wanted
from saxhtml.errors import UsageError
from saxhtml.handler import HandlerProtocol, Interest
from saxhtml.position import Locator
from saxhtml.selector import Matcher

LIMIT: Final = 1 << 20
"""Characters of text or source that are captured if nothing else is said."""


def without_content(wanted: Wanted) -> Interest:
    structural = wanted.selector is not None
    return Interest(start=structural or wanted.starts, end=structural, text=wanted.text)


def check_limit(limit: int) -> int:
    if not isinstance(limit, int) or limit < 1:
        raise UsageError(f"limit is a positive number of characters, not {limit!r}")
    return limit


_new: Final = object.__new__


class Starts(ExactFilter):
    """Calls back at each start tag that matches."""

    def __init__(
        self, wanted: Wanted, callback: Callable[[Match], object], *, limit: int = LIMIT, then: HandlerProtocol | None = None
    ) -> None:
        super().__init__(then)
        check_limit(limit)
        self._wanted = wanted
        self._callback = callback
        self._matches = wanted.matches
        self._test = wanted.test
        self._matcher: Matcher | None = None

    @override
    def needs(self) -> Interest:
        return without_content(self._wanted)

    @override
    def start_document(self, locator: Locator) -> None:
        wanted = self._wanted
        if wanted.selector is not None:
            matcher = self._matcher = Matcher([wanted.selector])
            self._matches = lambda name, attrs: bool(matcher.start(name, attrs)) and wanted.matches(name, attrs)
        super().start_document(locator)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        if self._matches(name, attrs):
            match = _new(Match)  # what Match() does, without the call
            match.name = name
            match.attrs = attrs
            match._locator = self.locator
            if self._test is None or self._test(match):
                # Most matches are looked at and let go, and nobody asks where they stand. It is noted for those that are kept.
                kept = ref(match)
                self._callback(match)
                del match
                survivor = kept()
                if survivor is not None:
                    survivor._settle()
        if self.wants.start:
            super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        if self._matcher is not None:
            self._matcher.end(name)
        super().end_tag(name)

    @override
    def text(self, data: str) -> None:
        match = self._wanted.match_text(data, self.locator)
        if match is not None:
            match._settle()
            self._callback(match)
        super().text(data)
