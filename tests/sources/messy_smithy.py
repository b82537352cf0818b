r"""A fifty-second set, by the author of the fifty-first before either was run, half of it printed references, too.

Recommendations (`Antosny/mphil-thesis@778c69c`), dots (`bsapereira/latex_quantum_dots@1f97214`), electrodynamics in Spanish
(`gfrubi/electrodinamica@b738b68`), functionals and games in Russian (`Chushuhuch/PhD@1983dc0`, `Evgurov/diploma@05353d5`) and
:math:`\pi` (`federicoviscomi/pi-calculus-extension@99f6fd0`) as they are printed; unpaid work
(`Aashima579/Redistribution@6e2f08b`) in BibTeX.  The notices are made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool("smithy.jsonl", {"/tkde/sinno09survey": "retracted", "duflo2003": "concern"})
