"""The standard's tree construction for a stream: the dispatcher, foreign content, and what the insertion modes have in common.

The modes themselves are in ``_outer`` (around the body), ``_body`` and ``_tables``, each a :class:`Mode`.
Source: WHATWG HTML, "Tree construction" to "The rules for parsing tokens in foreign content", as of 2026.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from typing_extensions import override

from saxhtml._elements import BREAKOUT
from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.balance._formatting import MOST, FormattingList
from saxhtml.balance._repair import Balancer, OnRepair, OnUnstreamable
from saxhtml.balance._stack import Element, Namespace, Stack
from saxhtml.handler import Doctype, HandlerProtocol
from saxhtml.position import Locator

SPACE: Final = "\t\n\f\r "
SPACE_AND_NUL: Final = SPACE + "\0"

END_IMPLIED: Final = frozenset("dd dt li optgroup option p rb rp rt rtc".split())
"""Elements that "generate implied end tags" ends."""

MAY_END_UNTOLD: Final = END_IMPLIED | set("body caption colgroup head html tbody td tfoot th thead tr".split())
"""Elements whose end tag may be left out, so that there is nothing to report."""

_HOLDS_NO_TEXT: Final = frozenset("table tbody tfoot thead tr".split())
_MATH_EVEN_IN_TEXT: Final = frozenset({"mglyph", "malignmark"})
_BEHIND: Final = frozenset({"after body", "after after body", "after after frameset"})
_HTML_FONT: Final = ("color", "face", "size")
_NOT_SPACE: Final = re.compile(r"[^\t\n\f\r ]+")


class Mode(Protocol):
    """The rules of an insertion mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None: ...
    def end(self, builder: Builder, name: str) -> None: ...
    def text(self, builder: Builder, data: str) -> None: ...


