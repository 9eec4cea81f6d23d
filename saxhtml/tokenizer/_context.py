"""The tree builder as far as the tokenizer needs it: which state a start tag leads to, and where svg and math are.

Outside svg and math nothing is kept. Inside, the open elements are kept as runs, by turns of foreign (svg and MathML) and
of HTML elements, each run with the places of its names, so that no tag costs a walk. What is not known is which HTML
elements are open around the svg: an end tag of an HTML element is taken to close one, as it does on real pages.
Source: WHATWG HTML, "Tree construction dispatcher" and "The rules for parsing tokens in foreign content".
"""

from __future__ import annotations

from typing import Final

from saxhtml._elements import (
    BREAKOUT,
    CLOSES_P,
    FORMATTING,
    MATH_TEXT_POINTS,
    RAWTEXT,
    RCDATA,
    SPECIAL,
    SVG_HTML_POINTS,
    VOID,
)
from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.tokenizer._states import StateName

_TEXT_STATES: Final[dict[str, StateName]] = {
    **dict.fromkeys(RCDATA, "RCDATA"),
    **dict.fromkeys(RAWTEXT, "RAWTEXT"),
    "script": "script data",
    "plaintext": "PLAINTEXT",
}

_SCOPE_ENDS: Final = frozenset("applet caption html marquee object table td template th".split())

_TABLE_PARTS: Final = frozenset("caption table tbody td tfoot th thead tr".split())

_PHRASING: Final = frozenset(
    """abbr audio bdi bdo canvas cite data del dfn ins kbd label map mark meter optgroup option output picture progress q
    rb rp rt rtc ruby samp slot span sub sup time var video""".split()
)

_STAYS_OPEN: Final = VOID | _TEXT_STATES.keys() | {"body", "form", "frameset", "head", "html", "noscript"}

_CLOSES_FROM_OUTSIDE: Final = (SPECIAL | FORMATTING | _PHRASING) - _STAYS_OPEN
"""The HTML elements whose end tag, met inside svg, closes the svg with the element around it."""


_FOREIGN_WITH_HYPHEN: Final = frozenset(
    """annotation-xml color-profile font-face font-face-format font-face-name font-face-src font-face-uri
    missing-glyph""".split()
)
"""Names that no custom element may have."""


class _Run:
    """Open elements of one kind, foreign or HTML, above each other, and the heights at which to find them.

    ``barriers`` are the heights of elements that the end tag of an HTML element does not look beyond, ``scope_ends`` those
    of the fewer that hold back even the end tags of blocks, ``points`` those of svg and MathML elements that hold HTML.
    """

    __slots__ = ("barriers", "foreign", "kinds", "names", "places", "points", "scope_ends")

    def __init__(self, *, foreign: bool) -> None:
        self.foreign = foreign
        self.names: list[str] = []
        self.kinds: list[str] = []
        self.places: dict[str, list[int]] = {}
        self.barriers: list[int] = []
        self.scope_ends: list[int] = []
        self.points: list[int] = []

    def push(self, name: str, kind: str) -> None:
        """Open an element; ``kind`` is the namespace of a foreign one, with the integration point that it may be."""
        height = len(self.names)
        self.names.append(name)
        self.kinds.append(kind)
        self.places.setdefault(name, []).append(height)
        if kind in _HOLDS_HTML:
            self.points.append(height)
        if kind in _HOLDS_BACK or (kind == "html" and name in SPECIAL):
            self.barriers.append(height)
        if kind == "html" and name in _SCOPE_ENDS:
            self.scope_ends.append(height)

    def cut(self, height: int) -> None:
        """Close the elements from ``height`` on."""
        while len(self.names) > height:
            name = self.names.pop()
            self.kinds.pop()
            places = self.places[name]
            places.pop()
            if not places:
                del self.places[name]
            top = len(self.names)
            for heights in (self.barriers, self.scope_ends, self.points):
                if heights and heights[-1] == top:
                    heights.pop()

    def height_of(self, name: str) -> int:
        """Return the height of the innermost ``name``, or -1."""
        places = self.places.get(name)
        return places[-1] if places else -1


_HOLDS_HTML: Final = frozenset({"svg point", "math point", "math text point"})
_HOLDS_BACK: Final = _HOLDS_HTML | {"math annotation"}


def _kind(name: str, namespace: str, attrs: Attributes) -> str:
    if namespace == "svg":
        return "svg point" if name in SVG_HTML_POINTS else "svg"
    if name in MATH_TEXT_POINTS:
        return "math text point"
    if name != "annotation-xml":
        return "math"
    encoding = ascii_lower(attrs.get("encoding", ""))
    return "math point" if encoding in {"text/html", "application/xhtml+xml"} else "math annotation"


