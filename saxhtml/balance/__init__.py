"""Balance: a filter that turns tag soup into a well-formed stream, by the standard's rules or by a DTD's content models.

:func:`balance` supplies the tags that are missing and leaves out those that close nothing; what it did is told in
:class:`Repair` records. Where elements end in an unrepaired stream is :mod:`saxhtml._nesting`'s matter, and a tree is made of
the events by ``tree``.

A stream cannot go back. What the standard does by going back is approximated, and told as "unstreamable", or raised as
:class:`Unstreamable`:

* Foster parenting: what may not stand in a table stays in its place instead of moving before the table.
* The adoption agency, where a block stands in the formatting element that ends: the element goes on until the block ends.
* Attributes of a second ``html`` or ``body`` are not merged into the first.
* A ``frameset`` in place of a body of no import comes behind that body.
* What belongs in the head and comes between ``</head>`` and the body stays there.
* The body ends with the document, as content may follow ``</body>`` and goes into it; a comment that follows stands there too,
  and not behind the body.
* The ``selectedcontent`` of a ``select`` stays empty; browsers copy the selected option there.
* Of formatting elements that are left open, 16 with different attributes are opened again, and no more.
"""

from saxhtml.balance._balance import balance
from saxhtml.balance._repair import OnRepair, OnUnstreamable, Place, Repair, RepairKind, Unstreamable

__all__ = ["OnRepair", "OnUnstreamable", "Place", "Repair", "RepairKind", "Unstreamable", "balance"]
