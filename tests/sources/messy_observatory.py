"""A forty-third set: real entries of nine public bibliographies, by an author who had read only how sets are made.

Sounds of languages, Catholic poets, space flight, Heidegger, the spin of the proton, agencies, space and place, the early Earth and
fires, in English, French, Dutch, German, Polish, Russian and Czech (`macleginn/bib-files@0426496`, `2e0byo/bib@29dc9b1`,
`AstroMatt/astronaut-training-pl@0a05d8c`, `johannesdewit/nederlandse-heidegger-bibliografie@48dac28`,
`Jollyhrothgar/my_thesis@0315c1b`, `judgelord/dissertation@1e39879`, `AnttiHaerkoenen/bibliografia@5d6dcfa`,
`vitprusa/bibliography-and-macros@3e6f77d`, `janmandel/references@061c153`).  The notices are made up.  Since it was run, one record
has the date of its issue, too, and another the DOI that its publisher's address has.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool(
    "observatory.jsonl",
    {
        "hahn2020wordorder": "corrected",
        "Alexandridis-2008-CAM": "retracted",
        "morey_fallacy_2015": "concern",
        "Francisco2015c": "retracted",
    },
)
