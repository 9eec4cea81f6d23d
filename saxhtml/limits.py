"""Limits: how much of a hostile page the parser will hold before it says no.

Only what must be kept whole to be delivered is limited; text streams, whatever its length.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from saxhtml.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a parser holds at the most; each is a positive int. Raises :class:`~saxhtml.UsageError` for anything else."""

    max_token: int = 1 << 24
    """Characters of one tag, comment, doctype, instruction or numeric reference.

    Images of several megabytes do stand in ``src`` as data URLs.
    """

    max_attributes: int = 10_000
    """Attributes of one tag. Real pages stay below a few hundred."""

    max_depth: int = 250_000
    """Open elements inside one svg or math element. Browsers flatten pages deeper than 512."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise UsageError(f"Limits({field.name}=...) takes a positive int, not {value!r}")