class Builder(Balancer):
    """Balances by the standard's rules."""

    def __init__(
        self,
        then: HandlerProtocol | None,
        modes: Mapping[str, Mode],
        *,
        scripting: bool,
        on_unstreamable: OnUnstreamable,
        on_repair: OnRepair | None,
    ) -> None:
        super().__init__(then, on_unstreamable=on_unstreamable, on_repair=on_repair)
        self._modes = modes
        self.scripting = scripting
        self._forget()

    def _forget(self) -> None:
        self.open = Stack()
        self.formatting = FormattingList()
        self.template_modes: list[str] = []
        self.mode = "initial"
        self.return_to = "initial"
        self.form: Element | None = None
        self.head_seen = False
        self.frameset_ok = True
        self.quirks = False
        self.fostering = False
        self.told_end: set[str] = set()
        self.root_attributes: dict[str, set[str]] = {}
        self._drop_newline = False

    # Events.

    @override
    def start_document(self, locator: Locator) -> None:
        self._forget()
        super().start_document(locator)

    @override
    def start_tag(self, name: str, attrs: Attributes) -> None:
        self._drop_newline = False
        top = self.open.top
        if top.namespace == "html" or top.html_inside or (top.text_inside and name not in _MATH_EVEN_IN_TEXT):
            self._modes[self.mode].start(self, name, attrs)
        elif top.name == "annotation-xml" and name == "svg":
            self.process_start(name, attrs)
        elif name in BREAKOUT or (name == "font" and any(attribute in attrs for attribute in _HTML_FONT)):
            self._break_out()
            self.process_start(name, attrs)
        else:
            self.insert_foreign(name, attrs, top.namespace)

    @override
    def end_tag(self, name: str) -> None:
        self._drop_newline = False
        if self.open.top.namespace != "html":
            at = self.open.foreign(name)
            if at:
                self.close_to(at, told=True)
                return
            if name in ("br", "p"):
                self._break_out()
        self._modes[self.mode].end(self, name)

    @override
    def text(self, data: str) -> None:
        if self._drop_newline:
            self._drop_newline = False
            data = data.removeprefix("\n")
            if not data:
                return
        top = self.open.top
        if top.namespace == "html" or top.html_inside or top.text_inside:
            self._modes[self.mode].text(self, data)
        else:
            if data.strip(SPACE_AND_NUL):
                self.frameset_ok = False
            self.pass_text(data.replace("\0", "\ufffd") if "\0" in data else data)

    @override
    def comment(self, data: str) -> None:
        self._before_comment()
        super().comment(data)

    @override
    def processing_instruction(self, target: str, data: str) -> None:
        self._before_comment()
        super().processing_instruction(target, data)

    @override
    def doctype(self, doctype: Doctype) -> None:
        self._drop_newline = False
        if self.mode == "initial":
            self.quirks = _is_quirky(doctype)
            self.mode = "before html"
            super().doctype(doctype)
        else:
            self.repaired("dropped-doctype", "#doctype")

    @override
    def end_document(self) -> None:
        self._drop_newline = False
        if self.mode == "text":
            self.close_to(len(self.open) - 1)
            self.mode = self.return_to
        while at := self.open.anywhere("template"):
            self.end_template(at)
        self.imply_body()
        self.close_to(1)
        super().end_document()

    def _before_comment(self) -> None:
        self._drop_newline = False
        if self.mode in _BEHIND and self.open.top.namespace == "html":
            self.unstreamable("an end of the body before that of the document", "#comment")

    # What the modes do.

    def process_start(self, name: str, attrs: Attributes) -> None:
        """Process a start tag by the rules of the current mode (again)."""
        self._modes[self.mode].start(self, name, attrs)

    def process_end(self, name: str) -> None:
        """Process an end tag by the rules of the current mode (again)."""
        self._modes[self.mode].end(self, name)

    def process_text(self, data: str) -> None:
        """Process text by the rules of the current mode (again)."""
        self._modes[self.mode].text(self, data)

    def start_by(self, mode: str, name: str, attrs: Attributes) -> None:
        """Process a start tag by the rules of another mode."""
        self._modes[mode].start(self, name, attrs)

    def end_by(self, mode: str, name: str) -> None:
        """Process an end tag by the rules of another mode."""
        self._modes[mode].end(self, name)

    def text_by(self, mode: str, data: str) -> None:
        """Process text by the rules of another mode."""
        self._modes[mode].text(self, data)

    def insert(self, name: str, attrs: Attributes = NO_ATTRIBUTES, *, implied: bool = False) -> Element:
        """Open an HTML element."""
        self._foster(name)
        element = self.open.push(name, "html", self.beginning())
        self.pass_start(name, attrs, implied=implied)
        return element

    def insert_void(self, name: str, attrs: Attributes) -> None:
        """Pass on the start tag of an element that has no end."""
        self._foster(name)
        self.pass_start(name, attrs)

    def insert_foreign(self, name: str, attrs: Attributes, namespace: Namespace) -> None:
        """Open an svg or MathML element."""
        self._foster(name)
        if not attrs.self_closing:
            self.open.push(name, namespace, self.beginning(), attrs)
        self.pass_start(name, attrs)

    def insert_text_element(self, name: str, attrs: Attributes) -> None:
        """Open an element whose content is text; its end tag leads back to the current mode."""
        self.insert(name, attrs)
        self.return_to = self.mode
        self.mode = "text"
        self._drop_newline = name == "textarea"

    def insert_text(self, data: str) -> None:
        """Pass on text that stands in the body."""
        if self.fostering and self.open.top.name in _HOLDS_NO_TEXT:
            self.unstreamable("foster parenting", "#text")
        self.pass_text(data)

    def _foster(self, name: str) -> None:
        if self.fostering and self.open.top.name in _HOLDS_NO_TEXT and self.open.top.namespace == "html":
            self.unstreamable("foster parenting", name)

    def drop_newline(self) -> None:
        """Leave out the line feed, if one comes next."""
        self._drop_newline = True

    def close_to(self, keep: int, *, told: bool = False) -> None:
        """End the elements from a place of the stack on; ``told``: the outermost of them by the end tag being handled."""
        stack = self.open
        while len(stack) > keep:
            element = stack.pop()
            implied = not told or len(stack) > keep
            if implied and not element.leaving and element.name not in self.told_end and element.name not in MAY_END_UNTOLD:
                self.repaired("unclosed", element.name, element.began)
            self.pass_end(element.name, implied=implied)
        while stack.top.leaving:
            self.pass_end(stack.pop().name, implied=True)

    def close_implied(self, but: str = "") -> None:
        """Generate implied end tags."""
        self.close_to(self.open.without_implied(END_IMPLIED, but))

    def close_p(self) -> None:
        """Close a p element that is in button scope."""
        at = self.open.in_button_scope("p")
        if at:
            self.close_to(at)

    def stray_end(self, name: str) -> None:
        """Leave out an end tag."""
        self.repaired("stray-end-tag", name)

    def drop_start(self, name: str) -> None:
        """Leave out a start tag."""
        self.repaired("dropped-start-tag", name)

    def _break_out(self) -> None:
        stack = self.open
        keep = len(stack)
        while (top := stack.elements[keep - 1]).namespace != "html" and not top.html_inside and not top.text_inside:
            keep -= 1
        self.close_to(keep)

    def reconstruct(self) -> None:
        """Open the formatting elements again that something else has closed."""
        entries = self.formatting.entries
        if not entries or entries[-1].attrs is None or entries[-1].element.open:
            return
        for at in range(self.formatting.closed(), len(entries)):
            element, attrs = entries[at]
            self.formatting.reopened(at, self.insert(element.name, attrs or NO_ATTRIBUTES, implied=True))

    def format(self, name: str, attrs: Attributes) -> None:
        """Open a formatting element."""
        if self.formatting.add(self.insert(name, attrs), attrs):
            self.unstreamable(f"more than {MOST} formatting elements", name)

    def end_template(self, at: int, *, told: bool = False) -> None:
        """End the template at a place of the stack."""
        self.close_to(at, told=told)
        self.formatting.clear_to_marker()
        self.template_modes.pop()
        self.reset_mode()

    def keep_root_attributes(self, name: str, attrs: Attributes) -> None:
        """Remember the names of the attributes of html and body."""
        self.root_attributes[name] = set(attrs)

    def merge_root_attributes(self, name: str, attrs: Attributes) -> None:
        """Leave out a second html or body; what it adds to the first cannot be passed on any more."""
        self.drop_start(name)
        if not attrs.keys() <= self.root_attributes.get(name, set()):
            self.root_attributes.setdefault(name, set()).update(attrs)
            self.unstreamable("attributes on an element that has begun", name)

    def imply_html(self) -> None:
        """Supply the html element."""
        self.insert("html", implied=True)
        self.mode = "before head"

    def imply_head(self) -> None:
        """Supply the head element."""
        self.insert("head", implied=True)
        self.head_seen = True
        self.mode = "in head"

    def imply_body(self) -> None:
        """Supply what is missing of html, head and body, if a body can still come."""
        if self.mode in ("initial", "before html"):
            self.imply_html()
        if self.mode == "before head":
            self.imply_head()
        if self.mode == "in head noscript":
            self.close_to(len(self.open) - 1)
            self.mode = "in head"
        if self.mode == "in head":
            self.close_to(len(self.open) - 1)
            self.mode = "after head"
        if self.mode == "after head":
            self.insert("body", implied=True)
            self.mode = "in body"

    def reset_mode(self) -> None:
        """Find the insertion mode by what is open."""
        name = self.open.elements[self.open.top.scopes.mode].name
        if name == "template":
            self.mode = self.template_modes[-1]
        elif name == "html":
            self.mode = "after head" if self.head_seen else "before head"
        else:
            self.mode = _MODE_OF.get(name, "in body")