class Context:
    """Told of each start and end tag, says what the tokenizer has to know of the tree."""

    __slots__ = ("_text_states", "depth", "notable", "runs")

    def __init__(self, *, scripting: bool) -> None:
        self._text_states = {**_TEXT_STATES, "noscript": "RAWTEXT"} if scripting else _TEXT_STATES
        self.notable = self._text_states.keys() | {"svg", "math"}
        """Names of the start tags that matter while no svg or math is open."""
        self.runs: list[_Run] = []
        """What is open inside the outermost svg or math; empty outside."""
        self.depth = 0
        """Elements open inside the outermost svg or math, itself included."""

    @property
    def foreign(self) -> bool:
        """Whether the current node is an svg or MathML element, so that ``<![CDATA[`` begins a CDATA section."""
        return bool(self.runs) and self.runs[-1].foreign

    def start_tag(self, name: str, attrs: Attributes) -> StateName:
        """Take a start tag; return the state in which the tokenizer goes on."""
        runs = self.runs
        if not runs:
            if name in {"svg", "math"}:
                self._open_foreign(name, name, attrs)
                return "data"
            return self._text_states.get(name, "data")
        run = runs[-1]
        if run.foreign and not self._reads_as_html(run, name):
            if name not in BREAKOUT and not (name == "font" and not attrs.keys().isdisjoint({"color", "face", "size"})):
                self._open_foreign(name, run.kinds[-1].partition(" ")[0], attrs)
                return "data"
            self._break_out(run)
        return self._html_start_tag(name, attrs)

    def end_tag(self, name: str) -> None:
        """Take an end tag inside svg or math."""
        runs = self.runs
        run = runs[-1]
        if not run.foreign:
            self._html_end_tag(run, name)
            return
        if name in {"p", "br"}:
            self._break_out(run)
            if name == "p" and runs and not runs[-1].foreign:
                self._html_end_tag(runs[-1], name)
            return
        height = run.height_of(name)
        if height >= 0:
            self._cut(run, height)
        elif not run.barriers:
            if len(runs) > 1:
                outer = runs[-2]
                if self._closes(outer, name) >= 0:
                    self._cut(run, 0)
                    self._html_end_tag(outer, name)
            elif name in _CLOSES_FROM_OUTSIDE or ("-" in name and name not in _FOREIGN_WITH_HYPHEN):
                self._cut(run, 0)

    def _reads_as_html(self, run: _Run, name: str) -> bool:
        kind = run.kinds[-1]
        if kind == "math text point":
            return name not in {"mglyph", "malignmark"}
        return kind in _HOLDS_HTML or (kind == "math annotation" and name == "svg")

    def _open_foreign(self, name: str, namespace: str, attrs: Attributes) -> None:
        if attrs.self_closing:
            return
        if not self.foreign:
            self.runs.append(_Run(foreign=True))
        self.runs[-1].push(name, _kind(name, namespace, attrs))
        self.depth += 1

    def _break_out(self, run: _Run) -> None:
        self._cut(run, run.points[-1] + 1 if run.points else 0)

    def _html_start_tag(self, name: str, attrs: Attributes) -> StateName:
        runs = self.runs
        if name in {"svg", "math"}:
            self._open_foreign(name, name, attrs)
            return "data"
        if not runs:
            return self._text_states.get(name, "data")
        within = runs[-1] if not runs[-1].foreign else None
        if name in _TABLE_PARTS - {"table"} and (within is None or within.height_of("table") < 0):
            return "data"
        if name in {"body", "col", "colgroup", "frame", "frameset", "head", "html"}:
            return "data"
        if within is not None and name in CLOSES_P:
            self._html_end_tag(within, "p")
        elif within is not None and name in {"a", "button", "nobr"}:
            self._html_end_tag(within, name)
        if name not in VOID:
            if self.foreign:
                runs.append(_Run(foreign=False))
            runs[-1].push(name, "html")
            self.depth += 1
        return self._text_states.get(name, "data")

    def _closes(self, run: _Run, name: str) -> int:
        """Return the height to which an HTML end tag closes ``run``, or -1 where it is ignored."""
        height = run.height_of(name)
        if name in _TABLE_PARTS:
            return height
        barriers = run.scope_ends if name in SPECIAL else run.barriers
        return -1 if barriers and barriers[-1] > height else height

    def _html_end_tag(self, run: _Run, name: str) -> None:
        height = self._closes(run, name)
        if height >= 0:
            self._cut(run, height)

    def _cut(self, run: _Run, height: int) -> None:
        self.depth -= len(run.names) - height
        run.cut(height)
        if not run.names:
            self.runs.pop()
