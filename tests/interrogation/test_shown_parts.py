"""What each question about a part of a long document shows: its own sentences, the abstract and the conclusions."""

import pytest

from argcheck.interrogation.shown_parts import numbered_sentences, parts_of_manuscript
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
BODY = " ".join(f"The {name} dune moved by metres in that week of wind." for name in NAMES)
PAPER = rf"""\documentclass{{article}}
\begin{{document}}
The Institute of Sand, Coast Road, Northtown.
\begin{{abstract}} Dunes move in wind. \end{{abstract}}
\section{{Results}}
{BODY}
\section{{Conclusions}}
We conclude that wind moves dunes.
\section*{{Acknowledgements}} We thank the harbour.
\appendix
\section{{Tables}} The tables list each dune by its name.
\end{{document}}
"""


@pytest.fixture
def parts(tmp_path):
    """Return a function from the text of a document and the size of parts to the parts."""

    def made(text, largest):
        (tmp_path / "paper.tex").write_text(text)
        settings = settings_for([tmp_path], cwd=tmp_path, isolated=True)
        (document,) = Workspace([tmp_path], settings, cwd=tmp_path).read()
        sentences = numbered_sentences(document.manuscript)
        return parts_of_manuscript(document.manuscript, sentences, largest)

    return made


def texts(sentences):
    return [sentence.text for sentence in sentences]


def test_every_part_shows_the_abstract_and_the_conclusions(parts):
    made = parts(PAPER, 240)
    assert len(made) > 1
    frame = ["Dunes move in wind.", "We conclude that wind moves dunes."]
    assert all(texts(part.frame) == frame for part in made)
    said = [text for part in made for text in texts(part.body)]
    assert said == list(dict.fromkeys(said))
    assert {*frame, *said} == {*texts(parts(PAPER, 10_000)[0].body)}


def test_without_them_they_show_the_beginning_and_the_end(parts):
    bare = rf"\documentclass{{article}}\begin{{document}} {BODY} \end{{document}}"
    made = parts(bare, 240)
    assert texts(made[0].frame)[0] == texts(made[0].body)[0]
    assert texts(made[-1].body)[-1] in texts(made[0].frame)


def test_parts_are_of_about_one_size_and_none_repeats_what_all_show(parts):
    long = "".join(f"{BODY.replace('week', f'week {number}')} " for number in range(60))
    made = parts(PAPER.replace(BODY, long), 14_000)
    sizes = [sum(map(len, texts(part.body))) for part in made]
    assert max(sizes) <= 14_000
    assert min(sizes) > max(sizes) / 2
    alone = parts(
        PAPER.replace(r"\section*{Acknowledgements} We thank the harbour.", "").partition(r"\appendix")[0]
        + r"\end{document}",
        60,
    )
    assert all({*texts(part.body)} - {*texts(part.frame)} for part in alone)
