"""The "in body" insertion mode, with the part of the adoption agency that a stream can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from saxhtml._elements import CLOSES_P, FORMATTING
from saxhtml.attributes import NO_ATTRIBUTES, Attributes
from saxhtml.balance._builder import SPACE, Builder
from saxhtml.balance._outer import end_template

_StartRule = Callable[[Builder, str, Attributes], None]
_EndRule = Callable[[Builder, str], None]

_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())
_ADOPTION: Final = "the adoption agency algorithm"
_SELECTED: Final = "a copy of the selected option"
_FRAMESET: Final = "a frameset in place of the body so far"


class InBody:
    """The "in body" mode."""

    def start(self, builder: Builder, name: str, attrs: Attributes) -> None:
        rule = _START_RULES.get(name)
        if rule is None:
            builder.reconstruct()
            builder.insert(name, attrs)
        else:
            rule(builder, name, attrs)

    def end(self, builder: Builder, name: str) -> None:
        _END_RULES.get(name, _any_other_end)(builder, name)

    def text(self, builder: Builder, data: str) -> None:
        if "\0" in data:
            data = data.replace("\0", "")
            if not data:
                return
        builder.reconstruct()
        builder.insert_text(data)
        if builder.frameset_ok and data.strip(SPACE):
            builder.frameset_ok = False


# Start tags.


def _html(builder: Builder, name: str, attrs: Attributes) -> None:
    if builder.open.anywhere("template"):
        builder.drop_start(name)
    else:
        builder.merge_root_attributes(name, attrs)


def _in_head(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.start_by("in head", name, attrs)


def _body(builder: Builder, name: str, attrs: Attributes) -> None:
    if builder.open.anywhere("template") or not builder.open.anywhere("body"):
        builder.drop_start(name)
    else:
        builder.frameset_ok = False
        builder.merge_root_attributes(name, attrs)


def _frameset(builder: Builder, name: str, attrs: Attributes) -> None:
    if not builder.frameset_ok or not builder.open.anywhere("body"):
        builder.drop_start(name)
        return
    builder.unstreamable(_FRAMESET, name)
    builder.close_to(builder.open.anywhere("body"))
    builder.insert(name, attrs)
    builder.mode = "in frameset"


def _block(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.close_p()
    builder.insert(name, attrs)


def _heading(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.close_p()
    top = builder.open.top
    if top.name in _HEADINGS and top.namespace == "html":
        builder.close_to(len(builder.open) - 1)
    builder.insert(name, attrs)


def _pre(builder: Builder, name: str, attrs: Attributes) -> None:
    _block(builder, name, attrs)
    builder.drop_newline()
    builder.frameset_ok = False


def _form(builder: Builder, name: str, attrs: Attributes) -> None:
    in_template = builder.open.anywhere("template")
    if builder.form is not None and not in_template:
        builder.drop_start(name)
        return
    builder.close_p()
    element = builder.insert(name, attrs)
    if not in_template:
        builder.form = element


def _item(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.frameset_ok = False
    stop = builder.open.top.scopes.list_start
    at = max(builder.open.within(item, stop) for item in (("li",) if name == "li" else ("dd", "dt")))
    if at:
        builder.close_to(at)
    _block(builder, name, attrs)


def _button(builder: Builder, name: str, attrs: Attributes) -> None:
    at = builder.open.in_scope(name)
    if at:
        builder.close_to(at)
    builder.reconstruct()
    builder.insert(name, attrs)
    builder.frameset_ok = False


def _a(builder: Builder, name: str, attrs: Attributes) -> None:
    element = builder.formatting.find(name)
    if element is not None:
        _adopt(builder, name)
        if builder.formatting.find(name) is element:
            builder.formatting.remove(element)
        if element.open:
            builder.unstreamable(_ADOPTION, name)
            builder.open.leave(element)
    _format(builder, name, attrs)


def _format(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.reconstruct()
    builder.format(name, attrs)


def _nobr(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.reconstruct()
    if builder.open.in_scope(name):
        _adopt(builder, name)
    _format(builder, name, attrs)


def _object(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.reconstruct()
    builder.formatting.mark(builder.insert(name, attrs))
    builder.frameset_ok = False


def _table(builder: Builder, name: str, attrs: Attributes) -> None:
    if not builder.quirks:
        builder.close_p()
    builder.insert(name, attrs)
    builder.frameset_ok = False
    builder.mode = "in table"


def _void(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.reconstruct()
    builder.insert_void(name, attrs)
    builder.frameset_ok = False


def _image(builder: Builder, _: str, attrs: Attributes) -> None:
    _void(builder, "img", attrs)


def _input(builder: Builder, name: str, attrs: Attributes) -> None:
    at = builder.open.in_scope("select")
    if at:
        builder.close_to(at)
    builder.reconstruct()
    builder.insert_void(name, attrs)
    if attrs.get("type", "").lower() != "hidden":
        builder.frameset_ok = False


def _bare_void(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.insert_void(name, attrs)


def _hr(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.close_p()
    if builder.open.in_scope("select"):
        builder.close_implied()
    builder.insert_void(name, attrs)
    builder.frameset_ok = False


def _textarea(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.insert_text_element(name, attrs)
    builder.frameset_ok = False


def _xmp(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.close_p()
    builder.reconstruct()
    _textarea(builder, name, attrs)


def _raw_text(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.insert_text_element(name, attrs)


def _noscript(builder: Builder, name: str, attrs: Attributes) -> None:
    if builder.scripting:
        builder.insert_text_element(name, attrs)
    else:
        builder.reconstruct()
        builder.insert(name, attrs)


def _select(builder: Builder, name: str, attrs: Attributes) -> None:
    at = builder.open.in_scope(name)
    if at:
        builder.drop_start(name)
        builder.close_to(at)
        return
    builder.reconstruct()
    builder.insert(name, attrs)
    builder.frameset_ok = False


def _selected_content(builder: Builder, name: str, attrs: Attributes) -> None:
    if builder.open.in_scope("select"):
        builder.unstreamable(_SELECTED, name)
    builder.reconstruct()
    builder.insert(name, attrs)


def _option(builder: Builder, name: str, attrs: Attributes) -> None:
    if builder.open.in_scope("select"):
        builder.close_implied("optgroup" if name == "option" else "")
    elif builder.open.top.name == "option":
        builder.close_to(len(builder.open) - 1)
    builder.reconstruct()
    builder.insert(name, attrs)


def _ruby_part(builder: Builder, name: str, attrs: Attributes) -> None:
    if builder.open.in_scope("ruby"):
        builder.close_implied("rtc" if name in ("rp", "rt") else "")
    builder.insert(name, attrs)


def _foreign(builder: Builder, name: str, attrs: Attributes) -> None:
    builder.reconstruct()
    builder.insert_foreign(name, attrs, "svg" if name == "svg" else "math")


def _ignore(builder: Builder, name: str, _: Attributes) -> None:
    builder.drop_start(name)


# End tags.


def _any_other_end(builder: Builder, name: str) -> None:
    at = builder.open.within(name, builder.open.top.scopes.special)
    if at:
        builder.close_to(at, told=True)
    else:
        builder.stray_end(name)


def _template_ends(builder: Builder, _: str) -> None:
    end_template(builder)


def _body_ends(builder: Builder, name: str) -> None:
    if not builder.open.in_scope("body"):
        builder.stray_end(name)
        return
    builder.told_end.add("body")
    builder.mode = "after body"
    if name == "html":
        builder.process_end(name)


def _block_ends(builder: Builder, name: str) -> None:
    at = builder.open.in_scope(name)
    if at:
        builder.close_to(at, told=True)
    else:
        builder.stray_end(name)


def _form_ends(builder: Builder, name: str) -> None:
    if builder.open.anywhere("template"):
        _block_ends(builder, name)
        return
    form, builder.form = builder.form, None
    if form is None or not form.open or builder.open.in_scope(name) != form.at:
        builder.stray_end(name)
        return
    builder.close_implied()
    if builder.open.top is form:
        builder.close_to(form.at, told=True)
    else:
        builder.open.leave(form)


def _p_ends(builder: Builder, name: str) -> None:
    at = builder.open.in_button_scope(name)
    if not at:
        at = builder.insert(name, implied=True).at
    builder.close_to(at, told=True)


def _li_ends(builder: Builder, name: str) -> None:
    at = builder.open.within(name, builder.open.top.scopes.list_item)
    if at:
        builder.close_to(at, told=True)
    else:
        builder.stray_end(name)


def _heading_ends(builder: Builder, name: str) -> None:
    at = max(builder.open.in_scope(heading) for heading in _HEADINGS)
    if not at:
        builder.stray_end(name)
        return
    outermost = builder.open.elements[at].name
    if outermost == name:
        builder.close_to(at, told=True)
    else:
        builder.stray_end(name)
        builder.close_to(at)


def _br_ends(builder: Builder, name: str) -> None:
    _void(builder, name, NO_ATTRIBUTES)


def _marked_ends(builder: Builder, name: str) -> None:
    at = builder.open.in_scope(name)
    if at:
        builder.close_to(at, told=True)
        builder.formatting.clear_to_marker()
    else:
        builder.stray_end(name)


def _adopt(builder: Builder, name: str, *, told: bool = False) -> None:
    """Run the adoption agency algorithm for an end tag, or a start tag that implies one."""
    stack, formatting = builder.open, builder.formatting
    top = stack.top
    element = formatting.find(name)
    if top.name == name and top.namespace == "html" and not top.listed:
        builder.close_to(top.at, told=told)
        return
    if element is None:
        _any_other_end(builder, name)
    elif not element.open:
        formatting.remove(element)
        builder.stray_end(name)
    elif element.at < stack.top.scopes.default:
        builder.stray_end(name)
    else:
        formatting.remove(element)
        if stack.top.scopes.special < element.at:
            builder.close_to(element.at, told=told)
        else:
            # It goes on to the end of the blocks that are open in it.
            builder.unstreamable(_ADOPTION, name)
            stack.leave(element)


def _formatting_ends(builder: Builder, name: str) -> None:
    _adopt(builder, name, told=True)


_START_RULES: Final[dict[str, _StartRule]] = {
    "html": _html,
    **dict.fromkeys("base basefont bgsound link meta noframes script style template title".split(), _in_head),
    "body": _body,
    "frameset": _frameset,
    **dict.fromkeys(CLOSES_P, _block),
    **dict.fromkeys(_HEADINGS, _heading),
    **dict.fromkeys(("pre", "listing"), _pre),
    "form": _form,
    **dict.fromkeys(("li", "dd", "dt"), _item),
    "button": _button,
    **dict.fromkeys(FORMATTING, _format),
    "a": _a,
    "nobr": _nobr,
    **dict.fromkeys(("applet", "marquee", "object"), _object),
    "table": _table,
    **dict.fromkeys("area br embed img keygen wbr".split(), _void),
    "image": _image,
    "input": _input,
    **dict.fromkeys(("param", "source", "track"), _bare_void),
    "hr": _hr,
    **dict.fromkeys(("textarea", "iframe"), _textarea),
    "xmp": _xmp,
    "noembed": _raw_text,
    "noscript": _noscript,
    "select": _select,
    "selectedcontent": _selected_content,
    **dict.fromkeys(("option", "optgroup"), _option),
    **dict.fromkeys(("rb", "rp", "rt", "rtc"), _ruby_part),
    **dict.fromkeys(("math", "svg"), _foreign),
    **dict.fromkeys("caption col colgroup frame head tbody td tfoot th thead tr".split(), _ignore),
}

_END_RULES: Final[dict[str, _EndRule]] = {
    "template": _template_ends,
    **dict.fromkeys(("body", "html"), _body_ends),
    **dict.fromkeys(
        """address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header
        hgroup listing main menu nav ol pre search section select summary ul""".split(),
        _block_ends,
    ),
    **dict.fromkeys(("dd", "dt"), _block_ends),
    "form": _form_ends,
    "p": _p_ends,
    "li": _li_ends,
    **dict.fromkeys(_HEADINGS, _heading_ends),
    **dict.fromkeys(FORMATTING, _formatting_ends),
    **dict.fromkeys(("applet", "marquee", "object"), _marked_ends),
    "br": _br_ends,
}
