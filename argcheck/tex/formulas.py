"""Reading text of formulas and quantities: words if they read as such, else a placeholder."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

OBJECT = "\ufffc"  #: placeholder for a formula, a listing or anything else without words
FORMULA = "\u2063"  #: encloses a formula that reads as words
DISPLAY = OBJECT + "\u2028"  #: placeholder on a line of its own
LISTING = DISPLAY + "\u2029"  #: the same, after which a capital begins a sentence

_NAMES_OF_GREEK = """
alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi varphi chi
psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
"""
_GREEK = dict(zip(_NAMES_OF_GREEK.split(), "αβγδεεζηθϑικλμνξπρστυφφχψωΓΔΘΛΞΠΣΥΦΨΩ", strict=True))
_FUNCTIONS = """
log ln lg exp sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan max min sup inf lim limsup liminf det dim ker
deg gcd arg Pr
"""
#: command -> text that it prints in formulas that read as words
MATH = {
    **_GREEK,
    **{name: name for name in _FUNCTIONS.split()},
    "times": "×", "cdot": "·", "pm": "±", "mp": "∓", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠",
    "ne": "≠", "approx": "≈", "sim": "∼", "simeq": "≃", "equiv": "≡", "propto": "∝", "infty": "∞", "to": "→",
    "rightarrow": "→", "leftarrow": "←", "Rightarrow": "⇒", "mapsto": "↦", "in": "∈", "subset": "⊂", "cup": "∪",
    "cap": "∩", "circ": "°", "degree": "°", "prime": "′", "ldots": "…", "dots": "…", "cdots": "…", "ll": "≪",
    "gg": "≫", "lt": "<", "gt": ">", "partial": "∂", "nabla": "∇", "sum": "∑", "ell": "ℓ", "hbar": "ℏ", "ast": "*",
    "star": "*", "div": "÷", "quad": " ", "dag": "†", "dagger": "†", "lesssim": "≲", "gtrsim": "≳", "forall": "∀",
    "exists": "∃", "neg": "¬", "lnot": "¬", "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨",
    "left": "", "right": "", "mathrm": "", "mathbf": "", "mathit": "", "mathsf": "", "mathcal": "", "mathbb": "",
    "boldsymbol": "", "text": "", "textrm": "", "rm": "", "bf": "", "it": "", "displaystyle": "", "mathord": "",
    "bm": "", "ensuremath": "", "mbox": "", "textsuperscript": "", "up": "", "mathnormal": "", "operatorname": "",
    "mathtt": "", "mathscr": "", "mathfrak": "", "textnormal": "", "textup": "", "textsf": "", "texttt": "",
    "textit": "", "textbf": "", "xspace": "", "leqslant": "≤", "geqslant": "≥",
}  # fmt: skip

#: siunitx and units
UNITS = {
    "kilo": "k", "milli": "m", "micro": "µ", "nano": "n", "pico": "p", "mega": "M", "giga": "G", "tera": "T",
    "centi": "c", "deci": "d", "hecto": "h", "metre": "m", "meter": "m", "second": "s", "gram": "g", "kilogram": "kg",
    "ampere": "A", "kelvin": "K", "mole": "mol", "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa",
    "joule": "J", "watt": "W", "volt": "V", "ohm": "Ω", "farad": "F", "tesla": "T", "weber": "Wb", "henry": "H",
    "degree": "°", "degreeCelsius": "°C", "celsius": "°C", "percent": "%", "minute": "min", "hour": "h", "day": "d",
    "litre": "l", "liter": "L", "tonne": "t", "electronvolt": "eV", "decibel": "dB", "bel": "B", "byte": "B",
    "bit": "bit", "per": "/", "squared": "²", "cubed": "³", "square": "²", "cubic": "³", "radian": "rad",
    "metres": "m", "seconds": "s", "lumen": "lm", "lux": "lx", "becquerel": "Bq", "sievert": "Sv", "molar": "M",
    "arcsecond": "″", "arcminute": "′", "angstrom": "Å", "parsec": "pc", "year": "yr", "km": "km", "cm": "cm",
    "mm": "mm", "um": "µm", "nm": "nm", "kg": "kg", "mg": "mg", "ms": "ms", "us": "µs", "ns": "ns", "Hz": "Hz",
    "kHz": "kHz", "MHz": "MHz", "GHz": "GHz", "dB": "dB", "m": "m", "s": "s", "g": "g", "K": "K", "V": "V",
    "mV": "mV", "W": "W", "mW": "mW", "eV": "eV", "keV": "keV", "MeV": "MeV", "GeV": "GeV", "TeV": "TeV", "Pa": "Pa",
}  # fmt: skip

#: characters; a longer formula counts as unclosed
MAX_FORMULA = 3_000
_MAX_SOURCE = 60  # characters in the source of a formula that reads as words
_MAX_WORDS = 40
_DEEP = 4  # levels of macros in macros
_NESTED = 7  # dollars in the text of a formula
_END = 120  # characters at the end of a formula that are searched for its punctuation

_CLOSED = re.compile(r"[^$\\\n%]*+(?:(?:\\(?s:.)|%[^\n]*+|\n(?![ \t]*+\n))[^$\\\n%]*+)*+\$")
_COMMAND = re.compile(r"\\(?:([A-Za-z]+)|(.))|[{}]", re.DOTALL)
_ESCAPED: dict[str | None, str] = {**{sign: sign for sign in "%&#$_{}"}, None: ""}
_READABLE = re.compile(r"[\w\s.,:;()\[\]=<>+\-/*|'^°·×±∓≤≥≠≈∼≃≡∝∞→←⇒↦∈⊂∪∩∂∇∑∀∃¬∧∨≪≫≲≳÷†′…%&$#{}]*\Z")
_SIGN = re.compile(
    r"([.,;:!?])(?:[\s}$]|\\label\{[^{}]{0,80}\}|\\(?:nonumber|notag|qedhere|qed|q?quad|end\{\w+\*?\})(?![a-z])|\\[\\,;!: ])*\Z"
)


def formula(source: str, macros: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a formula as words if it reads as such, else its placeholder and punctuation.

    :param macros: the bodies of the document's macros without arguments, by name.
    """
    if len(source) <= _MAX_SOURCE and "$" not in source.replace("\\$", ""):
        words = "\xa0".join(_words(source, macros, _DEEP).split())
        if words and len(words) <= _MAX_WORDS and _READABLE.match(words):
            return FORMULA + words + FORMULA
    return placeholder(source, 0, len(source))


