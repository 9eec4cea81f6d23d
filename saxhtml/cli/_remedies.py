"""What a browser does with each parse error: a sentence for every code, after the standard (WHATWG HTML, "Parse errors")."""

from __future__ import annotations

from typing import Final

from saxhtml.errors import ErrorCode

REMEDIES: Final[dict[ErrorCode, str]] = {
    "abrupt-closing-of-empty-comment": "the comment ends here and is empty",
    "abrupt-doctype-public-identifier": "the doctype and its public identifier end here, and the page is in quirks mode",
    "abrupt-doctype-system-identifier": "the doctype and its system identifier end here, and the page is in quirks mode",
    "absence-of-digits-in-numeric-character-reference": "the characters of the reference stay as they are",
    "cdata-in-html-content": "outside svg and math there is no CDATA: it becomes a comment that ends at the first >",
    "character-reference-outside-unicode-range": "the reference becomes U+FFFD, the replacement character",
    "control-character-in-input-stream": "the control character stays in the page",
    "control-character-reference": (
        "from 0x80 to 0x9F the reference is read as windows-1252 where that has a character; otherwise it stays what it says"
    ),
    "disallowed-processing-instruction-target": "it becomes a comment instead of a processing instruction",
    "duplicate-attribute": "only the first attribute of this name counts",
    "end-tag-with-attributes": "the attributes of the end tag are ignored",
    "end-tag-with-trailing-solidus": "the slash is ignored",
    "eof-before-tag-name": "the < or </ at the end becomes text",
    "eof-in-cdata": "the section ends with the page; its text counts",
    "eof-in-comment": "the comment ends with the page, and has swallowed all the rest",
    "eof-in-doctype": "the doctype ends with the page, which is in quirks mode",
    "eof-in-processing-instruction": "the unfinished processing instruction is thrown away",
    "eof-in-script-html-comment-like-text": "the script ends with the page, inside what began with <!--",
    "missing-quote-after-attribute-value": "nothing: only this parser, when asked to, ends the value here",
    "eof-in-tag": "the unfinished tag is thrown away",
    "incorrectly-closed-comment": "the comment ends at --!> as it does at -->",
    "incorrectly-opened-comment": "all up to the next > becomes a comment",
    "invalid-character-sequence-after-doctype-name": "the rest of the doctype is ignored, and the page is in quirks mode",
    "invalid-first-character-of-processing-instruction-target": "all up to the next > becomes a comment",
    "invalid-first-character-of-tag-name": "after < it becomes text; after </ all up to the next > becomes a comment",
    "invalid-processing-instruction-target": "it becomes a comment instead of a processing instruction",
    "missing-attribute-value": "the value is empty",
    "missing-doctype-name": "the doctype has no name, and the page is in quirks mode",
    "missing-doctype-public-identifier": "the doctype has no public identifier, and the page is in quirks mode",
    "missing-doctype-system-identifier": "the doctype has no system identifier, and the page is in quirks mode",
    "missing-end-tag-name": "</> is thrown away",
    "missing-quote-before-doctype-public-identifier": "the rest of the doctype is ignored, and the page is in quirks mode",
    "missing-quote-before-doctype-system-identifier": "the rest of the doctype is ignored, and the page is in quirks mode",
    "missing-semicolon-after-character-reference": "the reference counts as if the semicolon were there",
    "missing-whitespace-after-doctype-public-keyword": "the identifier counts as if there were a space",
    "missing-whitespace-after-doctype-system-keyword": "the identifier counts as if there were a space",
    "missing-whitespace-before-doctype-name": "the name counts as if there were a space",
    "missing-whitespace-between-attributes": "the next attribute counts as if there were a space",
    "missing-whitespace-between-doctype-public-and-system-identifiers": "both identifiers count as if there were a space",
    "nested-comment": "comments do not nest: this one ends at the first -->",
    "noncharacter-character-reference": "the reference becomes the noncharacter that it names",
    "noncharacter-in-input-stream": "the noncharacter stays in the page",
    "null-character-reference": "the reference becomes U+FFFD, the replacement character",
    "surrogate-character-reference": "the reference becomes U+FFFD, the replacement character",
    "surrogate-in-input-stream": "the surrogate stays in the page",
    "unexpected-character-after-doctype-system-identifier": "the rest of the doctype is ignored",
    "unexpected-character-in-attribute-name": "the character becomes part of the attribute's name",
    "unexpected-character-in-unquoted-attribute-value": "the character becomes part of the attribute's value",
    "unexpected-equals-sign-before-attribute-name": "the = becomes the first character of the attribute's name",
    "unexpected-null-character": "in content the NUL is dropped; elsewhere it becomes U+FFFD, the replacement character",
    "unexpected-solidus-in-tag": "the slash counts as a space",
    "unknown-named-character-reference": "the characters of the reference stay as they are",
}
"""By code, what happens, in a sentence without its full stop."""
