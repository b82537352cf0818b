"""A forty-fifth set: entries of fourteen public bibliographies, most of Typst and Quarto projects or exported by Zotero.

Length of life, curves, constraints and proofs in Hayagriva (`biostochastics/extrinsic-frailty-heritability@d32bc71`,
`code-instable/ENSAI-stage_fin_etude-datastorm_fda_regularite-rapport@618640d`, `tiptenbrink/thesis@95576e7`,
`mo-sangha/book@093b7f6`), terms of anatomy, killer whales, soils and Finnish music in CSL, written here as BibTeX
(`adunning/latin-greek-scientific-terminology@9fece45`, `UW-WADE-lab/Wild-Orca-diet@8891369`,
`GLFC-WET/ISL_WoodStakeDecomposition@21e0ded`, `cobbnathan/cold-war-finland-bibliography@0cb6775`,
`inbo/n2khab-lsvi-mapping-pas@5116f6d`), and sabre teeth, labour law, football and electronics from Zotero
(`MiguelDLM/Paleo-virtual@7ec522c`, `EricMFink/Zotero@431de5d`, `hbunke/lehrprobe-sport@c211c50`,
`ezrajteboul/My-Dissertation@7a6820c`, `chrisdaaz/recasting-antiquity@d42d229`).  The notices are made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool(
    "sawmill.jsonl",
    {
        "fergusonOsmoticMobilizationUnion2017": "corrected",
        "cescut2011": "retracted",
        "ying2021": "retracted",
        "moog:2003between": "concern",
    },
)
