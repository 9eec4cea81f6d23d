"""Raw text: what an element such as ``script`` may not hold, however the text in it is cut.

The tokenizer reads such text; this is for those who write it. Sources: WHATWG HTML, "Restrictions on the contents of raw text
and escapable raw text elements" and "Restrictions for contents of script elements".
"""

from __future__ import annotations

import re
from typing import Final, Literal


class RawText:
    """Goes through the text of one element, by the name of ``name``, and finds what would end it."""

    __slots__ = ("_longest", "_marks", "_state", "_tail", "name")

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self._longest = len(name) + 2
        marks = rf"</{name}[\t\n\f\r />]"
        if name == "script":
            marks += r"|<!--|-->|<script[\t\n\f\r />]"
        self._marks = re.compile(marks, re.ASCII | re.IGNORECASE)
        self._state: Literal["", "escaped", "double escaped"] = ""
        """In a script, the standard's script data states of that name: between ``<!--`` and ``-->`` scripts nest."""
        self._tail = ""

    @property
    def endless(self) -> bool:
        """Whether the end tag of the element would be read as text."""
        return self._state == "double escaped"

    def take(self, data: str) -> str:
        """Take more of the text. Return what in it would end the element, or an empty str."""
        text = self._tail + data
        pos = 0
        while found := self._marks.search(text, pos):
            mark, pos = found[0], found.end()
            if mark == "<!--":
                self._state = self._state or "escaped"
                pos -= 2  # "<!-->" is whole
            elif mark == "-->":
                self._state = ""
            elif mark[1] != "/":
                self._state = self._state and "double escaped"
            elif self._state == "double escaped":
                self._state = "escaped"
            else:
                return mark
        self._tail = text[max(pos, len(text) - self._longest) :]
        return ""
