"""Build HTML elements: any string that is not `Html` is escaped, so that no text of a manuscript becomes markup."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable

from argcheck.lint.reporters.xml_text import text

_VOID = frozenset(("meta", "input"))


class Html(str):
    """Markup; any other string is text."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: object) -> Html:
    """Return an element, which is well-formed XML, too.

    :param children: markup (`Html`), or text, which is escaped and shown on one line.
    :param attributes: ``_`` becomes ``-``, and is dropped at the end; None and False leave an attribute out.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{"" if value is True else text(str(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Html(f"<{name}{written}/>")
    return Html(f"<{name}{written}>{joined(children)}</{name}>")


def view(name: str, title: str, *children: str) -> Html:
    """Return a section of a page that is shown by itself."""
    return element("section", element("h2", title), *children, id=name, class_="view")


def joined(parts: Iterable[str], between: str = "") -> Html:
    """Join parts, escaping those that are not `Html`."""
    return Html(between.join(part if isinstance(part, Html) else text(part) for part in parts))


def policy(script: str, style: str, live: str = "") -> str:
    """Return a Content-Security-Policy that allows this script and this style, and no request, form, frame or base.

    :param live: a second script; with it, requests to the server of the page are allowed.
    """
    scripts, styles = (" ".join(map(_source, parts)) for parts in ([script, *[live] * bool(live)], [style]))
    asks = " connect-src 'self';" * bool(live)
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles};{asks}"
        " base-uri 'none'; form-action 'none'"
    )


def _source(part: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'"
