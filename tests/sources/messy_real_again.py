"""Further entries of real bibliographies with the records of their works, from other repositories and of more kinds.

Drawn at random from entries whose DOI one repository alone has, of those that look untidy (two signs of: letters outside ASCII,
commands in titles, short or odd lists of names, no venue, volumes and pages with words, another kind than an article).
Written after what `messy_real` showed was mended, and run once before anything was mended for it.
"""

from __future__ import annotations

from functools import partial

from messy_catalogues import near
from messy_real import read
from messy_strangers import altered, made_up

VALID = read("real_entries_again.jsonl")
NEAR = [record for number, case in enumerate(VALID) if case.work for record in near(case.work, 400 + number)]

#: Works that nobody wrote.
INVENTED = made_up(
    "j",
    r"article{author={Giorgi, F.}, title={{Sea breeze cells as regional climate hot-spots}}, journal={Geophysical Research Letters}, volume={39}, pages={L11703}, year={2012}}",
    r"article{author={{Chandrasekhar}, S.}, title={{Dynamical Friction. IV. Drag on Rotating Bars of Stars.}}, journal={\apj}, volume={101}, pages={133}, year={1945}}",
    r"inproceedings{author={U. Kiencke}, title={Torque estimation by sound for small engines}, booktitle={IMTC 2003. Proceedings of the 20th IEEE Instrumentation and Measurement Technology Conference}, volume={2}, pages={811-816 vol.2}, year={2003}}",
    r"incollection{author={Mader, Roland and Armengaud, Eric}, title={Hazard ontologies for battery swapping stations}, booktitle={Computer Safety, Reliability, and Security}, series={Lecture Notes in Computer Science}, publisher={Springer Berlin / Heidelberg}, year={2013}}",
    r"article{author={Wang, Kai and Singh, Darshan and others}, title={{FuseSplice: joint calling of gene fusions and retained introns from long reads}}, journal={Nucleic Acids Res.}, volume={44}, number={3}, pages={e29}, year={2016}}",
    r"conference{author={Estácio, B. and Prikladnicki, R.}, title={Mob programming in the dark: a study of shared screens}, journal={Proceedings - 11th International Workshop on Cooperative and Human Aspects of Software Engineering, CHASE 2018}, year={2018}}",
)  # fmt: skip

_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong.
ALTERED = [
    _altered("r0", "Coefficient", "Measurement"),
    _altered("r27", "Gilbreath, Heather R.", "Okonkwo, Adaeze"),
    _altered("r33", "year={2006}", "year={2011}"),
    _altered("r25", "J. Appl. Non Class. Logics", "Theor. Comput. Sci."),
    _altered("r57", "FTA and FMEA", "fuzzing and proof"),
    _altered("r26", "pages={211-237}", "pages={441-467}"),
]
