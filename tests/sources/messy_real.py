"""Entries of real bibliographies, as their authors wrote them, with the records of their works as indexes give them.

`data/real_entries.jsonl` has one entry a line: the repository and commit of its bibliography, the fields that a reader of
references sees, and the record.  They were drawn from 43,198 entries with a DOI in bibliographies of 524 repositories: at
random, then those that somebody tidied were left out, and those that cite another work than they name.  Every other article lost its DOI.
Records follow what a registry deposits (titles in capitals, subtitles apart, one author where a publisher names one).
Written before its author had read how entries are compared, and run once before anything was mended for it.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from messy_catalogues import near
from messy_strangers import Known, altered, made_up, work

DATA = Path(__file__).parent / "data"


def read(name: str) -> list[Known]:
    """Read a set of entries with their records."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    return [
        Known(row["bib"], work(**row["record"]) if row["record"] else None) for row in map(json.loads, lines)
    ]


VALID = read("real_entries.jsonl")
NEAR = [record for number, case in enumerate(VALID) if case.work for record in near(case.work, 300 + number)]

#: Works that nobody wrote: titles that these authors, or others of their field, might have written.
INVENTED = made_up(
    "i",
    r"article{author={Fick, Stephen E. and Hijmans, Robert J.}, title={WorldClim 3: downscaled daily precipitation surfaces for mountain regions}, journal={International Journal of Climatology}, volume={41}, pages={2201--2214}, year={2021}}",
    r"article{author={Schnitzler, Alfons and Gross, Joachim}, title={Dopaminergic control of oscillatory coupling between cortex and basal ganglia}, journal={Nat. Rev. Neurosci.}, year={2011}}",
    r"inproceedings{author={Siu Kwan Lam and Stanley Seibert}, title={Ahead of time specialisation of array kernels in dynamic languages}, booktitle={Proc. LLVM-HPC}, year={2018}, doi={10.1145/2833157.2899999}}",
    r"article{author={{Majewski}, S.~R. and {Schiavon}, R.~P. and others}, title={{Radial velocities of halo giants beyond forty kiloparsecs}}, journal={\apj}, volume=861, pages={77-+}, year=2018}",
    r"inproceedings{author={Bares, W. and Lester, J.}, title={Camera planners that learn from the edits of film students}, booktitle={IUI '02}, year={2002}, publisher={ACM}}",
    r"article{author={Gilman, SE and Urban, MC}, title={Thermal mismatch predicts the collapse of pollinator interactions.}, journal={Trends in ecology \& evolution (Personal edition)}, number={3}, year={2013}}",
    r"article{author={Ionides, E. L. and King, A. A.}, title={Panel iterated filtering with moving unit specific parameters}, journal={JRSI}, volume={21}, pages={20230455}, year={2024}}",
    r"article{author={Prochaska, J. Xavier and Tumlinson, Jason}, title={The COS-Voids Survey: Neutral Gas around Isolated Dwarfs}, journal={\apj}, volume={912}, number={1}, pages={44}, year={2021}}",
    r"incollection{author={Kroening, Daniel and Tautschnig, Michael}, title={Incremental bounded proofs for interrupt driven firmware}, booktitle={Tools and {{Algorithms}} for the {{Construction}} and {{Analysis}} of {{Systems}}}, publisher={{Springer Berlin Heidelberg}}, year={2017}, pages={211--227}}",
    r"article{author={Shi, Xuefei and Wang, Bin}, title={{Exosomal circRNAs as carriers of chemoresistance in bile duct cancer}}, journal={Mol. Ther. Nucleic Acids}, volume={24:101-117.}, year={2021}}",
    r"article{author={Agostinelli, S. and others}, title={{GEANT4} electromagnetic models for sub-keV electrons in liquid argon}, journal={nim}, volume={A598}, year={2009}, pages={11-19}}",
    r"inproceedings{author={K. Boardman and B. Sauser}, title={Systems of systems revisited: autonomy and belonging in disaster relief}, booktitle={System of Systems Engineering, 2009 IEEE International Conference on}, pages={6 pp.}, year={2009}}",
)  # fmt: skip

_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong.
ALTERED = [
    _altered("s15", "Human Cancer", "Mouse Diabetes"),
    _altered("s26", "Yang, Fan", "Zhou, Peng"),
    _altered("s32", "year={2022}, date={2022-01-03}", "year={2017}, date={2017-01-03}"),
    _altered("s38", "Depot Vehicle Routing", "Fleet Crew Scheduling"),
    _altered("s50", "Visual Design", "Screen Readers"),
    _altered("s72", "and Aykanat, Cevdet", "and Aykanat, Cevdet and Catmull, Edwin"),
    _altered("c14", "most published research findings", "few published clinical trials"),
    _altered("c19", "Computational Statistics", "Biometrika"),
    _altered("c24", "doi={10.1002/joc.5086}", "doi={10.1016/j.tree.2010.03.002}"),
    _altered("c38", "pathological", "cortical"),
    _altered("s66", "Williams, Dana P.", "Rieffel, Marc A."),
    _altered("c101", "Pitrou, Antoine", "van Rossum, Guido"),
]
