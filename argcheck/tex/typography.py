r"""What LaTeX prints as text: accents, symbols, simple formulas, units. The names stand in ``argcheck/data/tex/print.toml``."""

from __future__ import annotations

from argcheck.files.data import pairs, tables

_ACCENTED = {
    "`": "AÀEÈIÌOÒUÙaàeèiìoòuùNǸnǹ",
    "'": "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźGǴgǵ",
    "^": "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷ",
    '"': "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸ",
    "~": "AÃNÑOÕaãnñoõIĨiĩUŨuũ",
    "=": "AĀaāEĒeēIĪiīOŌoōUŪuū",
    ".": "CĊcċEĖeėGĠgġIİZŻzż",
    "c": "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩ",
    "v": "CČcčDĎdďEĚeěNŇnňRŘrřSŠsšTŤtťZŽzžGǦgǧLĽlľAǍaǎOǑoǒ",
    "H": "OŐoőUŰuű",
    "u": "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭ",
    "k": "AĄaąEĘeęIĮiįUŲuų",
    "r": "AÅaåUŮuů",
    "d": "AẠaạEẸeẹHḤhḥNṆnṇOỌoọSṢsṣTṬtṭUỤuụ",
    "b": "DḎdḏLḺlḻNṈnṉTṮtṯ",
    "t": "",
}
#: Combining character of each accent.
MARKS = dict(
    zip(
        "`'^\"~=.cvHukrdbt",
        "\u0300\u0301\u0302\u0308\u0303\u0304\u0307\u0327\u030c\u030b\u0306\u0328\u030a\u0323\u0331\u0361",
        strict=True,
    )
)
ACCENTS: dict[str, dict[str, str]] = {
    sign: dict(zip(pairs[::2], pairs[1::2], strict=True)) for sign, pairs in _ACCENTED.items()
}

#: what a control symbol prints
SYMBOLS = {
    "%": "%", "&": "&", "_": "_", "#": "#", "$": "$", "{": "{", "}": "}",
    ",": "\xa0", " ": "\xa0", "\n": "\xa0", "\t": "\xa0", ";": " ", ":": " ", "!": "", "-": "", "/": "", "|": "",
    ">": " ", "<": "", "+": "", ")": "", "]": "",
}  # fmt: skip

_TABLES = tables("tex/print")
_ENVIRONMENTS = _TABLES["environments"]
_BLANKS = str.maketrans("␣⍽", " \xa0")

#: what a command without arguments prints
WORDS = {name: words.translate(_BLANKS) for name, words in pairs(_TABLES["words"]["printed"]).items()}
#: declarations that print nothing and eat the blank after them
SILENT = frozenset(_TABLES["words"]["silent"].split())
#: commands between paragraphs
BREAKS = frozenset(_TABLES["words"]["breaks"].split())
#: commands of siunitx, by how many arguments they print
QUANTITIES: dict[str, str] = _TABLES["quantities"]
#: commands whose first n arguments in braces (and whatever options stand between) print nothing in running text
DROPPED: dict[str, str] = _TABLES["dropped"]
#: commands by what they print: the names of the handlers in `argcheck.tex.printing_commands`
FORMS: dict[str, str] = _TABLES["forms"]

DISPLAYS = frozenset(name + star for name in _ENVIRONMENTS["displays"].split() for star in ("", "*"))
#: environments that hold no text of the document
SKIPPED = frozenset(_ENVIRONMENTS["skipped"].split())
#: environments of tables, with how many arguments they have
TABLES = {name: int(count) for name, count in pairs(_ENVIRONMENTS["tables"]).items()}
LISTS = frozenset(_ENVIRONMENTS["lists"].split())
#: other environments with arguments that print nothing
ARGUMENTS = {name: int(count) for name, count in pairs(_ENVIRONMENTS["arguments"]).items()}
#: environments around text that goes on in the same sentence
TRANSPARENT = frozenset(_ENVIRONMENTS["transparent"].split())


def accent(sign: str, letter: str) -> str:
    """Return the letter under this accent: ``("v", "s")`` gives ``š``."""
    base = {"\\i": "i", "\\j": "j"}.get(letter, letter)
    return ACCENTS[sign].get(base) or base + (MARKS[sign] if base else "")
