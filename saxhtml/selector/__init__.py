"""CSS selectors that a stream can decide: at an element's start tag, from what came before it.

That is the type, ``*``, ``#id``, ``.class``, attributes with all operators and the flags ``i`` and ``s``, the combinators,
``:is() :where() :not()`` with any of this inside, ``:root``, ``:first-child``, ``:nth-child()`` with ``of``,
``:first-of-type`` and ``:nth-of-type()``. What needs the future (``:has``, ``:last-child``) or a browser (``:hover``) is
refused by a :class:`SelectorError` that says why and where.

``_syntax`` reads the text, ``_match`` runs it over start tags; which elements are open is ``_nesting``'s matter, and what
to do with an element that matches is that of ``filters``, ``capture`` and ``rewrite``.
"""

from saxhtml.selector._match import Matcher, Selector, compile  # noqa: A004 - as in re.compile, always called by the room's name
from saxhtml.selector._syntax import SelectorError

__all__ = ["Matcher", "Selector", "SelectorError", "compile"]
