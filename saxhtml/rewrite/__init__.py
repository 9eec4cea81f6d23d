"""Rewrite a page while it passes: edits on what rules match, and everything else as it came, byte for byte.

A :class:`Rewriter` is fed like a parser and writes what is settled at once; :func:`rewrite` and :func:`arewrite` are the same
for iterators. Rules are made by :func:`element`, :func:`text`, :func:`comment`, :func:`doctype` and :func:`document`; their
functions get an object with the edits as methods.

What an edit may write is checked in ``_content``, the objects are in ``_edits``, the rules in ``_rules``, and ``_rewriter``
puts the output together. HTML from events, not from edits, is ``serialize``'s matter.
"""

from saxhtml.rewrite._content import RewriteError
from saxhtml.rewrite._edits import CommentEdit, DoctypeEdit, ElementEdit, TextEdit
from saxhtml.rewrite._rewriter import Rewriter, arewrite, rewrite
from saxhtml.rewrite._rules import Rule, comment, doctype, document, element, text

__all__ = [
    "CommentEdit",
    "DoctypeEdit",
    "ElementEdit",
    "RewriteError",
    "Rewriter",
    "Rule",
    "TextEdit",
    "arewrite",
    "comment",
    "doctype",
    "document",
    "element",
    "rewrite",
    "text",
]
