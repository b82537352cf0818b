"""A third set of entries of real bibliographies: law, history, medicine, linguistics, music, physics, in eight languages; books above all.

Drawn at random in four parts from 82,318 titles of 752 repositories (titles not in English; humanities and medicine; books, reports and
data; any), with or without a DOI; those of which the record could not be told were left out, and those with a year that is plainly
wrong.  Some of the works are in no index that is asked, and some in translation only.  Written before its author had read how
entries are compared, and committed before it was run.
"""

from __future__ import annotations

from functools import partial

from messy_catalogues import near
from messy_real import read
from messy_strangers import altered, made_up
from services import work

VALID = read("real_entries_third.jsonl")
NEAR = [record for number, case in enumerate(VALID) if case.work for record in near(case.work, 500 + number)]
#: A short DOI, which the handle system knows beside the long one.
ALIASES = [work("10/cs43xw")]

#: Works that nobody wrote: books with and without a number, chapters with the DOI of a book that exists, articles.
INVENTED = made_up(
    "made",
    r"book{author={Mark E. Tuckerman}, title={Path Integrals for Proteins: A Practical Course}, publisher={Oxford University Press}, year={2014}, isbn={978-0-19-870123-1}}",
    r"book{author={Pollard, Carl and Sag, Ivan A.}, title={Prosody and Constraint in Unification Grammar}, publisher={CSLI Publications}, address={Stanford}, year={1998}}",
    r"book{author={Helena Varkonyi}, title={The Ledger and the Loom: Household Accounting in Habsburg Towns}, publisher={Cambridge University Press}, year={2011}}",
    r"book{author={Prütting, Hanns}, title={Der digitale Zivilprozess vor den Landgerichten: Eine empirische Bestandsaufnahme}, publisher={C. H. Beck}, address={München}, year={2019}}",
    r"incollection{author={Poorter, Hendrik}, title={Leaf hydraulics under moonlight and cloud}, booktitle={Plant Physiological Ecology}, publisher={Springer}, year={2008}, doi={10.1007/978-0-387-78341-3}}",
    r"inbook{author={Fastl, Hugo}, title={Roughness of beating bells}, booktitle={The Physics and Psychophysics of Music}, publisher={Springer}, year={2016}, pages={77--98}, doi={10.1007/978-0-387-09474-8}}",
    r"incollection{author={Novak, Petra and Hersen, Michel}, title={Motivational interviews with stalkers}, booktitle={Handbook of Forensic Interventions}, editor={Van Hasselt, Vincent B.}, publisher={Springer}, year={2004}, doi={10.1007/978-1-4615-4845-4}}",
    r"article{author={Thellier, E.}, title={Sur l'aimantation thermor{\'e}manente des laves de la Cha{\^i}ne des Puys au refroidissement lent}, journal={Annales de Geophysique}, volume={17}, pages={112-131}, year={1961}}",
    r"article{author={Lagrange, Ren{\'e}}, title={Sur les congruences de cercles osculateurs d'une quadrique r\'egl\'ee}, journal={Ann. Sci. \'Ecole Norm. Sup. (3)}, volume={76}, pages={301--322}, year={1959}}",
    r"article{author={Esser, Robert}, title={Die Garantenstellung des Lotsen beim Ausfall der Schiffsf{\"u}hrung}, journal={Hydrological Sciences Journal}, year={2014}, pages={511--519}}",
    r"article{author={Marín Agudelo, Hernán Andrés}, title={Siesta y memoria de trabajo en enfermeras de turno nocturno}, journal={Suma Psicol\'ogica}, volume={17}, number={2}, pages={145--158}, year={2010}}",
    r"article{author={van Runnard Heimel, P. and Bruinse, H.}, title={Low dose hydrocortisone before induction of labour in women with HELLP syndrome: a crossover trial}, journal={Eur J Obstet Gynecol Reprod Biol}, volume={141}, pages={22-27}, year={2008}}",
    r"article{author={Granovetter, Mark}, title={Threshold Models of Rumour in Small Towns}, journal={American Journal of Sociology}, volume={89}, number={2}, pages={311--340}, year={1983}}",
    r"inproceedings{author={Teboul, O. and Paragios, N.}, title={Grammar Induction for Ruined Facades via Policy Search}, booktitle={Proceedings of IEEE Conference on Computer Vision and Pattern Recognition (CVPR)}, year={2012}}",
    r"techreport{author={Finan, Frederico and Olken, Benjamin A}, title={Promotion ladders and the honesty of tax clerks}, institution={National Bureau of Economic Research}, number={22417}, year={2016}, doi={10.3386/w21825}}",
    r"article{author={Чухарев, Константин}, title={Минимальные схемы умножения, построенные программами для задачи выполнимости}, journal={Научно-технический вестник информационных технологий, механики и оптики}, volume={21}, number={2}, pages={190-199}, year={2021}}",
    r"article{author={Stefanowitsch, Anatol and Gries, Stefan Th.}, title={Collostructional traps: when association measures mislead learners}, journal={Int. J. Corpus Linguist.}, volume={12}, number={3}, pages={333--361}, year={2007}}",
)  # fmt: skip

_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong: other words in the title, another year, another first author, the DOI of another work.
ALTERED = [
    _altered("t146", "Zipf's law", "Benford's law"),
    _altered(
        "t228",
        "title={{Phenomenological Reflections on Violence",
        "title={{Phenomenological Reflections on Silence",
    ),
    _altered("t98", "coniques du plan", "cubiques du plan"),
    _altered("t114", "year={1978}", "year={1984}"),
    _altered("t72", "year={2010}", "year={2014}"),
    _altered("t387", "year={2016}", "year={2012}"),
    _altered("t66", "Kuratowski, C.", "Sierpi{\\'n}ski, W."),
    _altered("t207", "Delerue, Christophe", "Haroche, Serge"),
    _altered("t163", "Anatol Stefanowitsch", "Joan Bybee"),
    _altered("t314", "10.1007/s00415-002-0911-1", "10.1080/02626667.2010.491535"),
]
