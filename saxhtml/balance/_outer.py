"""The insertion modes around the body: from "initial" to "after head", "text", after the body, framesets, and templates."""

from __future__ import annotations

from typing import Final

from saxhtml.attributes import Attributes
from saxhtml.balance._builder import SPACE, Builder, only_space, split_space

_LATE_HEAD: Final = "a head that goes on after its end"

_IN_HEAD: Final = frozenset("base basefont bgsound link meta noframes script style template title".split())
_HEAD_VOID: Final = frozenset("base basefont bgsound link meta".split())


class Initial:
    """The "initial" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        self._none(builder)
        builder.process_start(name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        self._none(builder)
        builder.process_end(name)

    def text(self, builder: Builder, data: str) -> None:
        data = split_space(data)[1]
        if data:
            self._none(builder)
            builder.process_text(data)

    def _none(self, builder: Builder) -> None:
        builder.quirks = True
        builder.mode = "before html"


class BeforeHtml:
    """The "before html" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "html":
            builder.insert(name, attrs)
            builder.keep_root_attributes(name, attrs)
            builder.mode = "before head"
        else:
            builder.imply_html()
            builder.process_start(name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        if name in ("head", "body", "html", "br"):
            builder.imply_html()
            builder.process_end(name)
        else:
            builder.stray_end(name)

    def text(self, builder: Builder, data: str) -> None:
        data = split_space(data)[1]
        if data:
            builder.imply_html()
            builder.process_text(data)


class BeforeHead:
    """The "before head" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "html":
            builder.merge_root_attributes(name, attrs)
        elif name == "head":
            builder.insert(name, attrs)
            builder.head_seen = True
            builder.mode = "in head"
        else:
            builder.imply_head()
            builder.process_start(name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        if name in ("head", "body", "html", "br"):
            builder.imply_head()
            builder.process_end(name)
        else:
            builder.stray_end(name)

    def text(self, builder: Builder, data: str) -> None:
        data = split_space(data)[1]
        if data:
            builder.imply_head()
            builder.process_text(data)


class InHead:
    """The "in head" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "html":
            builder.merge_root_attributes(name, attrs)
        elif name in _HEAD_VOID:
            builder.insert_void(name, attrs)
        elif name == "noscript" and not builder.scripting:
            builder.insert(name, attrs)
            builder.mode = "in head noscript"
        elif name in ("title", "noscript", "noframes", "style", "script"):
            builder.insert_text_element(name, attrs)
        elif name == "template":
            element = builder.insert(name, attrs)
            builder.formatting.mark(element)
            builder.frameset_ok = False
            builder.mode = "in template"
            builder.template_modes.append(builder.mode)
        elif name == "head":
            builder.drop_start(name)
        else:
            self._leave(builder)
            builder.process_start(name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        if name == "head":
            builder.close_to(len(builder.open) - 1, told=True)
            builder.mode = "after head"
        elif name in ("body", "html", "br"):
            self._leave(builder)
            builder.process_end(name)
        elif name == "template":
            end_template(builder)
        else:
            builder.stray_end(name)

    def text(self, builder: Builder, data: str) -> None:
        space, data = split_space(data)
        builder.pass_text(space)
        if data:
            self._leave(builder)
            builder.process_text(data)

    def _leave(self, builder: Builder) -> None:
        builder.close_to(len(builder.open) - 1)
        builder.mode = "after head"


class InHeadNoscript:
    """The "in head noscript" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "html":
            builder.merge_root_attributes(name, attrs)
        elif name in ("basefont", "bgsound", "link", "meta", "noframes", "style"):
            builder.start_by("in head", name, attrs)
        elif name in ("head", "noscript"):
            builder.drop_start(name)
        else:
            self._leave(builder)
            builder.process_start(name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        if name == "noscript":
            builder.close_to(len(builder.open) - 1, told=True)
            builder.mode = "in head"
        elif name == "br":
            self._leave(builder)
            builder.process_end(name)
        else:
            builder.stray_end(name)

    def text(self, builder: Builder, data: str) -> None:
        space, data = split_space(data)
        builder.pass_text(space)
        if data:
            self._leave(builder)
            builder.process_text(data)

    def _leave(self, builder: Builder) -> None:
        builder.close_to(len(builder.open) - 1)
        builder.mode = "in head"


class AfterHead:
    """The "after head" mode. What belongs in the head is left where it stands."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "html":
            builder.merge_root_attributes(name, attrs)
        elif name == "body":
            builder.insert(name, attrs)
            builder.keep_root_attributes(name, attrs)
            builder.frameset_ok = False
            builder.mode = "in body"
        elif name == "frameset":
            builder.insert(name, attrs)
            builder.mode = "in frameset"
        elif name in _IN_HEAD:
            builder.unstreamable(_LATE_HEAD, name)
            builder.start_by("in head", name, attrs)
        elif name == "head":
            builder.drop_start(name)
        else:
            builder.imply_body()
            builder.process_start(name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        if name in ("body", "html", "br"):
            builder.imply_body()
            builder.process_end(name)
        elif name == "template":
            end_template(builder)
        else:
            builder.stray_end(name)

    def text(self, builder: Builder, data: str) -> None:
        space, data = split_space(data)
        builder.pass_text(space)
        if data:
            builder.imply_body()
            builder.process_text(data)


class Text:
    """The "text" mode: inside an element whose content is text."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        self._leave(builder)
        builder.process_start(name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        told = builder.open.top.name == name
        self._leave(builder, told=told)
        if not told:
            builder.process_end(name)

    def text(self, builder: Builder, data: str) -> None:
        builder.pass_text(data)

    def _leave(self, builder: Builder, *, told: bool = False) -> None:
        builder.close_to(len(builder.open) - 1, told=told)
        builder.mode = builder.return_to


class AfterBody:
    """The "after body" and "after after body" modes. The body ends with the document, so that it can go on."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "html":
            builder.merge_root_attributes(name, attrs)
        else:
            builder.mode = "in body"
            builder.process_start(name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        if name == "html" and builder.mode == "after body":
            builder.told_end.add(name)
            builder.mode = "after after body"
        else:
            builder.mode = "in body"
            builder.process_end(name)

    def text(self, builder: Builder, data: str) -> None:
        if data.strip(SPACE):
            builder.mode = "in body"
        builder.text_by("in body", data)


class InFrameset:
    """The "in frameset" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "html":
            builder.merge_root_attributes(name, attrs)
        elif name == "frameset":
            builder.insert(name, attrs)
        elif name == "frame":
            builder.insert_void(name, attrs)
        elif name == "noframes":
            builder.start_by("in head", name, attrs)
        else:
            builder.drop_start(name)

    def end(self, builder: Builder, name: str) -> None:
        if name == "frameset" and builder.open.top.name == name:
            builder.close_to(len(builder.open) - 1, told=True)
            if builder.open.top.name != name:
                builder.mode = "after frameset"
        else:
            builder.stray_end(name)

    def text(self, builder: Builder, data: str) -> None:
        space = only_space(data)
        builder.pass_text(space)
        if len(space) < len(data):
            builder.repaired("dropped-text", "#text")


class AfterFrameset:
    """The "after frameset" and "after after frameset" modes."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "html":
            builder.merge_root_attributes(name, attrs)
        elif name == "noframes":
            builder.start_by("in head", name, attrs)
        else:
            builder.drop_start(name)

    def end(self, builder: Builder, name: str) -> None:
        if name == "html" and builder.mode == "after frameset":
            builder.told_end.add(name)
            builder.mode = "after after frameset"
        else:
            builder.stray_end(name)

    def text(self, builder: Builder, data: str) -> None:
        space = only_space(data)
        builder.pass_text(space)
        if len(space) < len(data):
            builder.repaired("dropped-text", "#text")


class InTemplate:
    """The "in template" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name in _IN_HEAD:
            builder.start_by("in head", name, attrs)
            return
        builder.mode = builder.template_modes[-1] = _TEMPLATE_MODES.get(name, "in body")
        builder.process_start(name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        if name == "template":
            end_template(builder)
        else:
            builder.stray_end(name)

    def text(self, builder: Builder, data: str) -> None:
        builder.text_by("in body", data)


_TEMPLATE_MODES: Final = {
    **dict.fromkeys(("caption", "colgroup", "tbody", "tfoot", "thead"), "in table"),
    "col": "in column group",
    "tr": "in table body",
    "td": "in row",
    "th": "in row",
}


def end_template(builder: Builder) -> None:
    """Process the end tag of a template."""
    at = builder.open.anywhere("template")
    if at:
        builder.end_template(at, told=True)
    else:
        builder.stray_end("template")
