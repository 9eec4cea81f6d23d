"""Pull: the events of a page, asked for one by one.

:func:`events` is an iterator over them, as values of :mod:`saxhtml.events`. A :class:`Reader` goes through a page by tags, text
or characters, and an :class:`HTMLPullParser` is fed and asked in turn. All of them take what a
:class:`~saxhtml.Parser` tells a queue, and read no more of a source than what is asked for needs. For asyncio there is
:mod:`saxhtml.aio`; what a selector matches is given out by ``capture.select``.

``_feed`` reads a source piece by piece, ``_source`` tells whether it can be read again. ``_events`` iterates; ``_seek`` and
``_tag`` are how a Reader, in ``_reader``, seeks, and what it finds; ``_pull`` is fed.
"""

from saxhtml.reader._events import events
from saxhtml.reader._pull import HTMLPullParser, Kind
from saxhtml.reader._reader import END, TAG, Reader
from saxhtml.reader._tag import Tag

__all__ = ["END", "TAG", "HTMLPullParser", "Kind", "Reader", "Tag", "events"]
