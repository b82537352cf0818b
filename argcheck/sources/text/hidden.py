"""What a browser does not show of a page: nobody has read it, so it is no text of the source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_MOST_RULES = 2_000  #: of style sheets in the page
_WHITE = frozenset({"white", "#fff", "#ffffff", "transparent", "rgb(255,255,255)", "rgba(255,255,255,1)"})
_AWAY = 500.0  #: pixels beyond an edge at which a box is off the page
_RULE = re.compile(r"([^{}]{1,500})\{([^{}]{0,2000})\}")
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|pt|em|rem|ex|%|vw|vh|cm|mm|in)?$")


def drop_hidden(root: Any) -> None:
    """Take the elements out of a page that its attributes, styles or simple style rules hide."""
    rules = dict(_rules(root))
    for element in [item for item in root.iter() if isinstance(item.tag, str) and _is_hidden(item, rules)]:
        if element is not root and element.getparent() is not None:
            element.drop_tree()


def _rules(root: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rules for one class, identity or element; media queries and combined selectors are left to the browser."""
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
                if re.fullmatch(r"[.#][\w-]+", selector.strip()):
                    yield selector.strip(), _style(match[2])


def _is_hidden(element: Any, rules: Mapping[str, Mapping[str, str]]) -> bool:
    if element.get("hidden") is not None or element.tag == "template":
        return True
    names = [f".{part}" for part in (element.get("class") or "").split()]
    names.append(f"#{element.get('id')}")
    style: dict[str, str] = {}
    for name in names:
        style |= rules.get(name, {})
    style |= _style(element.get("style") or "")
    return bool(style) and _hides(style)


def _style(text: str) -> dict[str, str]:
    parts = (part.partition(":") for part in text.lower().split(";"))
    return {
        name.strip(): value.replace("!important", "").strip() for name, _, value in parts if value.strip()
    }


def _hides(style: Mapping[str, str]) -> bool:
    background = style.get("background-color", style.get("background", "white")).replace(" ", "")
    color = style.get("color", "").replace(" ", "")
    return (
        style.get("display") == "none"
        or style.get("visibility") in ("hidden", "collapse")
        or _number(style.get("opacity", "1")) < 0.05
        or _number(style.get("font-size", "1")) < (1 if "px" in style.get("font-size", "") else 0.1)
        or (color in _WHITE and background in _WHITE)
        or any(_number(style.get(side, "0")) < -_AWAY for side in ("left", "top", "right", "text-indent"))
        or "rect(0" in style.get("clip", "").replace(" ", "")
    )


def _number(text: str) -> float:
    match = _LENGTH.match(text.strip())
    return float(match[1]) if match else 1.0