_MODE_OF: Final = {
    "td": "in cell",
    "th": "in cell",
    "tr": "in row",
    **dict.fromkeys(("tbody", "tfoot", "thead"), "in table body"),
    "caption": "in caption",
    "colgroup": "in column group",
    "table": "in table",
    "head": "in head",
    "frameset": "in frameset",
}


def split_space(data: str) -> tuple[str, str]:
    """Return the white space that a text begins with, and the rest."""
    rest = data.lstrip(SPACE)
    return data[: len(data) - len(rest)], rest


def only_space(data: str) -> str:
    """Return the white space in a text."""
    return _NOT_SPACE.sub("", data)


def _is_quirky(doctype: Doctype) -> bool:
    """Tell whether a doctype puts the document into quirks mode ("The initial insertion mode")."""
    name, public_id, system_id, force_quirks = doctype
    public = (public_id or "").lower()
    return (
        force_quirks
        or name != "html"
        or public in _QUIRKY_IDS
        or public.startswith(_QUIRKY_STARTS)
        or (system_id or "").lower() == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
        or (system_id is None and public.startswith(_QUIRKY_WITHOUT_SYSTEM_ID))
    )


def _ids(texts: str, start: str) -> Iterable[str]:
    return (start + line.strip() for line in texts.strip().splitlines())


