"""Check what passes between two handlers against the contract of events; for those who write filters, and their tests."""

from __future__ import annotations

from typing import Final, NoReturn

from typing_extensions import override

from saxhtml._elements import MATH_TEXT_POINTS, SVG_HTML_POINTS, VOID
from saxhtml.attributes import Attributes, clean_name
from saxhtml.capture import ExactFilter
from saxhtml.errors import ParseError, UsageError
from saxhtml.filters._flow import Everything
from saxhtml.handler import Doctype, Filter, HandlerProtocol, Interest
from saxhtml.position import Locator

_TAGS: Final = Interest(start=True, end=True)
_POINTS: Final = {"svg": SVG_HTML_POINTS, "math": MATH_TEXT_POINTS}


def lint(*, balanced: bool = False, then: HandlerProtocol | None = None) -> Filter:
    """Return a filter that changes nothing and raises :class:`~saxhtml.UsageError` for an event that must not be.

    Checked is that ``start_document`` comes first, and ``end_document`` once and last; that names are as the standard has them,
    in lowercase; that no text is empty; and that no event stands before the one that came before it, unless it is implied.
    With ``balanced`` also that each start tag has its end tag in the right place, other than those of void elements, and of
    self-closing ones in svg and math.

    >>> from saxhtml import parse
    >>> from saxhtml.filters import lint
    >>> _ = parse("<ul><li>one</ul>", lint(balanced=True))
    Traceback (most recent call last):
        ...
    saxhtml.errors.UsageError: line 1, column 12: end_tag('ul') while 'li' is open
    """
    return _Lint(balanced, then)


class _Lint(ExactFilter):
    def __init__(self, balanced: bool, then: HandlerProtocol | None) -> None:
        super().__init__(Everything() if then is None else then)
        self._balanced = balanced
        self._began = False
        self._forget()

    def _forget(self) -> None:
        self._reached = 0
        self._open: list[tuple[str, str]] = []
        """The open elements, and "html", "svg" or "math" by what they hold."""

    @override
    def needs(self) -> Interest:
        return _TAGS if self._balanced else Interest()

    @override
    def start_document(self, locator: Locator) -> None:
        if self._began:
            self._refuse("start_document()", "in the middle of a document")
        self._began = True
        self._forget()
        super().start_document(locator)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._check("start_tag", name)
        self._check_name("start_tag", name)
        if self._balanced:
            around = self._open[-1][1] if self._open else "html"
            kind = name if name in _POINTS else around
            if not (name in VOID if kind == "html" else attrs.self_closing):
                self._open.append((name, self._held(name, kind, attrs)))
        super().start_tag(name, attrs)

    @override
    def end_tag(self, name: str) -> None:
        self._check("end_tag", name)
        self._check_name("end_tag", name)
        if self._balanced:
            innermost = self._open[-1][0] if self._open else None
            if innermost != name:
                self._refuse(f"end_tag({name!r})", f"while {innermost!r} is open" if innermost else "while nothing is open")
            self._open.pop()
        super().end_tag(name)

    @override
    def text(self, data: str) -> None:
        self._check("text", data)
        if not data:
            self._refuse("text('')", "which is empty")
        super().text(data)

    @override
    def comment(self, data: str) -> None:
        self._check("comment", data)
        super().comment(data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._check("doctype", doctype.name)
        super().doctype(doctype)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._check("processing_instruction", target)
        super().processing_instruction(target, data)

    @override
    def parse_error(self, error: ParseError) -> None:
        if not self._began:
            self._refuse(f"parse_error({error.code!r})", "outside a document")
        super().parse_error(error)

    @override
    def end_document(self) -> None:
        if not self._began:
            self._refuse("end_document()", "outside a document")
        if self._open:
            self._refuse("end_document()", f"while {self._open[-1][0]!r} is open")
        self._began = False
        super().end_document()

    @staticmethod
    def _held(name: str, kind: str, attrs: Attributes) -> str:
        """Return what an element of that kind holds (WHATWG HTML, "HTML integration point")."""
        if kind == "math" and name == "annotation-xml":
            return "html" if attrs.get("encoding", "").lower() in {"text/html", "application/xhtml+xml"} else kind
        return "html" if name in _POINTS.get(kind, ()) else kind

    def _check(self, event: str, what: str | None) -> None:
        if not self._began:
            self._refuse(f"{event}({what!r})", "outside a document")
        locator = self.locator
        if not locator.implied:
            offset = locator.offset
            if offset < self._reached:
                self._refuse(f"{event}({what!r})", f"at offset {offset}, after an event at offset {self._reached}")
            self._reached = offset

    def _check_name(self, event: str, name: str) -> None:
        if not name or name != clean_name(name):
            self._refuse(f"{event}({name!r})", "whose name is not in lowercase, or is none")

    def _refuse(self, event: str, what: str) -> NoReturn:
        place = f"line {self.locator.line}, column {self.locator.column}: " if hasattr(self, "locator") else ""
        raise UsageError(f"{place}{event} {what}")
