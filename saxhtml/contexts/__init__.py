"""Contexts: a parse described as the parts of a page, what to do in each of them, and which one comes next.

A :class:`Context` is a class whose methods are called for tags and text while the parse is in it, until one of them
leaves it with a value. :class:`Contexts` is the handler that goes from one to the next by a table. Which elements are open is
found out by ``_nesting``, or taken from a ``balance`` filter standing before; one call for each element that matches, without
contexts, is ``capture``'s and ``filters``' matter; a tree of everything is ``tree``'s.
"""

from saxhtml.contexts._context import Context, OpenTag, Saved
from saxhtml.contexts._handler import END, Contexts, Transitions, always

__all__ = ["END", "Context", "Contexts", "OpenTag", "Saved", "Transitions", "always"]
