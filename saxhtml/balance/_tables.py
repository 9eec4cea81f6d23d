"""The insertion modes of tables: "in table" to "in cell". What the standard moves before the table stays in its place."""

from __future__ import annotations

from typing import Final

from saxhtml.attributes import Attributes
from saxhtml.balance._builder import SPACE_AND_NUL, Builder, split_space
from saxhtml.balance._outer import end_template

_SECTIONS: Final = frozenset({"tbody", "tfoot", "thead"})
_TABLE_CONTEXT: Final = frozenset({"table", "template", "html"})
_BODY_CONTEXT: Final = _SECTIONS | {"template", "html"}
_ROW_CONTEXT: Final = frozenset({"tr", "template", "html"})
_TEXT_IN_TABLE: Final = frozenset("table tbody template tfoot thead tr".split())
_PARTS: Final = frozenset("caption col colgroup tbody td tfoot th thead tr".split())
_NEVER_ENDED: Final = frozenset("body caption col colgroup html tbody td tfoot th thead tr".split())


def _clear_back(builder: Builder, context: frozenset[str]) -> None:
    builder.close_to(builder.open.back_to(context))


class InTable:
    """The "in table" mode, with "in table text"."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "caption":
            _clear_back(builder, _TABLE_CONTEXT)
            builder.formatting.mark(builder.insert(name, attrs))
            builder.mode = "in caption"
        elif name == "colgroup":
            _clear_back(builder, _TABLE_CONTEXT)
            builder.insert(name, attrs)
            builder.mode = "in column group"
        elif name == "col":
            _clear_back(builder, _TABLE_CONTEXT)
            builder.insert("colgroup", implied=True)
            builder.mode = "in column group"
            builder.process_start(name, attrs)
        elif name in _SECTIONS:
            _clear_back(builder, _TABLE_CONTEXT)
            builder.insert(name, attrs)
            builder.mode = "in table body"
        elif name in ("td", "th", "tr"):
            _clear_back(builder, _TABLE_CONTEXT)
            builder.insert("tbody", implied=True)
            builder.mode = "in table body"
            builder.process_start(name, attrs)
        elif name == "table":
            at = builder.open.in_table_scope(name)
            if at:
                builder.close_to(at)
                builder.reset_mode()
                builder.process_start(name, attrs)
            else:
                builder.drop_start(name)
        elif name in ("script", "style", "template"):
            builder.start_by("in head", name, attrs)
        elif name == "input" and attrs.get("type", "").lower() == "hidden":
            builder.insert_void(name, attrs)
        elif name == "form":
            if builder.form is not None or builder.open.anywhere("template"):
                builder.drop_start(name)
            else:
                builder.form = builder.insert(name, attrs)
                builder.close_to(builder.form.at)
        else:
            builder.fostering = True
            builder.start_by("in body", name, attrs)
            builder.fostering = False

    def end(self, builder: Builder, name: str) -> None:
        if name == "table":
            at = builder.open.in_table_scope(name)
            if at:
                builder.close_to(at, told=True)
                builder.reset_mode()
            else:
                builder.stray_end(name)
        elif name in _NEVER_ENDED:
            builder.stray_end(name)
        elif name == "template":
            end_template(builder)
        else:
            builder.fostering = True
            builder.end_by("in body", name)
            builder.fostering = False

    def text(self, builder: Builder, data: str) -> None:
        if builder.open.top.name in _TEXT_IN_TABLE and not data.strip(SPACE_AND_NUL):
            builder.pass_text(data.replace("\0", ""))
        else:
            builder.fostering = True
            builder.text_by("in body", data)
            builder.fostering = False


class InCaption:
    """The "in caption" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name in _PARTS:
            self._leave(builder)
            builder.process_start(name, attrs)
        else:
            builder.start_by("in body", name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        if name == "caption":
            self._leave(builder, told=True)
        elif name == "table":
            self._leave(builder)
            builder.process_end(name)
        elif name in _NEVER_ENDED:
            builder.stray_end(name)
        else:
            builder.end_by("in body", name)

    def text(self, builder: Builder, data: str) -> None:
        builder.text_by("in body", data)

    def _leave(self, builder: Builder, *, told: bool = False) -> None:
        # Only parsing a fragment gets here without a caption in scope.
        builder.close_to(builder.open.in_table_scope("caption"), told=told)
        builder.formatting.clear_to_marker()
        builder.mode = "in table"


class InColumnGroup:
    """The "in column group" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "html":
            builder.start_by("in body", name, attrs)
        elif name == "col":
            builder.insert_void(name, attrs)
        elif name == "template":
            builder.start_by("in head", name, attrs)
        elif self._leave(builder):
            builder.process_start(name, attrs)
        else:
            builder.drop_start(name)

    def end(self, builder: Builder, name: str) -> None:
        if name == "template":
            end_template(builder)
        elif name == "col" or not self._leave(builder, told=name == "colgroup"):
            builder.stray_end(name)
        elif name != "colgroup":
            builder.process_end(name)

    def text(self, builder: Builder, data: str) -> None:
        space, data = split_space(data)
        builder.pass_text(space)
        if data:
            if self._leave(builder):
                builder.process_text(data)
            else:
                builder.repaired("dropped-text", "#text")

    def _leave(self, builder: Builder, *, told: bool = False) -> bool:
        if builder.open.top.name != "colgroup":
            return False
        builder.close_to(len(builder.open) - 1, told=told)
        builder.mode = "in table"
        return True


class InTableBody:
    """The "in table body" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name == "tr":
            _clear_back(builder, _BODY_CONTEXT)
            builder.insert(name, attrs)
            builder.mode = "in row"
        elif name in ("td", "th"):
            _clear_back(builder, _BODY_CONTEXT)
            builder.insert("tr", implied=True)
            builder.mode = "in row"
            builder.process_start(name, attrs)
        elif name not in _PARTS:
            builder.start_by("in table", name, attrs)
        elif self._leave(builder):
            builder.process_start(name, attrs)
        else:
            builder.drop_start(name)

    def end(self, builder: Builder, name: str) -> None:
        if name in _SECTIONS:
            if builder.open.in_table_scope(name):
                _clear_back(builder, _BODY_CONTEXT)
                builder.close_to(len(builder.open) - 1, told=True)
                builder.mode = "in table"
            else:
                builder.stray_end(name)
        elif name == "table":
            if self._leave(builder):
                builder.process_end(name)
            else:
                builder.stray_end(name)
        elif name in _NEVER_ENDED:
            builder.stray_end(name)
        else:
            builder.end_by("in table", name)

    def text(self, builder: Builder, data: str) -> None:
        builder.text_by("in table", data)

    def _leave(self, builder: Builder) -> bool:
        if not any(map(builder.open.in_table_scope, _SECTIONS)):
            return False
        _clear_back(builder, _BODY_CONTEXT)
        builder.close_to(len(builder.open) - 1)
        builder.mode = "in table"
        return True


class InRow:
    """The "in row" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name in ("td", "th"):
            _clear_back(builder, _ROW_CONTEXT)
            builder.formatting.mark(builder.insert(name, attrs))
            builder.mode = "in cell"
        elif name not in _PARTS:
            builder.start_by("in table", name, attrs)
        elif self._leave(builder):
            builder.process_start(name, attrs)
        else:
            builder.drop_start(name)

    def end(self, builder: Builder, name: str) -> None:
        if name == "tr":
            if not self._leave(builder, told=True):
                builder.stray_end(name)
        elif name == "table" or (name in _SECTIONS and builder.open.in_table_scope(name)):
            if self._leave(builder):
                builder.process_end(name)
            else:
                builder.stray_end(name)
        elif name in _NEVER_ENDED:
            builder.stray_end(name)
        else:
            builder.end_by("in table", name)

    def text(self, builder: Builder, data: str) -> None:
        builder.text_by("in table", data)

    def _leave(self, builder: Builder, *, told: bool = False) -> bool:
        if not builder.open.in_table_scope("tr"):
            return False
        _clear_back(builder, _ROW_CONTEXT)
        builder.close_to(len(builder.open) - 1, told=told)
        builder.mode = "in table body"
        return True


class InCell:
    """The "in cell" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        if name in _PARTS:
            self._leave(builder)
            builder.process_start(name, attrs)
        else:
            builder.start_by("in body", name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        if name in ("td", "th"):
            at = builder.open.in_table_scope(name)
            if at:
                builder.close_to(at, told=True)
                builder.formatting.clear_to_marker()
                builder.mode = "in row"
            else:
                builder.stray_end(name)
        elif name in ("table", "tbody", "tfoot", "thead", "tr"):
            if builder.open.in_table_scope(name):
                self._leave(builder)
                builder.process_end(name)
            else:
                builder.stray_end(name)
        elif name in _NEVER_ENDED:
            builder.stray_end(name)
        else:
            builder.end_by("in body", name)

    def text(self, builder: Builder, data: str) -> None:
        builder.text_by("in body", data)

    def _leave(self, builder: Builder) -> None:
        # Only parsing a fragment gets here without a cell in scope.
        builder.close_to(max(map(builder.open.in_table_scope, ("td", "th"))))
        builder.formatting.clear_to_marker()
        builder.mode = "in row"
