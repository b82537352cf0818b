"""What a browser does not show of a page is no text of the source."""

from __future__ import annotations

import pytest

pytest.importorskip("lxml", reason="the extra argcheck-lint[sources] is not installed")

from argcheck.sources.text.reader import read_source

STYLE = """<style>
.a { color: black } /* .b { display: none } */
.gone, #away { display : none !important }
.tiny { font-size: 0 }
aside, p.note.aside { display: none }
div .inner { display: none }
@media print { .paper { display: none } }
</style>"""


def text_of(body):
    page = f"<html><head>{STYLE}</head><body><article><h1>On sand</h1><p>Sand is dry.</p>{body}</article></body></html>"
    return read_source(page.encode(), "a.html").markdown


@pytest.mark.parametrize(
    "body",
    [
        '<p style="display:none">SECRET</p>',
        '<p style="DISPLAY : NONE;">SECRET</p>',
        '<div style="visibility: hidden"><p>SECRET</p></div>',
        '<p>Seen. <span style="opacity:0.0">SECRET</span></p>',
        '<p style="font-size:0.5px">SECRET</p>',
        '<p style="font-size:0">SECRET</p>',
        '<p style="color:#fff">SECRET</p>',
        '<p style="color: rgb(255, 255, 255)">SECRET</p>',
        '<p style="color:white; background:white">SECRET</p>',
        '<p style="position:absolute;left:-9999px">SECRET</p>',
        '<p style="text-indent:-100em; text-indent: -9999px">SECRET</p>',
        "<p hidden>SECRET</p>",
        "<template><p>SECRET</p></template>",
        '<p class="x gone">SECRET</p>',
        '<p id="away">SECRET</p>',
        '<p class="tiny">SECRET</p>',
        "<aside>SECRET</aside>",
        '<p class="aside note">SECRET</p>',
        '<p style="clip-path: inset(50%)">SECRET</p>',
        '<p style="clip-path:circle(0)">SECRET</p>',
        '<p style="transform: translateX(-9999px)">SECRET</p>',
        '<p style="transform: translate(0, -200vh)">SECRET</p>',
        '<p style="transform: rotate(3deg) scale(0)">SECRET</p>',
        '<p style="scale: 0">SECRET</p>',
        '<div style="max-height:0; overflow:hidden"><p>SECRET</p></div>',
        '<p style="height: 1px; width: 1px; overflow: hidden">SECRET</p>',
        '<p style="margin-left: -9999px">SECRET</p>',
        '<p style="bottom: -300em; position: fixed">SECRET</p>',
        '<p style="color: rgba(0, 0, 0, 0)">SECRET</p>',
        '<p style="color: #fefefe">SECRET</p>',
        '<p style="color: #0000">SECRET</p>',
        '<p style="filter: opacity(0)">SECRET</p>',
        '<p style="content-visibility: hidden">SECRET</p>',
        '<p style="font: 0/0 serif">SECRET</p>',
        "<!-- SECRET -->",
    ],
)
def test_what_is_hidden_is_not_read(body):
    text = text_of(f"{body}<p>Wind is wet.</p>")
    assert "SECRET" not in text
    assert "Wind is wet." in text


@pytest.mark.parametrize(
    "body",
    [
        '<p style="color:white; background:#003366">SEEN</p>',
        '<p style="font-size: 0.8em; opacity: 0.9">SEEN</p>',
        '<p class="a b">SEEN</p>',
        '<p class="paper">SEEN</p>',
        '<p style="left: -2px; color: #333">SEEN</p>',
        '<p style="display">SEEN</p>',
        '<p class="note">SEEN</p>',
        '<p class="inner">SEEN</p>',
        '<p style="clip-path: inset(0)">SEEN</p>',
        '<p style="transform: translate(-50%, 2px) scale(0.9)">SEEN</p>',
        '<p style="max-height: 20em; overflow: hidden">SEEN</p>',
        '<p style="height: 0">SEEN</p>',
        '<p style="color: #eee">SEEN</p>',
        '<p style="color: rgba(0, 0, 0, 0.8); font: 12px/1.5 serif">SEEN</p>',
        '<p style="margin-left: -20px">SEEN</p>',
    ],
)
def test_what_is_shown_is_read(body):
    assert "SEEN" in text_of(body)