_QUIRKY_IDS: Final = frozenset({"-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"})
_QUIRKY_WITHOUT_SYSTEM_ID: Final = ("-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//")
_QUIRKY_STARTS: Final = (
    "+//silmaril//dtd html pro v0r11 19970101//",
    *_ids(
        """
        as//dtd html 3.0 aswedit + extensions//
        advasoft ltd//dtd html 3.0 aswedit + extensions//
        ietf//dtd html 2.0 level 1//
        ietf//dtd html 2.0 level 2//
        ietf//dtd html 2.0 strict level 1//
        ietf//dtd html 2.0 strict level 2//
        ietf//dtd html 2.0 strict//
        ietf//dtd html 2.0//
        ietf//dtd html 2.1e//
        ietf//dtd html 3.0//
        ietf//dtd html 3.2 final//
        ietf//dtd html 3.2//
        ietf//dtd html 3//
        ietf//dtd html level 0//
        ietf//dtd html level 1//
        ietf//dtd html level 2//
        ietf//dtd html level 3//
        ietf//dtd html strict level 0//
        ietf//dtd html strict level 1//
        ietf//dtd html strict level 2//
        ietf//dtd html strict level 3//
        ietf//dtd html strict//
        ietf//dtd html//
        metrius//dtd metrius presentational//
        microsoft//dtd internet explorer 2.0 html strict//
        microsoft//dtd internet explorer 2.0 html//
        microsoft//dtd internet explorer 2.0 tables//
        microsoft//dtd internet explorer 3.0 html strict//
        microsoft//dtd internet explorer 3.0 html//
        microsoft//dtd internet explorer 3.0 tables//
        netscape comm. corp.//dtd html//
        netscape comm. corp.//dtd strict html//
        o'reilly and associates//dtd html 2.0//
        o'reilly and associates//dtd html extended 1.0//
        o'reilly and associates//dtd html extended relaxed 1.0//
        softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//
        softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//
        spyglass//dtd html 2.0 extended//
        sq//dtd html 2.0 hotmetal + extensions//
        sun microsystems corp.//dtd hotjava html//
        sun microsystems corp.//dtd hotjava strict html//
        w3c//dtd html 3 1995-03-24//
        w3c//dtd html 3.2 draft//
        w3c//dtd html 3.2 final//
        w3c//dtd html 3.2//
        w3c//dtd html 3.2s draft//
        w3c//dtd html 4.0 frameset//
        w3c//dtd html 4.0 transitional//
        w3c//dtd html experimental 19960712//
        w3c//dtd html experimental 970421//
        w3c//dtd w3 html//
        w3o//dtd w3 html 3.0//
        webtechs//dtd mozilla html 2.0//
        webtechs//dtd mozilla html//
        """,
        "-//",
    ),
)
