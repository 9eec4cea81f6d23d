"""The room ``dtd``: what the compiler reads, what the models answer, and that ours agree with the public definitions."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from copy import deepcopy
from dataclasses import FrozenInstanceError, fields
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest
from _pytest.mark import ParameterSet

from saxhtml import dtd
from saxhtml.dtd import (
    DTD,
    TEXT,
    AttributeType,
    Context,
    DTDError,
    ElementType,
    Entity,
    Group,
    NameTable,
    Particle,
    Resolver,
    Table,
    compile_dtd,
    for_doctype,
    load,
)
from saxhtml.errors import SaxHtmlError, UsageError
from saxhtml.handler import Doctype

LIST: Final = "<!ELEMENT list - - (item+)><!ELEMENT item - O (#PCDATA)*>"


def element(declarations: str, name: str = "x") -> ElementType:
    return compile_dtd(declarations, root=name).elements[name]


def attribute(definition: str, before: str = "") -> AttributeType:
    return element(f"{before}<!ELEMENT x - - EMPTY><!ATTLIST x {definition}>").attributes["a"]


def entities(declarations: str) -> Table[Entity]:
    return compile_dtd(declarations + LIST).entities


# --- the compiler: elements


@pytest.mark.parametrize(
    ("model", "normalized"),
    [
        ("EMPTY", "EMPTY"),
        ("CDATA", "CDATA"),
        ("rcdata", "RCDATA"),
        ("ANY", "ANY"),
        ("(#PCDATA)", "(#pcdata)"),
        ("( #pcdata )*", "(#pcdata)*"),
        ("(A|b | C)+", "(a | b | c)+"),
        ("(A,B?,C*,D+)", "(a, b?, c*, d+)"),
        ("(a & b? & (c|d)*)?", "(a & b? & (c | d)*)?"),
        ("(((a)))", "(((a)))"),
        ("(a --a comment--|-- and one -- -- more --b)", "(a | b)"),
        ("(h1.x|svg:g|a-b|_c|1)", "(h1.x | svg:g | a-b | _c | 1)"),
    ],
)
def test_a_content_model_keeps_order_and_repetition(model: str, normalized: str) -> None:
    content = element(f"<!ELEMENT x - - {model}>").content
    assert str(content) == normalized
    assert str(element(f"<!ELEMENT x - - {content}>").content) == normalized


def test_a_content_model_is_a_tree_of_groups_and_particles() -> None:
    expression = element("<!ELEMENT x - - (a, (b | #PCDATA)*, c?)>").content.expression
    inner = Group("|", (Particle("b"), Particle(TEXT)), "*")
    assert expression == Group(",", (Particle("a"), inner, Particle("c", "?")))


@pytest.mark.parametrize(
    ("model", "names", "repeatable", "holds_text", "holds_markup"),
    [
        ("(b, a?, c*)", ("b", "a", "c"), {"c"}, False, True),
        ("(a, (b, c)+)", ("a", "b", "c"), {"b", "c"}, False, True),
        ("(a, b, a)", ("a", "b"), {"a"}, False, True),
        ("(#PCDATA | a)*", (TEXT, "a"), {TEXT, "a"}, True, True),
        ("CDATA", (TEXT,), {TEXT}, True, False),
        ("RCDATA", (TEXT,), {TEXT}, True, False),
        ("EMPTY", (), set(), False, False),
        ("ANY", (), set(), True, True),
    ],
)
def test_the_sets_of_a_content_model(
    model: str, names: tuple[str, ...], repeatable: set[str], holds_text: bool, holds_markup: bool
) -> None:
    content = element(f"<!ELEMENT x - - {model}>").content
    assert content.names == names
    assert content.children == set(names)
    assert content.repeatable == repeatable
    assert (content.holds_text, content.holds_markup) == (holds_text, holds_markup)


@pytest.mark.parametrize(
    ("declaration", "start_optional", "end_optional"),
    [
        ("<!ELEMENT x - - (a)>", False, False),
        ("<!ELEMENT x - O (a)>", False, True),
        ("<!ELEMENT x O O (a)>", True, True),
        ("<!ELEMENT x o - (a)>", True, False),
        ("<!ELEMENT x -O(a)>", False, True),
        ("<!ELEMENT x (a)>", False, False),
        ("<!element X - o EMPTY>", False, True),
    ],
)
def test_which_tags_may_be_left_out(declaration: str, start_optional: bool, end_optional: bool) -> None:
    found = element(declaration)
    assert (found.start_optional, found.end_optional) == (start_optional, end_optional)


@pytest.mark.parametrize(
    ("model", "inclusions", "exclusions"),
    [
        ("(a)", set(), set()),
        ("(a) +(B|c)", {"b", "c"}, set()),
        ("(a)+ +(b)", {"b"}, set()),
        ("(a)* -(b,c) +(d & e)", {"d", "e"}, {"b", "c"}),
        ("(a) +(b) -(c)", {"b"}, {"c"}),
        ("(a) -(b) -(c)", set(), {"b", "c"}),
        ("(a) -b", set(), {"b"}),
        ("ANY -(x)", set(), {"x"}),
    ],
)
def test_inclusions_and_exclusions(model: str, inclusions: set[str], exclusions: set[str]) -> None:
    found = element(f"<!ELEMENT x - - {model}>")
    assert found.inclusions == inclusions
    assert found.exclusions == exclusions


def test_a_plus_is_an_occurrence_only_right_behind_what_occurs() -> None:
    assert str(element("<!ELEMENT x - - (a)+>").content) == "(a)+"
    assert element("<!ELEMENT x - - (a) +(b)>").inclusions == {"b"}
    assert str(element('<!ENTITY % m "(a)"><!ELEMENT x - - %m;+>').content) == "(a)+"


def test_a_group_of_names_declares_each_of_them() -> None:
    model = compile_dtd("<!ELEMENT x - - (a|b)><!ELEMENT (A|b) - O EMPTY><!ATTLIST (a|B) n NUMBER 1>")
    assert list(model.elements) == ["x", "a", "b"]
    assert model.elements["a"].attributes == model.elements["b"].attributes
    assert model.elements["a"].attributes["n"].default == "1"


# --- the compiler: attributes


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ("a CDATA #IMPLIED", AttributeType("a", "CDATA")),
        ("A cdata #required", AttributeType("a", "CDATA", use="REQUIRED")),
        ("a ID #CURRENT", AttributeType("a", "ID", use="CURRENT")),
        ("a ENTITY #CONREF", AttributeType("a", "ENTITY", use="CONREF")),
        ("a NUMBER 1", AttributeType("a", "NUMBER", (), "DEFAULT", "1")),
        ("a CDATA 'x  Y'", AttributeType("a", "CDATA", (), "DEFAULT", "x  Y")),
        ('a CDATA ""', AttributeType("a", "CDATA", (), "DEFAULT", "")),
        ('a CDATA #FIXED "It\'s"', AttributeType("a", "CDATA", (), "FIXED", "It's")),
        ("a NAMES ' B  c '", AttributeType("a", "NAMES", (), "DEFAULT", "b c")),
        ("a (GET | post) GET", AttributeType("a", "ENUMERATION", ("get", "post"), "DEFAULT", "get")),
        ("a (a) #IMPLIED", AttributeType("a", "ENUMERATION", ("a",))),
        ("a NOTATION (x, Y) #REQUIRED", AttributeType("a", "NOTATION", ("x", "y"), "REQUIRED")),
        ("a CDATA 'one\ntwo\tthree'", AttributeType("a", "CDATA", (), "DEFAULT", "one two three")),
        ("a CDATA '&#65;&#x42;&#RE;&#tab;&#67'", AttributeType("a", "CDATA", (), "DEFAULT", "AB\r\tC")),
        ("a CDATA '100%x;'", AttributeType("a", "CDATA", (), "DEFAULT", "100%x;")),
        ("-- a comment -- a CDATA -- of a -- #IMPLIED -- twice -- -- over --", AttributeType("a", "CDATA")),
    ],
)
def test_an_attribute_has_a_type_and_a_default(definition: str, expected: AttributeType) -> None:
    assert attribute(definition) == expected


def test_entities_in_a_default_are_resolved_where_they_have_a_text() -> None:
    found = attribute("a CDATA '&w;, &out; &none;'", "<!ENTITY w 'x&#38;y'><!ENTITY out SYSTEM 'f'>")
    assert found.default == "x&y, &out; &none;"


def test_of_several_definitions_of_an_attribute_the_first_counts() -> None:
    attributes = element(
        "<!ATTLIST x a CDATA '1' a CDATA '2'><!ELEMENT x - - EMPTY><!ATTLIST x a CDATA '3' b CDATA '4'><!ATTLIST y c CDATA '5'>"
    ).attributes
    assert {name: found.default for name, found in attributes.items()} == {"a": "1", "b": "4"}


# --- the compiler: entities


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("<!ENTITY e 'text'>", Entity("e", "TEXT", "text")),
        ("<!ENTITY e CDATA '&#233;'>", Entity("e", "CDATA", "é")),
        ("<!ENTITY e sdata '[e ]' -- as is -->", Entity("e", "SDATA", "[e ]")),
        ("<!ENTITY e STARTTAG 'P'>", Entity("e", "STARTTAG", "P")),
        ("<!ENTITY e '&amp;&#38;#38;'>", Entity("e", "TEXT", "&amp;&#38;")),
        ("<!ENTITY e SYSTEM>", Entity("e", "TEXT", None)),
        ("<!ENTITY e SYSTEM 'f'>", Entity("e", "TEXT", None, None, "f")),
        ("<!ENTITY e PUBLIC ' -//A\n B//EN'>", Entity("e", "TEXT", None, "-//A B//EN")),
        ("<!ENTITY e PUBLIC 'p' 's' NDATA gif>", Entity("e", "NDATA", None, "p", "s", "gif")),
        ("<!ENTITY e SYSTEM 's' SUBDOC>", Entity("e", "SUBDOC", None, None, "s")),
        ("<!ENTITY % p 'B'><!ENTITY e 'A%p;C%p D'>", Entity("e", "TEXT", "ABCB D")),
        ("<!ENTITY e '1'><!ENTITY e '2'>", Entity("e", "TEXT", "1")),
        ("<!NOTATION n SYSTEM><!SHORTREF m '&#TAB;' e><!USEMAP m list><!ENTITY e '3'>", Entity("e", "TEXT", "3")),
        ("<!ATTLIST #NOTATION n a CDATA #IMPLIED><!ENTITY e '4'>", Entity("e", "TEXT", "4")),
    ],
)
def test_an_entity(declaration: str, expected: Entity) -> None:
    assert entities(declaration) == {"e": expected}


def test_the_default_entity_has_a_name_that_no_reference_has() -> None:
    assert entities("<!ENTITY #DEFAULT SYSTEM>") == {"#DEFAULT": Entity("#DEFAULT", "TEXT", None)}


def test_names_of_entities_are_case_sensitive_and_names_of_tags_and_attributes_are_not() -> None:
    model = load("HTML 3.2")
    assert model.entities["Eacute"].text == "É"
    assert model.entities["eacute"].text == "é"
    assert "EACUTE" not in model.entities
    assert model.elements["IMG"] is model.elements["img"]
    assert "Img" in model.elements
    assert model.elements["img"].attributes["SRC"].use == "REQUIRED"
    assert model.elements.get("image") is None
    with pytest.raises(KeyError):
        model.elements["image"]


def test_characters_are_the_entities_that_stand_for_one() -> None:
    model = compile_dtd(LIST + "<!ENTITY a CDATA '&#38;'><!ENTITY b 'bb'><!ENTITY c ''><!ENTITY d SYSTEM>")
    assert model.characters == {"a": "&"}
    assert load("HTML 2.0").characters["quot"] == '"'
    assert len(load("HTML 2.0").characters) == 66
    assert len(load("HTML 3.2").characters) == 99


@pytest.mark.parametrize(
    "declarations",
    [
        '<!ENTITY % m "(a|b)*"><!ELEMENT x - - %m;>',
        '<!ENTITY % m "a|b"><!ELEMENT x - - (%m)*>',
        '<!ENTITY % m "a"><!ENTITY % n "%m;|b"><!ELEMENT x - - (%n;)*>',
        '<!ENTITY % m "a"><!ENTITY % m "c"><!ELEMENT x - - (%m|b)*>',
        '<!ENTITY % d "<!ELEMENT x - - (a|b)*>">%d;',
        '<!ENTITY % d "<!ELEMENT x - - (a|b)*>">\n%d',
        "<!ENTITY % n 'x'><!ELEMENT %n; - - (a|b)*>",
        "<!ENTITY % o '- -'><!ELEMENT x %o (a|b)*>",
        "<!ENTITY % e ''><!ELEMENT %e; x - %e; - (a|%e;b)*%e;>",
        "<!ENTITY % e ' -- aside -- '><!ELEMENT x - - (a|b)* %e;>",
        "<!ENTITY % p '&#37;'><!ENTITY % q '%p;d;'><!ENTITY % d '<!ELEMENT x - - (a|b)*>'>%q;",
        "<?instruction <here>\n<!-- one -- -- two --><!><!-- <!ELEMENT y ANY> - -->\n<!ELEMENT x - - (a|b)*>",
        "<!ELEMENT x\r- -\r\n(a\t|b)*>",
    ],
)
def test_parameter_entities_and_comments_change_nothing(declarations: str) -> None:
    model = compile_dtd(declarations)
    assert list(model.elements) == ["x"]
    assert str(model.elements["x"].content) == "(a | b)*"


def test_a_percent_sign_that_begins_no_name_is_no_reference() -> None:
    assert attribute("a CDATA '5% of' -- nn% or 5%%x --").default == "5% of"


@pytest.mark.parametrize(
    ("section", "kept"),
    [
        ("<![INCLUDE[<!ELEMENT y - - EMPTY>]]>", True),
        ("<![ %yes; [<!ELEMENT y - - EMPTY>]]>", True),
        ("<![[<!ELEMENT y - - EMPTY>]]>", True),
        ("<![TEMP[<!ELEMENT y - - EMPTY>]]>", True),
        ("<![include[<![ INCLUDE --comment-- [<!ELEMENT y - - EMPTY>]]> ]]>", True),
        ("<![IGNORE[<!ELEMENT y - - EMPTY>]]>", False),
        ("<![ %no; [<!ELEMENT y - - EMPTY>]]>", False),
        ("<![INCLUDE %no [<!ELEMENT y - - EMPTY>]]>", False),
        ("<![IGNORE[ <![INCLUDE[ ' ]]> <![ %undeclared; [ ]]> <!ELEMENT y - - EMPTY> ]]>", False),
        ("<![INCLUDE[ <![IGNORE[ <!ELEMENT y - - EMPTY> ]]> ]]>", False),
    ],
)
def test_marked_sections(section: str, kept: bool) -> None:
    switches = "<!ENTITY % yes 'INCLUDE'><!ENTITY % no 'IGNORE'>"
    assert ("y" in compile_dtd(switches + LIST + section, root="list").elements) is kept


def test_parameters_come_before_the_declarations_of_the_text() -> None:
    text = "<!ENTITY % Extra 'IGNORE'>" + LIST + "<![%Extra;[<!ELEMENT more - - EMPTY>]]>"
    assert "more" not in compile_dtd(text).elements
    assert "more" in compile_dtd(text, parameters={"Extra": "INCLUDE"}).elements
    assert "more" not in compile_dtd(text, parameters={"EXTRA": "INCLUDE"}).elements


def test_external_parameter_entities_are_left_out_or_resolved_when_referred_to() -> None:
    text = "<!ENTITY % a PUBLIC '-//A' 'a.ent'><!ENTITY % b SYSTEM 'b.ent'><!ENTITY % c SYSTEM>" + LIST + "%a;%b;"
    asked: list[tuple[str | None, str | None]] = []

    def resolve(public_id: str | None, system_id: str | None) -> str | None:
        asked.append((public_id, system_id))
        return "<!ENTITY a 'A'>\r\n" if public_id else None

    assert not compile_dtd(text).entities
    assert list(compile_dtd(text, resolve=resolve).entities) == ["a"]
    assert asked == [("-//A", "a.ent"), (None, "b.ent")]


# --- the compiler: the root


@pytest.mark.parametrize(
    ("declarations", "root"),
    [
        (LIST, "list"),
        ("<!ELEMENT x - - EMPTY>", "x"),
        ("<!ELEMENT x - - (x|y)*>", "x"),
        ("<!ELEMENT y - - EMPTY><!ELEMENT x - - ANY><!ELEMENT z - - (#PCDATA)>", "x"),
        ("<!ELEMENT y - - ANY><!ELEMENT x - - (y)>", "x"),
        ("<!ELEMENT x - - (y) +(z)><!ELEMENT (y|z) - - (#PCDATA)>", "x"),
        ("<!ELEMENT left - O EMPTY><!ELEMENT over - O (#PCDATA)>" + LIST, "list"),
    ],
)
def test_the_root_is_the_one_element_that_stands_in_no_other(declarations: str, root: str) -> None:
    assert compile_dtd(declarations).root == root


def test_a_root_may_be_given_in_any_case() -> None:
    assert compile_dtd(LIST, root="ITEM").root == "item"


@pytest.mark.parametrize("root", ["", "other"])
def test_a_root_has_to_be_declared(root: str) -> None:
    with pytest.raises(UsageError, match="does not declare"):
        compile_dtd(LIST, root=root)


# --- the compiler: errors


@pytest.mark.parametrize(
    ("text", "line", "declaration", "reason"),
    [
        ("\n<!ELEMENT x - - (a>", 2, "<!ELEMENT x", "expected a connector or ), found '>'"),
        ("<!ELEMENT x - -\n(a,b|c)>", 2, "<!ELEMENT x", "in one group"),
        ("<!ELEMENT x - -\n\n(a|)>", 3, "<!ELEMENT x", "expected the name of an element, found ')'"),
        ("<!ELEMENT x - - (#IMPLIED)>", 1, "<!ELEMENT x", "#implied stands in a content model"),
        ("<!ELEMENT x - -\nNOTHING>", 2, "<!ELEMENT x", "expected a content model, found 'NOTHING'"),
        ("<!ELEMENT x - - 'EMPTY'>", 1, "<!ELEMENT x", "expected a content model, found 'EMPTY'"),
        ("<!ELEMENT x - P (a)>", 1, "<!ELEMENT x", "expected - or O"),
        ("<!ELEMENT x - (a)>", 1, "<!ELEMENT x", "expected - or O, found '('"),
        ("<!ELEMENT x - - (a) (b)>", 1, "<!ELEMENT x", "expected >, found '('"),
        ("<!ELEMENT x - - (a) *>", 1, "<!ELEMENT x", "expected >, found '*'"),
        ("<!ELEMENT x - - (a) +(b c)>", 1, "<!ELEMENT x", "expected a connector or ), found 'c'"),
        ("<!ELEMENT x - - (a) +>", 1, "<!ELEMENT x", "expected a name or a group of names"),
        ("<!ELEMENT (x|) - - (a)>", 1, "<!ELEMENT", "expected a name, found ')'"),
        ("<!ELEMENT x - - EMPTY>\n<!ELEMENT (y|X) - - ANY>", 2, "<!ELEMENT (y|...)", "the element x is declared twice"),
        ("<!ELEMENT x - - (a)\n<!ELEMENT y - - (b)>", 2, "<!ELEMENT x", "'<' has no meaning here"),
        ("<!ELEMENT x - - (a)\n", 2, "<!ELEMENT x", "the text ends within the declaration"),
        ("<!ELEMENT x\n- - -- (a) >", 2, "<!ELEMENT x", "what -- begins is not ended"),
        ("<!ATTLIST x\na CDATA\n'>", 3, "<!ATTLIST x", "what ' begins is not ended"),
        ('<!ATTLIST x\na CDATA "\n>', 2, "<!ATTLIST x", 'what " begins is not ended'),
        ("<!ATTLIST x 'a' CDATA #IMPLIED>", 1, "<!ATTLIST x", "expected the name of an attribute, found 'a'"),
        ("<!ATTLIST x a TEXT #IMPLIED>", 1, "<!ATTLIST x", "expected the type of the attribute a, found 'TEXT'"),
        ("<!ATTLIST x a ENUMERATION #IMPLIED>", 1, "<!ATTLIST x", "expected the type of the attribute a"),
        ("<!ATTLIST x a CDATA #DEFAULT>", 1, "<!ATTLIST x", "expected the default of the attribute a, found '#DEFAULT'"),
        ("<!ATTLIST x a CDATA #FIXED>", 1, "<!ATTLIST x", "expected the default of the attribute a, found '>'"),
        ("<!ATTLIST x a CDATA '&#x110000;'>", 1, "<!ATTLIST x", "&#x110000; is no character"),
        ("<!ENTITY e '&#55296;'>", 1, "<!ENTITY e", "&#55296; is no character"),
        ("<!ENTITY e '&#99999999;'>", 1, "<!ENTITY e", "is no character"),
        ("<!ENTITY % e '&#BELL;'>", 1, "<!ENTITY %e", "&#BELL; is no character"),
        ("<!ENTITY e XDATA 'x'>", 1, "<!ENTITY e", "expected the type or the text of the entity, found 'XDATA'"),
        ("<!ENTITY e CDATA x>", 1, "<!ENTITY e", "expected the text of the entity in quotes, found 'x'"),
        ("<!ENTITY e PUBLIC x>", 1, "<!ENTITY e", "expected a public identifier in quotes, found 'x'"),
        ("<!ENTITY e SYSTEM 'f' NDATA>", 1, "<!ENTITY e", "expected the name of a notation, found '>'"),
        ("<!ENTITY 'e' 'f'>", 1, "<!ENTITY", "expected the name of an entity, found 'e'"),
        ("<!ENTITY e 'x'\n'y'>", 2, "<!ENTITY e", "expected >, found 'y'"),
        ("<!ENTITY e '%p;'>", 1, "<!ENTITY e", "the parameter entity %p; is not declared"),
        ("<!ENTITY % p SYSTEM 'f'><!ENTITY e '%p;'>", 1, "<!ENTITY e", "%p; comes from outside"),
        ("\n\n%p;", 3, "", "the parameter entity %p; is not declared"),
        ("<!ENTITY % p 'x'>\n%P;", 2, "", "the parameter entity %P; is not declared"),
        ("<!ENTITY % p '\n\n<!ELEMENT x - - (a'>\n%p;", 4, "<!ELEMENT x", "the text ends within the declaration"),
        ("<!ENTITY % p '(a)>'>\n<!ELEMENT x - - %p;", 2, "<!ELEMENT x", "does not end in the entity it begins in"),
        ("<!ENTITY % p 'INCLUDE['>\n<![%p;]]>", 2, "<![", "the marked section does not begin in one entity"),
        ("<!ENTITY % p '<![INCLUDE['>\n%p;]]>", 2, "", "a marked section is not ended"),
        ("<!ENTITY % p ']]>'>\n<![INCLUDE[%p;", 2, "", "]]> ends no marked section"),
        ("<![INCLUDE[\n", 2, "", "a marked section is not ended"),
        ("<![IGNORE[ <![ ]]>", 1, "<![", "a marked section is not ended"),
        ("<![CDATA[ ]]>", 1, "<![", "expected INCLUDE or IGNORE and ["),
        ("<![INCLUDE>", 1, "<![", "expected INCLUDE or IGNORE and ["),
        ("<![INCLUDE'['", 1, "<![", "expected INCLUDE or IGNORE and ["),
        ("]]>", 1, "", "]]> ends no marked section"),
        ("\n<!-- a -- b -->", 2, "", "a comment is not ended, or not by -->"),
        ("<!-- a", 1, "", "a comment is not ended, or not by -->"),
        ("<p>", 1, "", "'<' begins no declaration"),
        ("<?no end", 1, "", "'<' begins no declaration"),
        ("<!DOCTYPE html>", 1, "<!DOCTYPE", "<!DOCTYPE is no declaration of a DTD"),
        ("", 1, "", "no element stands in no other: pass root="),
        ("<!ELEMENT (a|b) - - (a|b)>\n", 2, "", "no element stands in no other: pass root="),
        ("<!ELEMENT (a|b) - - (c)>", 1, "", "several elements stand in no other (a, b): pass root="),
    ],
)
def test_an_error_names_line_and_declaration(text: str, line: int, declaration: str, reason: str) -> None:
    with pytest.raises(DTDError) as caught:
        compile_dtd(text)
    error = caught.value
    assert (error.line, error.declaration, error.entity) == (line, declaration, None)
    assert reason in error.reason
    assert str(error) == (f"line {line}, {declaration}: {error.reason}" if declaration else f"line {line}: {error.reason}")


def test_an_error_in_text_from_outside_names_it() -> None:
    with pytest.raises(DTDError) as caught:
        compile_dtd("<!ENTITY % latin SYSTEM>\n\n\n%latin;", resolve=lambda *_: "<!ENTITY a 'b'>\n<!ENTITY c>")
    assert (caught.value.line, caught.value.entity) == (2, "latin")
    assert str(caught.value) == "line 2 of %latin;, <!ENTITY c: expected the text of the entity in quotes, found '>'"


def test_an_error_is_the_packages_own_and_pickles() -> None:
    error = DTDError("no good", 3, "<!ELEMENT x", "ent")
    assert isinstance(error, SaxHtmlError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.entity) == (str(error), 3, "ent")


def test_the_text_of_a_dtd_is_str() -> None:
    with pytest.raises(UsageError, match="not bytes: decode it"):
        compile_dtd(b"<!ELEMENT x - - EMPTY>")  # type: ignore[arg-type]


def test_what_a_resolver_raises_comes_out_unchanged() -> None:
    def resolve(_public_id: str | None, _system_id: str | None) -> str | None:
        raise FileNotFoundError("x.ent")

    with pytest.raises(FileNotFoundError):
        compile_dtd("<!ENTITY % x SYSTEM 'x.ent'>%x;", resolve=resolve)


@pytest.mark.parametrize(
    "text",
    [
        "<!ENTITY % a '&#37;a;'>%a;",
        "<!ENTITY % a '&#37;b;'><!ENTITY % b '&#37;a;'>%a;",
        "<!ENTITY % a '&#37;b;|x'><!ENTITY % b '&#37;a;'><!ELEMENT x - - (%a;)>",
        "<!ENTITY % a SYSTEM 'itself'>%a;",
    ],
)
def test_a_parameter_entity_cannot_refer_to_itself(text: str) -> None:
    with pytest.raises(DTDError, match="the parameter entity %a; refers to itself"):
        compile_dtd(text, resolve=lambda *_: "\n%a;")


def tower(first: str, reference: str) -> str:
    """Return entities of which each refers to the one before it ten times."""
    stories = (f"<!ENTITY % e{level} '{reference.format(level - 1) * 10}'>" for level in range(1, 12))
    return f"<!ENTITY % e0 '{first}'>{''.join(stories)}"


NAMES: Final = "|".join(f"n{number}" for number in range(200))


@pytest.mark.parametrize(
    "text",
    [
        tower("x", "%e{};") + LIST,
        tower("", "%e{};") + "<!ENTITY % last '&#37;e11;'>" + LIST + "%e1;" * 10_000,
        tower("<!---->", "&#37;e{};") + LIST + "%e11;",
        tower("a|", "&#37;e{};") + "<!ELEMENT x - - (%e11;a)>",
        "<!ENTITY e '" + "x" * 100 + "'>" + LIST + "<!ATTLIST list a CDATA '" + "&e;" * 2_000 + "'>",
        f"<!ELEMENT ({NAMES}) - - ({NAMES})>",
        f"<!ELEMENT x - - (n1)><!ELEMENT ({NAMES}) - - ANY>",
        f"{LIST}<!ATTLIST ({NAMES}) {' '.join(f'a{number} CDATA #IMPLIED' for number in range(200))}>",
        "".join(f"<!ELEMENT n{number} - - (n{number + 1}) -(x{number})>" for number in range(200)),
    ],
    ids=["literals", "empty", "declarations", "groups", "defaults", "content", "any", "attributes", "exclusions"],
)
def test_what_a_dtd_expands_to_is_limited(text: str) -> None:
    with pytest.raises(DTDError, match="expand to more than 30000 characters; pass max_expansion="):
        compile_dtd(text, max_expansion=30_000, root=None)


def test_groups_may_stand_in_each_other_but_not_without_end() -> None:
    assert element(f"<!ELEMENT x - - {'(' * 64}a{')' * 64}>").content.names == ("a",)
    with pytest.raises(DTDError, match="more than 64 groups"):
        compile_dtd(f"<!ELEMENT x - - {'(' * 65}a{')' * 65}>")
    with pytest.raises(DTDError, match="more than 64 groups"):
        compile_dtd("<!ELEMENT x - - " + "(" * 100_000)


# --- the questions


@pytest.mark.parametrize(
    ("place", "name", "allowed"),
    [
        ("body", "p", True),
        ("BODY", "P", True),
        ("body", TEXT, True),
        ("body", "#PCDATA", True),
        ("body", "li", False),
        ("ul", "li", True),
        ("ul", TEXT, False),
        ("p", "p", False),
        ("head", "title", True),
        ("head", "meta", True),
        ("title", "meta", False),
        ("a", "a", False),
        ("pre", "img", False),
        ("br", TEXT, False),
        ("br", "unknown", False),
        ("script", TEXT, True),
        ("script", "b", False),
        ("script", "unknown", False),
        ("body", "unknown", True),
        ("table", "unknown", True),
        ("unknown", "li", True),
        ("unknown", TEXT, True),
        ("unknown", "other", True),
        (Context(""), "html", True),
        (Context(""), "body", False),
        (Context(""), "unknown", False),
        (Context(""), TEXT, False),
    ],
)
def test_what_may_stand_where(place: str | Context, name: str, allowed: bool) -> None:
    model = load("HTML 3.2")
    assert model.allows(place, name) is allowed
    if name == TEXT:
        assert model.allows_text(place) is allowed


@pytest.mark.parametrize(
    ("version", "open_elements", "name", "allowed"),
    [
        ("HTML 2.0", "html body form p", "input", True),
        ("HTML 2.0", "html body p", "input", False),
        ("HTML 2.0", "html body form blockquote form", "p", True),
        ("HTML 2.0", "html body form blockquote", "form", False),
        ("HTML 2.0", "html body form select", "input", False),
        ("HTML 2.0", "html body form select option", "textarea", False),
        ("HTML 2.0", "html body form img", "input", False),
        ("HTML 2.0", "html body form xmp", "input", False),
        ("HTML 2.0", "html body menu li", "p", False),
        ("HTML 2.0", "html body menu li", "b", True),
        ("HTML 2.0", "html body ul li", "p", True),
        ("HTML 2.0", "html body form unknown", "form", False),
        ("HTML 3.2", "html body a b i", "a", False),
        ("HTML 3.2", "html body pre b", "img", False),
        ("HTML 3.2", "html body pre a", "sup", False),
        ("HTML 3.2", "html head", "script", True),
        ("HTML 3.2", "html head title", "script", False),
    ],
)
def test_exceptions_of_every_open_element_count(version: str, open_elements: str, name: str, allowed: bool) -> None:
    model = load(version)
    assert model.allows(model.context(open_elements.split()), name) is allowed


def test_exclusions_come_before_inclusions_whoever_makes_them() -> None:
    model = compile_dtd("<!ELEMENT x - - (y) -(n)><!ELEMENT y - - (z) +(n)><!ELEMENT (z|n) - - (#PCDATA)>")
    assert model.allows("y", "n")
    assert not model.allows(model.context(["x", "y"]), "n")
    assert not model.allows(model.context(["x", "y", "z"]), "n")


def test_an_element_that_holds_anything_holds_anything() -> None:
    model = compile_dtd("<!ELEMENT x - - ANY -(y)><!ELEMENT (y|z) - - (#PCDATA)>")
    assert model.root == "x"
    assert [model.allows("x", name) for name in ("x", "y", "z", TEXT, "unknown")] == [True, False, True, True, True]
    assert model.likely_container("z") == "x"
    assert model.likely_container("y") is None


@pytest.mark.parametrize(
    ("version", "place", "name", "structural", "likely"),
    [
        # As it is.
        ("HTML 3.2", "ul", "li", (), ()),
        # Start tags that may be left out.
        ("HTML 3.2", "html", TEXT, ("body",), ("body",)),
        ("HTML 3.2", "html", "p", ("body",), ("body",)),
        ("HTML 3.2", "html", "title", ("head",), ("head",)),
        ("HTML 3.2", "html", "script", ("head",), ("head",)),
        # Content that wants to be wrapped.
        ("HTML 3.2", "ul", TEXT, ("li",), ("li",)),
        ("HTML 3.2", "ol", "p", ("li",), ("li",)),
        ("HTML 3.2", "dl", "ul", ("dd",), ("dd",)),
        ("HTML 3.2", "select", TEXT, ("option",), ("option",)),
        ("HTML 3.2", "table", "td", ("tr",), ("tr",)),
        ("HTML 3.2", "table", TEXT, ("tr", "td"), ("tr", "td")),
        ("HTML 3.2", "tr", "p", ("td",), ("td",)),
        ("HTML 2.0 Strict", "body", TEXT, ("p",), ("p",)),
        ("HTML 2.0 Strict", "html", "em", ("body", "p"), ("body", "p")),
        ("HTML 2.0 Strict", "form", TEXT, ("p",), ("p",)),
        # Likely containers.
        ("HTML 3.2", "body", "li", None, ("ul",)),
        ("HTML 3.2", "body", "dd", None, ("dl",)),
        ("HTML 3.2", "body", "td", None, ("table", "tr")),
        ("HTML 3.2", "body", "option", None, ("select",)),
        ("HTML 3.2", "p", "area", None, ("map",)),
        ("HTML 3.2", "html", "li", None, ("body", "ul")),
        ("HTML 3.2", "ul", "td", None, ("li", "table", "tr")),
        ("HTML 3.2", "li", "li", None, ("ul",)),
        ("HTML 2.0", "body", "option", None, ("form", "select")),
        ("HTML 2.0", "body", "input", None, ("form",)),
        # The document itself.
        ("HTML 3.2", Context(""), "html", (), ()),
        ("HTML 3.2", Context(""), TEXT, ("html", "body"), ("html", "body")),
        ("HTML 3.2", Context(""), "li", None, ("html", "body", "ul")),
        ("HTML 3.2", Context(""), "unknown", ("html",), ("html",)),
        # What no tag helps.
        ("HTML 3.2", "p", "li", None, None),
        ("HTML 3.2", "a", "a", None, None),
        ("HTML 3.2", "body", "meta", None, None),
        ("HTML 3.2", "head", TEXT, None, None),
        ("HTML 3.2", "head", "p", None, None),
        ("HTML 3.2", "table", "form", ("tr", "td"), ("tr", "td")),
        ("HTML 3.2", "br", TEXT, None, None),
        ("HTML 3.2", "br", "unknown", None, None),
        ("HTML 3.2", "xmp", "b", None, None),
        ("HTML 3.2", Context("unknown", frozenset(), frozenset({"p"})), "p", None, None),
        ("HTML 3.2", Context("ul", frozenset(), frozenset({"li"})), TEXT, None, None),
    ],
)
def test_what_is_implied_between(
    version: str, place: str | Context, name: str, structural: tuple[str, ...] | None, likely: tuple[str, ...] | None
) -> None:
    model = load(version)
    for _ in range(2):
        assert model.implied(place, name, likely=False) == structural
        assert model.implied(place, name) == likely


def test_implied_elements_may_stand_where_they_are_opened() -> None:
    for version in ("HTML 2.0 Strict", "HTML 3.2"):
        model = load(version)
        names = [*model.elements, TEXT, "unknown"]
        places = [model.context()]
        places += [model.context(around.split()) for around in ("html body form", "html body menu li", "html body pre a")]
        places += [model.enter(model.context(), name) for name in model.elements]
        chains = 0
        for place in places:
            for name in names:
                chain = model.implied(place, name)
                assert (chain == ()) is model.allows(place, name)
                inner = place
                for opened in chain or ():
                    assert model.allows(inner, opened)
                    inner = model.enter(inner, opened)
                if chain:
                    chains += 1
                    assert model.allows(inner, name)
                    assert not model.allows(place, name)
        assert chains > 200


def test_an_element_that_excludes_what_is_wanted_is_not_implied() -> None:
    model = compile_dtd(
        "<!ELEMENT x - - (a|b)*><!ELEMENT a - O (c)* -(d)><!ELEMENT b - - (c)*>"
        "<!ELEMENT c - - (d|#PCDATA)*><!ELEMENT d - - EMPTY>"
    )
    assert model.implied("x", TEXT) == ("a", "c")
    assert model.implied("x", "d") == ("b", "c")


def test_what_may_occur_once_is_implied_only_as_a_likely_container() -> None:
    model = compile_dtd(
        "<!ELEMENT x - - (cap?, row*)><!ELEMENT cap - - (i)*><!ELEMENT row - - (#PCDATA)><!ELEMENT i - - EMPTY>"
    )
    assert model.implied("x", TEXT) == ("row",)
    assert model.implied("x", "i", likely=False) is None
    assert model.implied("x", "i") == ("cap",)


def test_an_optional_start_tag_is_implied_before_others() -> None:
    text = "<!ELEMENT t - - (head*, body*)><!ELEMENT head - O (row)*><!ELEMENT body O O (row)*><!ELEMENT row - O (#PCDATA)>"
    model = compile_dtd(text)
    assert model.implied("t", "row") == ("body",)
    assert model.likely_container("row") == "body"


@pytest.mark.parametrize(
    ("prefer", "container"), [(("p", "ul", "td"), "td"), ((), "th"), (("TH",), "th"), (("td", "th"), "td")]
)
def test_a_preference_decides_between_equals(prefer: tuple[str, ...], container: str) -> None:
    model = compile_dtd("<!ELEMENT tr - - (th|td)*><!ELEMENT (th|td) - O (#PCDATA)>", prefer=prefer)
    assert model.likely_container(TEXT) == container
    assert model.implied("tr", TEXT) == (container,)


@pytest.mark.parametrize(
    ("version", "name", "container"),
    [
        ("HTML 3.2", "LI", "ul"),
        ("HTML 3.2", "dt", "dl"),
        ("HTML 3.2", "td", "tr"),
        ("HTML 3.2", "tr", "table"),
        ("HTML 3.2", "caption", "table"),
        ("HTML 3.2", "option", "select"),
        ("HTML 3.2", "area", "map"),
        ("HTML 3.2", "param", "applet"),
        ("HTML 3.2", "title", "head"),
        ("HTML 3.2", "meta", "head"),
        ("HTML 3.2", "h1", "body"),
        ("HTML 3.2", "body", "html"),
        ("HTML 3.2", "html", None),
        ("HTML 3.2", "unknown", None),
        ("HTML 3.2", "#PCDATA", "body"),
        ("HTML 2.0", "input", "form"),
        ("HTML 2.0", "nextid", "head"),
        ("HTML 2.0 Strict", "nextid", None),
        ("HTML 2.0 Strict", TEXT, "p"),
        ("HTML 2.0 Strict", "a", "p"),
    ],
)
def test_the_likely_container(version: str, name: str, container: str | None) -> None:
    assert load(version).likely_container(name) == container


def test_elements_that_the_root_does_not_lead_to_have_containers_too() -> None:
    model = compile_dtd("<!ELEMENT r - - (#PCDATA)><!ELEMENT (a|b) - - (a|b|q)* +(c)><!ELEMENT c - - EMPTY>", root="r")
    assert [model.likely_container(name) for name in ("a", "b", "c", "q", "r")] == ["b", "a", "a", None, None]
    assert model.implied("r", "c") is None


def test_every_element_but_the_root_has_a_container_that_allows_it() -> None:
    for version in ("HTML 2.0", "HTML 3.2"):
        model = load(version)
        assert model.root == "html"
        for name in [*model.elements, TEXT]:
            container = model.likely_container(name)
            assert (container is None) is (name == "html")
            assert container is None or model.allows(container, name)


def test_the_tags_that_may_be_left_out_and_the_elements_that_are_empty() -> None:
    model = load("HTML 3.2")
    assert model.optional_start_tags == {"html", "head", "body"}
    assert model.empty_elements == set("area base basefont br hr img input isindex link meta param".split())
    may_end_unsaid = set("dd dt li option p plaintext td th tr".split())
    assert model.optional_end_tags == may_end_unsaid | model.optional_start_tags | model.empty_elements
    assert model.elements["br"].empty
    assert not model.elements["p"].empty


def test_a_context_says_where_one_is_and_what_is_excepted() -> None:
    model = load("HTML 2.0")
    context = model.context(["HTML", "body", "form"])
    assert context == Context("form", frozenset({"input", "select", "textarea"}), frozenset({"form"}))
    assert model.enter(context, "Unknown") == ("unknown", context.included, context.excluded)
    assert model.enter(context, "p").included is context.included
    assert model.enter(context, "img") == Context("img", frozenset(), frozenset({"form"}))
    assert model.context() == Context("")


def test_answers_are_remembered_but_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("saxhtml.dtd._model._MOST_CHAINS", 3)
    model = deepcopy(load("HTML 3.2"))
    for name in ("li", "td", "option", "dd", "area"):
        for _ in range(2):
            assert model.implied("body", name) == load("HTML 3.2").implied("body", name)
            assert 0 < len(model._chains) <= 3


# --- the values


def test_a_model_is_immutable() -> None:
    model = load()
    for value in (model, model.elements["p"], model.elements["p"].content, model.elements["ol"].attributes["type"]):
        for field in fields(value):
            with pytest.raises(FrozenInstanceError):
                setattr(value, field.name, None)
    with pytest.raises(TypeError):
        model.elements["p"] = model.elements["br"]  # type: ignore[index]


@pytest.mark.parametrize("version", dtd.VERSIONS)
def test_a_model_pickles_compares_and_hashes(version: str) -> None:
    model = load(version)
    again = pickle.loads(pickle.dumps(model))
    assert again is not model
    assert again == model
    assert again.name == version
    assert hash(again) == hash(model)
    assert again.implied("body", "li") == ("ul",)
    assert (model == load("HTML 3.2")) is (version == "HTML 3.2")


def test_models_are_compared_by_what_they_declare() -> None:
    assert compile_dtd(LIST, name="one") == compile_dtd(LIST, name="two")
    assert compile_dtd(LIST) != compile_dtd(LIST.replace("item+", "item*"))
    assert compile_dtd(LIST) != compile_dtd(LIST + "<!ENTITY a 'b'>")


def test_a_table_looks_like_its_items_and_keeps_their_order() -> None:
    table = NameTable({"b": 1, "a": 2})
    assert repr(table) == "NameTable({'b': 1, 'a': 2})"
    assert list(table) == ["b", "a"]
    assert table == {"a": 2, "b": 1}
    assert len(table) == 2
    assert deepcopy(table) == table
    assert hash(Table({"a": 1})) == hash(Table({"a": 2}))


# --- the DTDs that come with the package


@pytest.mark.parametrize(
    ("name", "known_as"),
    [("html  3.2", "HTML 3.2"), ("HTML 2.0", "HTML 2.0"), (" Html 2.0 STRICT", "HTML 2.0 Strict")],
)
def test_a_version_is_known_by_its_name_in_any_case(name: str, known_as: str) -> None:
    assert load(name).name == known_as
    assert load(name) is load(known_as)


def test_html_32_is_the_default() -> None:
    assert load() is load("HTML 3.2")
    assert load().elements["html"].attributes["version"].default == "-//W3C//DTD HTML 3.2 Final//EN"


def test_other_names_are_told_what_there_is() -> None:
    with pytest.raises(UsageError, match=r"use one of HTML 2.0, .*, HTML 3.2, or compile_dtd"):
        load("HTML 5")


@pytest.mark.parametrize(
    ("public_id", "version"),
    [
        ("-//IETF//DTD HTML//EN", "HTML 2.0"),
        ("-//IETF//DTD HTML 2.0//EN", "HTML 2.0"),
        ("-//ietf//dtd  html 2.0 level 2//en ", "HTML 2.0"),
        ("-//IETF//DTD HTML Strict//EN//2.0", "HTML 2.0 Strict"),
        ("-//IETF//DTD HTML Level 1//EN", "HTML 2.0 Level 1"),
        ("-//IETF//DTD HTML 2.0 Strict Level 1//EN", "HTML 2.0 Strict Level 1"),
        ("-//W3C//DTD HTML 3.2//EN", "HTML 3.2"),
        ("-//W3C//DTD HTML 3.2 Draft//EN", "HTML 3.2"),
        ("-//W3C//DTD HTML 3.2 Final//EN", "HTML 3.2"),
        ("-//W3C//DTD HTML 4.01//EN", "HTML 3.2"),
        ("", "HTML 3.2"),
        (None, "HTML 3.2"),
    ],
)
def test_a_doctype_chooses_by_its_public_identifier(public_id: str | None, version: str) -> None:
    assert for_doctype(Doctype("html", public_id, None, False)) is load(version)


def test_without_a_doctype_it_is_html_32() -> None:
    assert for_doctype(None) is load("HTML 3.2")


def test_the_variants_of_html_20_differ_as_rfc_1866_says() -> None:
    full, strict, level_1, strict_level_1 = map(load, dtd.VERSIONS[:4])
    assert set(full.elements) - set(strict.elements) == {"xmp", "listing", "plaintext"}
    assert set(full.elements) - set(level_1.elements) == {"form", "input", "select", "option", "textarea"}
    assert set(strict_level_1.elements) == set(strict.elements) & set(level_1.elements)
    assert [model.allows_text("body") for model in (full, strict, level_1)] == [True, False, True]
    assert [model.allows("a", "h1") for model in (full, strict, level_1)] == [True, False, True]


def test_nothing_is_compiled_before_it_is_asked_for() -> None:
    code = "import saxhtml.dtd; assert saxhtml.dtd._versions._compile.cache_info().currsize == 0"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- against the public texts


SGML_DATA: Final = Path("/usr/share/sgml")
HTML: Final = SGML_DATA / "html/dtd"
W3C: Final = Path("/usr/share/xml/w3c-sgml-lib/schema/dtd")
LATIN_1: Final = "ISO 8879-1986//ENTITIES Added Latin 1//EN//HTML"
NOT_ALONE: Final = {"ie-2.0-tables.dtd", "ie-3.0-tables.dtd"}
"""Parts of other DTDs: they refer to entities that only those declare."""


def public_dtds() -> list[ParameterSet]:
    found = [path for path in HTML.rglob("*.dtd") if path.name not in NOT_ALONE]
    found += [path for path in W3C.rglob("*.dtd") if re.search("IETF|html(?!.*(svg|math))", str(path), re.IGNORECASE)]
    dtds = [pytest.param(path, id="/".join(path.parts[-2:])) for path in sorted(found)]
    for directory, package in ((HTML, "sgml-data"), (W3C, "w3c-sgml-lib")):
        if not directory.is_dir():
            absent = pytest.mark.skip(reason=f"{directory} is not there: apt-get install {package}")
            dtds.append(pytest.param(directory, id=package, marks=absent))
    return dtds


@cache
def catalogs() -> tuple[dict[str, Path], dict[str, Path]]:
    """Return where the texts of public and system identifiers are, by sgml-data and by w3c-sgml-lib."""
    of_sgml_data: dict[str, Path] = {}
    for catalog in sorted(SGML_DATA.rglob("catalog")):
        for public_id, file in re.findall(r'^PUBLIC\s+"([^"]+)"\s+"?([^\s"]+)', catalog.read_text("latin-1"), re.MULTILINE):
            of_sgml_data.setdefault(" ".join(public_id.split()), catalog.parent / file)
    of_w3c: dict[str, Path] = {}
    if (W3C / "catalog.xml").exists():
        for entry in ElementTree.parse(W3C / "catalog.xml").getroot():
            of_w3c[entry.get("publicId", entry.get("systemId", ""))] = W3C / entry.get("uri", "")
    return of_sgml_data, of_w3c


def resolver(path: Path, **others: Path) -> Resolver:
    of_sgml_data, of_w3c = catalogs()
    beside = {public_id: path.parent / file.name for public_id, file in of_sgml_data.items()}

    def resolve(public_id: str | None, system_id: str | None) -> str | None:
        for identifier in filter(None, (public_id, system_id)):
            for known in (others, beside, of_w3c, of_sgml_data):
                if identifier in known and known[identifier].exists():
                    return known[identifier].read_text("latin-1")
        assert system_id, f"no text of {public_id}"
        return (path.parent / system_id).read_text("latin-1")

    return resolve


def compile_file(path: Path, **others: Path) -> DTD:
    if not path.exists():
        package = "sgml-data" if path.is_relative_to(SGML_DATA) else "w3c-sgml-lib"
        pytest.skip(f"{path} is not there: apt-get install {package}")
    return compile_dtd(path.read_text("latin-1"), resolve=resolver(path, **others))


@pytest.mark.parametrize("path", public_dtds())
def test_the_compiler_takes_the_public_dtds(path: Path) -> None:
    model = compile_file(path)
    text = path.read_text("latin-1")
    assert model.root == "html"
    assert {"html", "head", "title", "body", "p", "ul", "li", "a", "img"} <= set(model.elements)
    assert model.elements["img"].empty
    assert model.likely_container("li") in ("ul", "ol")
    assert model.implied(model.context(), TEXT) is not None
    assert model.characters["eacute" if "eacute" in model.characters else "amp"] in "é&"
    for name in re.findall(r"^<!ELEMENT\s+(\w+)\s+[-O] [-O]", text, re.MULTILINE):
        if name.lower() not in model.elements:
            assert "<![" in text, f"{name} is lost, and not in a marked section"


def declarations(model: DTD) -> dict[str, object]:
    """Return what each declaration says: of the elements, but for their attributes, and of each attribute."""
    parts = [field.name for field in fields(ElementType) if field.name != "attributes"]
    said: dict[str, object] = {}
    for name, declared in model.elements.items():
        said.update((f"{name} {part}", getattr(declared, part)) for part in parts)
        said.update((f"{name} {found.name}=", found) for found in declared.attributes.values())
    return said


def differences(ours: DTD, public: DTD) -> list[str]:
    one, other = declarations(ours), declarations(public)
    return sorted(what for what in {*one, *other} if one.get(what) != other.get(what))


@pytest.mark.parametrize(("directory", "more_characters"), [(HTML, 0), (W3C / "IETF", 34)], ids=["sgml-data", "w3c-sgml-lib"])
@pytest.mark.parametrize(
    ("version", "file"),
    [
        ("HTML 2.0", "html.dtd"),
        ("HTML 2.0 Strict", "html-s.dtd"),
        ("HTML 2.0 Level 1", "html-1.dtd"),
        ("HTML 2.0 Strict Level 1", "html-1s.dtd"),
    ],
)
def test_html_20_agrees_with_the_public_one_declaration_by_declaration(
    version: str, file: str, directory: Path, more_characters: int
) -> None:
    public = compile_file(directory / file)
    assert differences(load(version), public) == []
    assert load(version).root == public.root
    # The Latin 1 of w3c-sgml-lib is extended to that of HTML 3.2.
    assert set(load(version).entities) <= set(public.entities)
    assert len(public.entities) == len(load(version).entities) + more_characters


def test_html_32_agrees_with_the_recommendation_declaration_by_declaration() -> None:
    public = compile_file(W3C / "REC-html32-19970114/HTML32.dtd", **{LATIN_1: W3C / "IETF/ISOlat1.ent"})
    assert differences(load("HTML 3.2"), public) == []
    assert load("HTML 3.2") == public


def test_html_32_differs_from_the_draft_in_sgml_data_only_where_that_differs_from_the_recommendation() -> None:
    public = compile_file(HTML / "html-3.2.dtd")
    assert differences(load("HTML 3.2"), public) == [
        "input align=",
        "script content",
        "script exclusions",
        "style content",
        "style exclusions",
    ]
    assert load("HTML 3.2").entities == public.entities


def test_the_names_of_characters_agree_with_the_public_ones() -> None:
    text = W3C / "IETF/ISOlat1.ent"
    if not text.exists():
        pytest.skip(f"{text} is not there: apt-get install w3c-sgml-lib")
    public = compile_dtd(text.read_text("latin-1") + LIST).entities
    assert {**public, **load("HTML 2.0").entities} == {**load("HTML 2.0").entities, **public}
    assert {name for name in load("HTML 3.2").entities if name not in public} == {"amp", "gt", "lt"}
    assert {name for name in load("HTML 2.0").entities if name not in public} == {"amp", "gt", "lt", "quot"}