def placeholder(text: str, start: int, end: int) -> str:
    """Return the placeholder of the formula in a range, and the punctuation that ends it."""
    sign = _SIGN.search(text, max(start, end - _END), end)
    return OBJECT + (sign[1] if sign else "")


def formula_end(text: str, start: int, limit: int) -> int:
    r"""Return the offset after the dollar that closes a formula, past ``\text{if $x$ is}``; -1 if there is none."""
    position = first = -1
    for _ in range(_NESTED):
        closed = _CLOSED.match(text, max(position, start), min(limit, start + MAX_FORMULA))
        if closed is None:
            return first
        position = closed.end()
        first = position if first < 0 else first
        if text.count("{", start, position) <= text.count("}", start, position):
            return position
    return first


def _words(source: str, macros: Mapping[str, str], deep: int) -> str:
    """Return a formula as words, with a NUL for what has none."""
    printed, behind = "", 0
    for match in _COMMAND.finditer(source):
        printed += source[behind : match.start()]
        behind, name = match.end(), match[1]
        body = MATH.get(name) if name else _ESCAPED.get(match[2], " ")
        if body is not None:
            printed += body
            continue
        body = macros.get(name, "$")
        if "$" in body or not deep:
            printed += "\0"
        else:
            printed += " " * printed[-1:].isalnum() + _words(body, macros, deep - 1)
    return printed + source[behind:]


def quantity(source: str) -> str:
    """Return a number or a unit of siunitx as text; unknown commands are dropped."""
    return _COMMAND.sub(_unit, source).strip()


def _unit(match: re.Match[str]) -> str:
    if match[1]:
        return UNITS.get(match[1]) or MATH.get(match[1], "")
    return "%" if match[2] == "%" else ""
