"""Facts about elements, as data: which are void, how their text is read, which attributes link, what breaks out of svg.

Only facts of the standard stand here; what follows from them is worked out by the rooms that need them.
"""

from __future__ import annotations

from typing import Final

VOID: Final = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
"""Elements that never have an end tag (WHATWG HTML, "Serializing HTML fragments")."""

RCDATA: Final = frozenset({"title", "textarea"})
"""Elements whose content is text with character references."""

RAWTEXT: Final = frozenset({"style", "xmp", "iframe", "noembed", "noframes"})
"""Elements whose content is text without character references; ``noscript`` joins them where scripting is on."""

BREAKOUT: Final = frozenset(
    """b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta
    nobr ol p pre ruby s small span strong strike sub sup table tt u ul var""".split()
)
"""Start tags that leave svg and math (WHATWG HTML, "The rules for parsing tokens in foreign content")."""

SVG_HTML_POINTS: Final = frozenset({"foreignobject", "desc", "title"})
"""svg elements that hold HTML (HTML integration points)."""

MATH_TEXT_POINTS: Final = frozenset({"mi", "mo", "mn", "ms", "mtext"})
"""MathML elements that hold HTML (MathML text integration points)."""

SPECIAL: Final = frozenset(
    """address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd
    details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header
    hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object
    ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot
    th thead title tr track ul wbr xmp""".split()
)
"""HTML elements of the "special" category (WHATWG HTML, "The stack of open elements")."""

FORMATTING: Final = frozenset("a b big code em font i nobr s small strike strong tt u".split())
"""HTML elements of the "formatting" category."""

CLOSES_P: Final = frozenset(
    """address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2
    h3 h4 h5 h6 header hgroup hr li dd dt listing main menu nav ol p plaintext pre search section summary table ul
    xmp""".split()
)
"""Start tags that end an open ``p`` (WHATWG HTML, "in body")."""

BLOCK: Final = frozenset(
    """address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary ul
    xmp""".split()
)
"""HTML elements that begin and end a line: blocks and list items by the style sheet of WHATWG HTML, "Rendering"."""

IN_HEAD: Final = frozenset("base basefont bgsound link meta noframes noscript script style template title".split())
"""Elements that may stand in ``head``: any other start tag ends it (WHATWG HTML, "in head")."""

IN_HEAD_NOSCRIPT: Final = frozenset("basefont bgsound link meta noframes style".split())
"""Elements that may stand in a ``noscript`` in ``head``, where scripting is off."""

LINK_ATTRIBUTES: Final[dict[str, tuple[str, ...]]] = {
    "a": ("href", "ping", "xlink:href"),
    "applet": ("codebase", "archive", "code"),
    "area": ("href", "ping"),
    "audio": ("src",),
    "base": ("href",),
    "bgsound": ("src",),
    "blockquote": ("cite",),
    "body": ("background",),
    "button": ("formaction",),
    "command": ("icon",),
    "del": ("cite",),
    "embed": ("src",),
    "feimage": ("href", "xlink:href"),
    "filter": ("href", "xlink:href"),
    "form": ("action",),
    "frame": ("src", "longdesc"),
    "head": ("profile",),
    "html": ("manifest",),
    "iframe": ("src", "longdesc"),
    "image": ("src", "srcset", "href", "xlink:href"),
    "img": ("src", "srcset", "longdesc", "usemap", "lowsrc", "dynsrc"),
    "input": ("src", "formaction", "usemap"),
    "ins": ("cite",),
    "layer": ("src", "background"),
    "lineargradient": ("href", "xlink:href"),
    "link": ("href", "imagesrcset"),
    "mpath": ("href", "xlink:href"),
    "object": ("data", "codebase", "archive", "classid", "usemap"),
    "pattern": ("href", "xlink:href"),
    "q": ("cite",),
    "radialgradient": ("href", "xlink:href"),
    "script": ("src", "xlink:href"),
    "source": ("src", "srcset"),
    "table": ("background",),
    "tbody": ("background",),
    "td": ("background",),
    "textpath": ("href", "xlink:href"),
    "tfoot": ("background",),
    "th": ("background",),
    "thead": ("background",),
    "tr": ("background",),
    "track": ("src",),
    "use": ("href", "xlink:href"),
    "video": ("src", "poster"),
    "xml": ("src",),
}
"""Attributes that hold URLs, HTML's, the older ones, and those of svg; ``image`` is also what some pages call an ``img``."""

LINK_LISTS: Final = frozenset({"srcset", "imagesrcset", "ping", "archive"})
"""Link attributes that hold several URLs."""
