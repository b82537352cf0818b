"""A forty-seventh set: entries of nine public bibliographies, as their authors, Zotero, Mendeley and JabRef left them.

Prisons and race in numbers (`ben-j-wallace/carceral-system-visualization@3c4e86d`), rock lyrics in Spanish
(`gefero/factor_data_letras_musica_popular@5573035`), microbes of roots (`bulksoil/Dissertation@18b6088`), waves of the
magnetosphere (`charles-uno/dissertation@02f5494`), incidents in hospitals
(`drcjar/learning-from-patient-safety-incidents@548e2a1`), agents who act together (`ptolvane/gradu@ca4c2f4`), bats
(`Nattereri/BatReportQuarto@e9583c4`), wordnets (`edison23/magi-text@11315d4`) and emotion in a French thesis
(`MlleStrife/manuscrit@0232676`).  The notices are made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool(
    "belfry.jsonl",
    {
        "tuch2012role": "corrected",
        "Caster2010": "retracted",
        "Coiera2006": "concern",
        "claudepierre_2016": "retracted",
    },
)
