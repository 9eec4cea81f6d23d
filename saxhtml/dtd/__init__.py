"""Content models as data: what HTML 2.0 and HTML 3.2 allow, and a compiler for any other SGML DTD.

:func:`load` and :func:`for_doctype` give the DTDs that come with the package, :func:`compile_dtd` makes one of text. A
:class:`DTD` answers what may stand where and what is implied between; ``balance`` acts on the answers. Nothing here reads
HTML, and order and number of elements are kept but not enforced.
"""

from saxhtml.dtd._compiler import compile_dtd
from saxhtml.dtd._model import (
    DTD,
    TEXT,
    AttributeType,
    Content,
    Context,
    ElementType,
    Entity,
    Group,
    NameTable,
    Particle,
    Table,
)
from saxhtml.dtd._scanner import DTDError, Resolver
from saxhtml.dtd._versions import VERSIONS, for_doctype, load

__all__ = [
    "DTD",
    "TEXT",
    "VERSIONS",
    "AttributeType",
    "Content",
    "Context",
    "DTDError",
    "ElementType",
    "Entity",
    "Group",
    "NameTable",
    "Particle",
    "Resolver",
    "Table",
    "compile_dtd",
    "for_doctype",
    "load",
]
