"""Elements that a browser does not show, which are therefore no text of the source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_MOST_RULES = 2_000  #: most rules of style sheets in the page
_AWAY = 500.0  #: least pixels beyond an edge of a box off the page
_EM = 16.0  #: pixels of a letter, and about those of a hundredth of a window
_SIDES = ("left", "top", "right", "bottom", "text-indent", "margin-left", "margin-top")
_WHITEST = 247  #: of 255 in each channel: lighter ink is invisible on white
_CLEAREST = 0.05  #: of 1: more transparent ink is invisible
_HALF = 50  #: per cent; nothing is left of what is cut by as much on both sides
_RULE = re.compile(r"([^{}]{1,500})\{([^{}]{0,2000})\}")
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|pt|em|rem|ex|%|vw|vh|cm|mm|in)?$")


def drop_hidden(root: Any) -> None:
    """Remove the elements of a page that attributes, styles or simple style rules hide."""
    rules = list(_rules(root))
    for element in [item for item in root.iter() if isinstance(item.tag, str) and _is_hidden(item, rules)]:
        if element is not root and element.getparent() is not None:
            element.drop_tree()


def _rules(root: Any) -> Iterator[tuple[frozenset[str], dict[str, str]]]:
    """Yield the names, classes and ids of simple rules with their styles, without media queries and nested rules."""
    for sheet in root.iter("style"):
        if "print" in (sheet.get("media") or ""):
            continue
        text = re.sub(
            r"/\*.*?\*/|@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet.text or "", flags=re.DOTALL
        )
        for number, match in enumerate(_RULE.finditer(text)):
            if number >= _MOST_RULES:
                return
            for selector in match[1].split(","):
                parts = re.fullmatch(r"(\w+)?((?:[.#][\w-]+)*)", selector.strip())
                if parts and parts[0]:
                    names = {*re.findall(r"[.#][\w-]+", parts[2]), *filter(None, [(parts[1] or "").lower()])}
                    yield frozenset(names), _style(match[2])


def _is_hidden(element: Any, rules: Sequence[tuple[frozenset[str], Mapping[str, str]]]) -> bool:
    if element.get("hidden") is not None or element.tag == "template":
        return True
    names = {
        element.tag,
        f"#{element.get('id')}",
        *(f".{part}" for part in (element.get("class") or "").split()),
    }
    style: dict[str, str] = {}
    for wanted, says in rules:
        if wanted <= names:
            style |= says
    style |= _style(element.get("style") or "")
    return bool(style) and _hides(style)


def _style(text: str) -> dict[str, str]:
    parts = (part.partition(":") for part in text.lower().split(";"))
    return {
        name.strip(): value.replace("!important", "").strip() for name, _, value in parts if value.strip()
    }


def _hides(style: Mapping[str, str]) -> bool:
    size = style.get("font-size") or style.get("font", "1").partition("/")[0].rpartition(" ")[2]
    return (
        style.get("display") == "none"
        or style.get("visibility") in ("hidden", "collapse")
        or style.get("content-visibility") == "hidden"
        or _number(style.get("opacity", "1")) < _CLEAREST
        or _number(size) < (1 if "px" in size else 0.1)
        or _is_without_ink(style)
        or _is_off_page(style)
        or _has_no_extent(style)
    )


def _is_without_ink(style: Mapping[str, str]) -> bool:
    color = _color(style.get("color", "black"))
    background = _color(style.get("background-color", style.get("background", "white")))
    return color == "clear" or (color == "white" and background != "other")


def _color(text: str) -> str:
    """Return whether a colour is ``clear``, ``white`` or ``other``."""
    if text in ("transparent", "white"):
        return "clear" if text == "transparent" else "white"
    channels = [_number(part) for _, parts in _functions(text) for part in parts]
    if match := re.fullmatch(r"#(?:([0-9a-f]{3,4})|[0-9a-f]{6}|[0-9a-f]{8})", text):
        digits = "".join(digit * 2 for digit in text[1:]) if match[1] else text[1:]
        channels = [float(byte) for byte in bytes.fromhex(digits)]
        channels[3:] = [channel / 255 for channel in channels[3:]]
    if len(channels) == 4 and channels[3] < _CLEAREST:
        return "clear"
    return "white" if len(channels) in (3, 4) and min(channels[:3]) >= _WHITEST else "other"


def _is_off_page(style: Mapping[str, str]) -> bool:
    moved = [
        part
        for name, parts in _functions(style.get("transform", ""))
        if "translate" in name
        for part in parts
    ]
    ways = [abs(_pixels(part)) for part in (*moved, *style.get("translate", "").split())]
    return any(_pixels(style.get(side, "0")) < -_AWAY for side in _SIDES) or max(ways, default=0) > _AWAY


def _has_no_extent(style: Mapping[str, str]) -> bool:
    """Whether an element has no visible extent."""
    box = [_pixels(style.get(name, "9px")) for name in ("height", "max-height", "width", "max-width")]
    if min(box) <= 1 and style.get("overflow", style.get("overflow-y", "")) in ("hidden", "clip"):
        return True
    shapes = [
        item
        for name in ("clip", "clip-path", "transform", "filter")
        for item in _functions(style.get(name, ""))
    ]
    return _number(style.get("scale", "1")) == 0 or any(
        (name == "inset" and parts[0].endswith("%") and _number(parts[0]) >= _HALF)
        or (name in ("rect", "circle", "ellipse", "opacity") and _number(parts[0]) == 0)
        or (name.startswith("scale") and any(_number(part) == 0 for part in parts))
        for name, parts in shapes
    )


def _functions(text: str) -> list[tuple[str, list[str]]]:
    """Return the name and the arguments of each function in a value, such as ``scale(0)``."""
    return [
        (name, re.split(r"[\s,/]+", inside.strip()))
        for name, inside in re.findall(r"([\w-]+)\(([^()]*)\)", text)
    ]


def _number(text: str) -> float:
    match = _LENGTH.match(text.strip())
    return float(match[1]) if match else 1.0


def _pixels(text: str) -> float:
    """Return a length in pixels, roughly; 0 for percentages."""
    match = _LENGTH.match(text.strip())
    if not match or match[2] == "%":
        return 0.0 if match else 9.0
    return float(match[1]) * (_EM if match[2] in ("em", "rem", "vw", "vh") else 1)
