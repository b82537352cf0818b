"""A fifty-first set: entries and printed references of six public bibliographies, half of them in ``thebibliography``.

Crops and their kin (`HuffordLab/Crop_Adaptation_Gene_Flow@0dafd50`), pictures of brains (`AlexBowring/Thesis@0fde57a`),
arithmetic (`GabrielMartinezGonzalez/goodstein@574cf53`) and objects in Portuguese (`acamargo/bachelors-thesis@3222d9e`)
as they are printed; squares (`777uliahshafar/proposalphd_en@b9b6b2f`) and fish (`AJSRocha/occ_assessment@130f40a`) in
BibTeX.  The notice of a retraction is made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool("granary.jsonl", {"Ioannidis2005-sy": "corrected", "arai_trace_2007": "retracted"})
