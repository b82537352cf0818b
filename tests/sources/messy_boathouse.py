"""A forty-second set: real entries of eight public bibliographies, by an author who had not read how entries are compared.

Miletus, games and finds, music, colours of graphs, norms, infants' eyes and soy, in English, German, French, Italian, Turkish, Swedish
and Latin (`lsteinmann/Miletus_Bibliography@5aa1683`, `CarlOrff/biblatex-archaeology@b5c7166`, `tomxi/PhD@61a5bf9`,
`NIME-conference/NIME-bibliography@05a167e`, `winterstorms/bibliography@65baa20`, `jgrey4296/bibliography@14fb79e`,
`adriansteffan/psychology-thesis@4a12d67`, `JacopoCesari/tesi-soia-midwest-era5land@03421fa`).  The notices are made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool(
    "boathouse.jsonl",
    {
        "wessberg2000real": "concern",
        "Khaki2020": "corrected",
        "Iizumi2021": "retracted",
        "Sharma2025": "retracted",
    },
)
