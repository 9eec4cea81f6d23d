"""The DTDs that come with the package, by name and by doctype.

They are written out in the ``.dtd`` files beside this one and compiled when first asked for.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from saxhtml.dtd._compiler import compile_dtd
from saxhtml.dtd._model import DTD
from saxhtml.errors import UsageError
from saxhtml.handler import Doctype


class _Definition(NamedTuple):
    file: str
    public_ids: tuple[str, ...]
    """The first is the value of HTML's VERSION attribute; the others are further names of the same."""
    parameters: dict[str, str]


_DEFINITIONS: Final = {
    "HTML 2.0": _Definition(
        "html20.dtd",
        (
            "-//IETF//DTD HTML 2.0//EN",
            "-//IETF//DTD HTML//EN",
            "-//IETF//DTD HTML//EN//2.0",
            "-//IETF//DTD HTML Level 2//EN",
            "-//IETF//DTD HTML Level 2//EN//2.0",
            "-//IETF//DTD HTML 2.0 Level 2//EN",
        ),
        {},
    ),
    "HTML 2.0 Strict": _Definition(
        "html20.dtd",
        (
            "-//IETF//DTD HTML 2.0 Strict//EN",
            "-//IETF//DTD HTML Strict//EN",
            "-//IETF//DTD HTML Strict//EN//2.0",
            "-//IETF//DTD HTML Strict Level 2//EN",
            "-//IETF//DTD HTML Strict Level 2//EN//2.0",
            "-//IETF//DTD HTML 2.0 Strict Level 2//EN",
        ),
        {"HTML.Recommended": "INCLUDE"},
    ),
    "HTML 2.0 Level 1": _Definition(
        "html20.dtd",
        (
            "-//IETF//DTD HTML 2.0 Level 1//EN",
            "-//IETF//DTD HTML Level 1//EN",
            "-//IETF//DTD HTML Level 1//EN//2.0",
        ),
        {"HTML.Forms": "IGNORE"},
    ),
    "HTML 2.0 Strict Level 1": _Definition(
        "html20.dtd",
        (
            "-//IETF//DTD HTML 2.0 Strict Level 1//EN",
            "-//IETF//DTD HTML Strict Level 1//EN",
            "-//IETF//DTD HTML Strict Level 1//EN//2.0",
        ),
        {"HTML.Forms": "IGNORE", "HTML.Recommended": "INCLUDE"},
    ),
    "HTML 3.2": _Definition(
        "html32.dtd",
        (
            "-//W3C//DTD HTML 3.2 Final//EN",
            "-//W3C//DTD HTML 3.2//EN",
            "-//W3C//DTD HTML 3.2 Draft//EN",
        ),
        {},
    ),
}

VERSIONS: Final = tuple(_DEFINITIONS)
"""What :func:`load` knows: HTML 2.0 in the four variants of RFC 1866, section 9, and HTML 3.2."""

_BY_FOLDED_NAME: Final = {name.lower(): name for name in VERSIONS}
_BY_PUBLIC_ID: Final = {
    public_id.lower(): name for name, definition in _DEFINITIONS.items() for public_id in definition.public_ids
}


def load(name: str = "HTML 3.2") -> DTD:
    """Return one of the DTDs that come with the package, by a name of :data:`VERSIONS` in any case.

    It is compiled at the first call, some milliseconds, and kept. Raises :class:`~saxhtml.UsageError` for other names.
    """
    known = _BY_FOLDED_NAME.get(" ".join(name.lower().split()))
    if known is None:
        raise UsageError(f"no DTD {name!r} comes with the package; use one of {', '.join(VERSIONS)}, or compile_dtd()")
    return _compile(known)


def for_doctype(doctype: Doctype | None) -> DTD:
    """Return the DTD that a doctype asks for by its public identifier; HTML 3.2 for other doctypes and for None.

    Public identifiers are compared without regard to case and spacing, as pages write them in many ways.
    """
    public_id = " ".join((doctype.public_id or "").lower().split()) if doctype is not None else ""
    return _compile(_BY_PUBLIC_ID.get(public_id, "HTML 3.2"))


@cache
def _compile(name: str) -> DTD:
    definition = _DEFINITIONS[name]
    return compile_dtd(
        _read(definition.file),
        name=name,
        parameters={"HTML.Version": definition.public_ids[0], **definition.parameters},
        resolve=lambda _public_id, system_id: _read(system_id) if system_id else None,
    )


def _read(file: str) -> str:
    return files("saxhtml.dtd").joinpath(file).read_text("ascii")
