"""A filter that may hear more than the next handler asked for, and keeps to itself what that one did not."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

from typing_extensions import override

from saxhtml.attributes import Attributes
from saxhtml.errors import ParseError, UsageError
from saxhtml.handler import Doctype, Filter, Handler, HandlerProtocol, Interest

NOTHING: Final = Interest()
EVERYTHING: Final = Interest.everything()


class Nothing(Handler):
    """The end of a chain to which nothing has been added yet."""

    @override
    def interest(self) -> Interest:
        return NOTHING


class ExactFilter(Filter):
    """Passes on what the next handler wants, and no event besides, so that a handler gets what it asked for in any company.

    A subclass gives in :meth:`needs` what it wants for itself, and narrows in :meth:`passes` what can get through. As long as
    nobody has asked for :meth:`interest`, as where events do not come from a parser, the next handler is taken to want
    everything.
    """

    wants: Interest
    """What the next handler wants and can get."""

    def __init__(self, then: HandlerProtocol | None = None) -> None:
        if then is not None and (isinstance(then, type) or not isinstance(then, HandlerProtocol)):
            raise UsageError(f"then is the handler that events are passed on to, and {then!r} is none")
        super().__init__(Nothing() if then is None else then)
        self.wants = self.passes(EVERYTHING)

    def needs(self) -> Interest:
        """Return what this filter wants, whatever the next handler does."""
        return NOTHING

    def passes(self, wants: Interest) -> Interest:
        """Return what of the events that the next handler wants it can get."""
        return wants

    @override
    def interest(self) -> Interest:
        wants = self.next_handler.interest()
        self.wants = self.passes(wants)
        return self.needs() if wants is NOTHING else join(self.needs(), self.wants)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        wanted = self.wants.start
        if wanted is True or (wanted is not False and name in wanted):
            self.next_handler.start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        wanted = self.wants.end
        if wanted is True or (wanted is not False and name in wanted):
            self.next_handler.end_tag(name)

    @override
    def text(self, data: str) -> None:
        if self.wants.text:
            self.next_handler.text(data)

    @override
    def comment(self, data: str) -> None:
        if self.wants.comment:
            self.next_handler.comment(data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        if self.wants.doctype:
            self.next_handler.doctype(doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        if self.wants.processing_instruction:
            self.next_handler.processing_instruction(target, data)

    @override
    def parse_error(self, error: ParseError) -> None:
        if self.wants.parse_error:
            self.next_handler.parse_error(error)


def is_wanted(name: str, names: bool | AbstractSet[str]) -> bool:
    """Tell whether a tag is among those that a field of an Interest names."""
    return names if isinstance(names, bool) else name in names


join: Final = lru_cache(maxsize=256)(Interest.__or__)
"""``|``, which takes its time, for those who ask for the same again and again."""
