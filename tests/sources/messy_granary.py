"""A fifty-first set: entries and printed references of six public bibliographies, half of them in ``thebibliography``.

Crops and their kin (`HuffordLab/Crop_Adaptation_Gene_Flow@81f3729`), pictures of brains (`AlexBowring/Thesis@aa2813c`),
arithmetic (`GabrielMartinezGonzalez/goodstein@1c21427`) and objects in Portuguese (`acamargo/bachelors-thesis@21f83d1`)
as they are printed; squares (`777uliahshafar/proposalphd_en@3c6cfe0`) and fish (`AJSRocha/occ_assessment@b23034a`) in
BibTeX.  The notice of a retraction is made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool("granary.jsonl", {"Ioannidis2005-sy": "corrected", "arai_trace_2007": "retracted"})
