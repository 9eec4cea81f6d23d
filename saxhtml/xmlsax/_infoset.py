"""What XML allows: namespaces, case, names and characters of a balanced stream of HTML events.

Source: WHATWG HTML, "Adjust SVG attributes" and its neighbours under "Creating and inserting nodes", "The rules for parsing
tokens in foreign content", and "Coercing an HTML DOM into an infoset" (13.2.9), whose ways are taken here as far as XML
leaves no choice:

* A character that a name may not hold becomes ``U`` and six hexadecimal digits: the attribute ``<b`` is ``U00003Cb``, and
  ``o:p`` is ``oU00003Ap``, since no namespace stands behind the colon. So does every one beyond ASCII: the versions of XML
  differ in them, and no character reference can stand for it where the XML is written in another encoding. Nothing
  collides, since names in HTML have no capital U.
* Attributes named ``xmlns``, or ``xmlns:`` and more, are dropped: the elements have the namespaces that HTML gives them.
* In text, values, comments and instructions a form feed becomes a space, and any other character that XML has not U+FFFD.
* A comment gets a space between two hyphens and after one at its end, an instruction's data one inside ``?>``.
* A doctype without a name is dropped, and so is a public identifier with characters that XML's may not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from saxhtml._elements import MATH_TEXT_POINTS, SVG_HTML_POINTS, VOID
from saxhtml._nesting import Namespace
from saxhtml.attributes import Attributes, ascii_lower
from saxhtml.handler import Doctype

URIS: Final[dict[Namespace, str]] = {
    "html": "http://www.w3.org/1999/xhtml",
    "svg": "http://www.w3.org/2000/svg",
    "math": "http://www.w3.org/1998/Math/MathML",
}
XLINK: Final = "http://www.w3.org/1999/xlink"
XML: Final = "http://www.w3.org/XML/1998/namespace"


class Element(NamedTuple):
    """An element as XML has it. ``content`` says by which rules start tags inside are read.

    ``declared`` are the prefixes and namespaces that begin to hold with it, "" for the default one; ``xlink`` tells
    whether the prefix of that name holds. A ``void`` one ends with its start tag. ``raw`` is the name in HTML.
    """

    raw: str
    name: str
    namespace: Namespace
    content: Namespace
    void: bool
    declared: tuple[tuple[str, str], ...] = ()
    xlink: bool = False


class QName(NamedTuple):
    """The name of an attribute: its namespace, its name without the prefix, and with it; no namespace is None."""

    uri: str | None
    local: str
    qualified: str


class Infoset:
    """The open elements of one document as XML has them, from events in which every element is closed in its place."""

    __slots__ = ("_stack",)

    def __init__(self) -> None:
        self._stack: list[Element] = []

    def __bool__(self) -> bool:
        """Whether an element is open."""
        return bool(self._stack)

    def start(self, name: str, attrs: Attributes) -> Element:
        """Note a start tag; return its element."""
        stack = self._stack
        parent = stack[-1] if stack else _DOCUMENT
        if parent.content == "html" and parent.namespace == "html" and stack and name not in _ROOTS:
            element = _HTML[name]
        else:
            element = _placed(parent, name, attrs, outermost=not stack)
        if not element.void:
            stack.append(element)
        return element

    def end(self, name: str) -> Element | None:
        """Note an end tag; return its element, or None where it closes nothing that stands open here."""
        stack = self._stack
        return stack.pop() if stack and stack[-1].raw == name else None

    def finish(self) -> Iterator[Element]:
        """Yield what is still open, innermost first; it ends here."""
        while self._stack:
            yield self._stack.pop()


def _placed(parent: Element, name: str, attrs: Attributes, *, outermost: bool) -> Element:
    namespace = _namespace(parent, name)
    foreign = namespace != "html"
    content: Namespace = "html" if foreign and _holds_html(namespace, name, attrs) else namespace
    declared = []
    if outermost or namespace != parent.namespace:
        declared.append(("", URIS[namespace]))
    xlink = parent.xlink
    if foreign and not xlink and any(_FOREIGN[attribute].uri == XLINK or attribute == "xmlns:xlink" for attribute in attrs):
        declared.append(("xlink", XLINK))
        xlink = True
    xml_name = element_name(name, namespace)
    void = attrs.self_closing if foreign else name in VOID
    return Element(name, xml_name, namespace, content, void, tuple(declared), xlink)


def _namespace(parent: Element, name: str) -> Namespace:
    if parent.content == "html":
        if parent.namespace == "math" and name in ("mglyph", "malignmark"):
            return "math"
        return _ROOTS.get(name, "html")
    return "svg" if name == "svg" else parent.content


def _holds_html(namespace: Namespace, name: str, attrs: Attributes) -> bool:
    if namespace == "svg":
        return name in SVG_HTML_POINTS
    if name == "annotation-xml":
        return ascii_lower(attrs.get("encoding", "")) in ("text/html", "application/xhtml+xml")
    return name in MATH_TEXT_POINTS


def attributes(element: Element, attrs: Attributes) -> Iterator[tuple[QName, str]]:
    """Yield the attributes of an element, those left out that XML would take for declarations of namespaces."""
    names = _FOREIGN if element.namespace != "html" else _PLAIN
    table = _SVG_ATTRIBUTES if element.namespace == "svg" else _MATH_ATTRIBUTES
    for name, value in attrs.items():
        if name.startswith("xmlns") and (name == "xmlns" or name[5] == ":"):
            continue
        if names is _FOREIGN and name in table:
            name = table[name]
        yield names[name], value if value.isprintable() else text(value)


def element_name(name: str, namespace: Namespace) -> str:
    """Return the name of an element as XML has it, with the case that svg gives it."""
    return xml_name(_SVG_NAMES.get(name, name) if namespace == "svg" else name)


def xml_name(name: str) -> str:
    """Return ``name`` with all but ASCII letters, digits, ``_``, ``-`` and ``.`` as ``U`` and six hexadecimal digits."""
    return name if _NAME.fullmatch(name) else _NOT_IN_NAMES.sub(_code, name)


def text(data: str) -> str:
    """Return ``data`` with what XML has not: form feeds as spaces, other characters as U+FFFD."""
    return _NOT_XML.sub(_replacement, data) if _NOT_XML.search(data) else data


def comment(data: str) -> str:
    """Return the data of a comment as XML allows it."""
    data = text(data)
    if "-" in data:
        data = _HYPHENS.sub("- ", data)
    return data


def instruction(target: str, data: str) -> tuple[str, str]:
    """Return the target and data of a processing instruction as XML allows them."""
    target = xml_name(target)
    if ascii_lower(target) == "xml":
        target = f"U{ord(target[0]):06X}{target[1:]}"
    return target, text(data).replace("?>", "? >")


def doctype(declared: Doctype) -> tuple[str, str | None, str | None] | None:
    """Return the name and identifiers of a doctype as XML allows them, or None where it has no name."""
    if not declared.name:
        return None
    public_id, system_id = declared.public_id, declared.system_id
    if public_id is not None and not _PUBLIC_ID.fullmatch(public_id):
        public_id = None
    return xml_name(declared.name), public_id, None if system_id is None else text(system_id)


def _code(character: re.Match[str]) -> str:
    return f"U{ord(character[0]):06X}"


def _replacement(character: re.Match[str]) -> str:
    return " " if character[0] == "\f" else "\ufffd"


_NAME: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.-]*+")
_NOT_IN_NAMES: Final = re.compile(r"\A[^a-zA-Z_]|[^a-zA-Z0-9_.-]")
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_HYPHENS: Final = re.compile(r"-(?=-|\Z)")
_PUBLIC_ID: Final = re.compile(r"[ \r\na-zA-Z0-9'()+,./:=?;!*#@$_%-]*+")


class _Names(dict[str, QName]):
    """The names of attributes by those in HTML, for those met most."""

    def __init__(self, adjusted: dict[str, QName]) -> None:
        super().__init__(adjusted)
        self._adjusted = adjusted

    def __missing__(self, name: str) -> QName:
        local = xml_name(name)
        qname = QName(None, local, local)
        if len(name) <= 32:
            if len(self) >= 1000:
                self.clear()
                self.update(self._adjusted)
            self[name] = qname
        return qname


class _Elements(dict[str, Element]):
    """The elements of HTML inside others, by their names, for those met most."""

    def __missing__(self, name: str) -> Element:
        element = Element(name, xml_name(name), "html", "html", name in VOID)
        if len(name) <= 32:
            if len(self) >= 1000:
                self.clear()
            self[name] = element
        return element


_DOCUMENT: Final = Element("", "", "html", "html", void=False)
_ROOTS: Final[dict[str, Namespace]] = {"svg": "svg", "math": "math"}
_HTML: Final = _Elements()
_PLAIN: Final = _Names({})
_FOREIGN: Final = _Names(
    {f"xlink:{name}": QName(XLINK, name, f"xlink:{name}") for name in "actuate arcrole href role show title type".split()}
    | {f"xml:{name}": QName(XML, name, f"xml:{name}") for name in ("lang", "space")}
)

_MATH_ATTRIBUTES: Final = {"definitionurl": "definitionURL"}
_SVG_NAMES: Final = {
    name.lower(): name
    for name in """altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend
    feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
    feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
    fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient
    textPath""".split()
}
_SVG_ATTRIBUTES: Final = {
    name.lower(): name
    for name in """attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode
    filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes
    lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength
    patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio
    primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent
    spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength
    viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan""".split()
}
