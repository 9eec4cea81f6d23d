"""What is told of a repair, the error for what a stream cannot do, and the ground that both models stand on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from typing_extensions import override

from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.capture import ExactFilter
from saxhtml.errors import SaxHtmlError
from saxhtml.handler import HandlerProtocol, Interest

RepairKind = Literal["stray-end-tag", "dropped-start-tag", "dropped-text", "dropped-doctype", "unclosed", "unstreamable"]
"""An end tag, start tag, text or doctype that was left out; an element whose end tag is missing and may not be; and a place
where the standard's tree is not what the events make, since the standard goes back there."""


class Place(NamedTuple):
    """A place in the source: characters from 0, line and column from 1."""

    offset: int
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """Something that was not right, and what was done about it.

    ``name`` is that of the tag or element, ``"#text"`` for text and ``"#doctype"``. ``place`` is where it was noticed; of an
    unclosed element ``began`` is where its start tag stands, or what it was implied by. ``what`` says what a stream cannot do.
    """

    kind: RepairKind
    name: str
    place: Place
    began: Place | None = None
    what: str = ""

    @override
    def __str__(self) -> str:
        text = f"line {self.place.line}, column {self.place.column}: {self.kind} {self.name}"
        if self.what:
            text += f" ({self.what})"
        return text if self.began is None else f"{text}, begun at line {self.began.line}, column {self.began.column}"


class Unstreamable(SaxHtmlError):
    """The standard would change what has been passed on already; raised with ``on_unstreamable="raise"``.

    ``what`` says how, ``name`` is the tag (``"#text"`` for text), ``place`` is where it stands.
    """

    def __init__(self, what: str, name: str, place: Place) -> None:
        super().__init__(what, name, place)
        self.what = what
        self.name = name
        self.place = place

    @override
    def __str__(self) -> str:
        return f"line {self.place.line}, column {self.place.column}: {self.name} needs {self.what}, which a stream cannot do"


OnUnstreamable: TypeAlias = Literal["approximate", "raise"]
OnRepair: TypeAlias = Callable[[Repair], object]

_NOWHERE: Final = Place(0, 1, 1)
_NEEDS: Final = Interest(start=True, end=True, text=True, comment=True, doctype=True, processing_instruction=True)


class Balancer(ExactFilter):
    """Passes events on, those of the source and implied ones, and tells of repairs."""

    def __init__(
        self,
        then: HandlerProtocol | None,
        *,
        on_unstreamable: OnUnstreamable = "approximate",
        on_repair: OnRepair | None = None,
    ) -> None:
        super().__init__(then)
        self._raises = on_unstreamable == "raise"
        self._on_repair = on_repair

    @override
    def needs(self) -> Interest:
        return _NEEDS

    def here(self) -> Place:
        """Return where the event being handled stands."""
        locator = self.locator
        return Place(locator.offset, locator.line, locator.column)

    def beginning(self) -> Place:
        """Return where the element begins that is being opened, or nowhere when nobody will be told."""
        return _NOWHERE if self._on_repair is None else self.here()

    def repaired(self, kind: RepairKind, name: str, began: Place | None = None) -> None:
        """Tell of a repair."""
        if self._on_repair is not None:
            self._on_repair(Repair(kind=kind, name=name, place=self.here(), began=began))

    def unstreamable(self, what: str, name: str) -> None:
        """Tell that the standard's tree is another one, or raise :class:`Unstreamable`."""
        if self._raises:
            raise Unstreamable(what, name, self.here())
        if self._on_repair is not None:
            self._on_repair(Repair(kind="unstreamable", name=name, place=self.here(), what=what))

    # A handler that raises leaves the flag as it is: what the locator says is then still about the event it raised in.

    def pass_start(self, name: str, attrs: Attributes = NO_ATTRIBUTES, *, implied: bool = False) -> None:
        """Pass on a start tag, that of the source or an implied one."""
        self.locator.implied = implied
        super().start_tag(name, attrs)
        self.locator.implied = False

    def pass_end(self, name: str, *, implied: bool = False) -> None:
        """Pass on an end tag, that of the source or an implied one."""
        self.locator.implied = implied
        super().end_tag(name)
        self.locator.implied = False

    def pass_text(self, data: str) -> None:
        """Pass on text, if there is any."""
        if data:
            super().text(data)
