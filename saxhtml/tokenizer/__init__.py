"""Characters to events: every state of the standard's tokenization section, a chapter of it per file.

``_states`` has the names of the states and ``_machine`` what they work on; ``_text``, ``_script``, ``_tag``, ``_comment``,
``_doctype``, ``_pi`` and ``_reference`` are the chapters; ``_context`` knows what the tokenizer must of the tree; ``_driver``
runs it all. Bytes become characters in :mod:`saxhtml.decode`; trees are grown elsewhere.
"""

from saxhtml.tokenizer._driver import Tokenizer

__all__ = ["Tokenizer"]
