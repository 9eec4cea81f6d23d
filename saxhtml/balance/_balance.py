"""The front: which model balances."""

from __future__ import annotations

from typing import Final, Literal

from saxhtml.balance._body import InBody
from saxhtml.balance._builder import Builder, Mode
from saxhtml.balance._by_dtd import DTDBalancer
from saxhtml.balance._outer import (
    AfterBody,
    AfterFrameset,
    AfterHead,
    BeforeHead,
    BeforeHtml,
    InFrameset,
    InHead,
    InHeadNoscript,
    Initial,
    InTemplate,
    Text,
)
from saxhtml.balance._repair import OnRepair, OnUnstreamable
from saxhtml.balance._tables import InCaption, InCell, InColumnGroup, InRow, InTable, InTableBody
from saxhtml.dtd import DTD
from saxhtml.errors import UsageError
from saxhtml.handler import Filter, HandlerProtocol

_AFTER_BODY: Final = AfterBody()
_AFTER_FRAMESET: Final = AfterFrameset()

_MODES: Final[dict[str, Mode]] = {
    "initial": Initial(),
    "before html": BeforeHtml(),
    "before head": BeforeHead(),
    "in head": InHead(),
    "in head noscript": InHeadNoscript(),
    "after head": AfterHead(),
    "in body": InBody(),
    "text": Text(),
    "in table": InTable(),
    "in caption": InCaption(),
    "in column group": InColumnGroup(),
    "in table body": InTableBody(),
    "in row": InRow(),
    "in cell": InCell(),
    "in template": InTemplate(),
    "after body": _AFTER_BODY,
    "in frameset": InFrameset(),
    "after frameset": _AFTER_FRAMESET,
    "after after body": _AFTER_BODY,
    "after after frameset": _AFTER_FRAMESET,
}


def balance(
    then: HandlerProtocol | None = None,
    *,
    model: Literal["html"] | DTD = "html",
    scripting: bool = False,
    on_unstreamable: OnUnstreamable = "approximate",
    on_repair: OnRepair | None = None,
) -> Filter:
    """Return a filter that makes a well-formed stream of any page: every element is closed, in its place.

    ``model``: "html" for the standard's rules, or a DTD for guesses by its content models.
    ``scripting``: what the parser was told; whether ``noscript`` holds text.
    ``on_unstreamable``: what to do where the standard would go back and change what has been passed on: "approximate" it, or
    "raise" :class:`Unstreamable`. With a DTD there is no such place.
    ``on_repair``: called with a :class:`Repair` for each thing that was not right.

    Void elements have a start tag and no end tag, and so have self-closing ones in svg and MathML. Implied tags have
    ``locator.implied`` set, and stand, without any width, where the event stands that implied them. Memory is bounded by the
    depth of the page, and no event costs more than what it opens and closes.

    >>> from saxhtml import parse
    >>> from saxhtml.balance import balance
    >>> from saxhtml.filters import trace
    >>> _ = parse("<p>one<p>two</i>", balance(trace(), on_repair=print))
    1:1 start_tag('html', {}) (implied)
    1:1 start_tag('head', {}) (implied)
    1:1 end_tag('head') (implied)
    1:1 start_tag('body', {}) (implied)
    1:1 start_tag('p', {})
    1:4 text('one')
    1:7 end_tag('p') (implied)
    1:7 start_tag('p', {})
    1:10 text('two')
    line 1, column 13: stray-end-tag i
    1:17 end_tag('p') (implied)
    1:17 end_tag('body') (implied)
    1:17 end_tag('html') (implied)

    Raises :class:`~saxhtml.UsageError` for other values.
    """
    if on_unstreamable not in ("approximate", "raise"):
        raise UsageError(f'balance(on_unstreamable=...) takes "approximate" or "raise", not {on_unstreamable!r}')
    if isinstance(model, DTD):
        return DTDBalancer(then, model, on_repair=on_repair)
    if model != "html":
        raise UsageError(f'balance(model=...) takes "html" or a DTD, such as saxhtml.dtd.load() gives, not {model!r}')
    return Builder(then, _MODES, scripting=scripting, on_unstreamable=on_unstreamable, on_repair=on_repair)
