"""A fourth set of entries of real bibliographies: control, acoustics, biology, climate, economics, law, theology, linguistics, in six languages.

Drawn at random from 36 repositories that none of the other sets has; those that name nothing (web pages, proceedings by their acronym)
or another work than they mean were left out, and so were those of which the record could not be told.  Records follow the registries:
titles in capitals, subtitles apart, the year of the first online version, the electronic edition for a book.  Some of the works are in no index.
Written and committed before it was run, by an author who had seen how entries are compared.
"""

from __future__ import annotations

from functools import partial

from messy_catalogues import near
from messy_real import read
from messy_strangers import B, C, J, altered, made_up
from services import work

VALID = read("real_entries_fourth.jsonl")
#: What the indexes have under nearly the same title: other editions and versions, reprints, reviews, the original of a correction.
NEAR = [
    *(record for number, case in enumerate(VALID) if case.work for record in near(case.work, 700 + number)),
    work("10.4018/978-1-5225-2255-3.ch021", "The Summers and Winters of Artificial Intelligence", "Gonsalves, Tad", 2018, "Encyclopedia of Information Science and Technology, Fourth Edition", type=C, page="229-238"),
    work("10.1260/147547207783359459", "CLEAN Based on Spatial Source Coherence", "Sijtsma, Pieter", 2007, "International Journal of Aeroacoustics", type=J, volume="6", page="357-374"),
    work("10.1086/tpe.6.20061811", "Taxation and Inequality: A Time-Exposure Perspective", "Slemrod, Joel", 1992, "Tax Policy and the Economy", type=J, volume="6", page="105-127"),
    work("10.2307/20777573", "Grilichesian Breakthroughs: Inventions of Methods of Inventing and Firm Entry in Nanotechnology", "Darby, Michael R.; Zucker, Lynne G.", 2005, "Annales d'Économie et de Statistique", type=J, page="143"),
    work("10.1007/978-3-540-69850-0_12", "Design and Synthesis of Synchronization Skeletons Using Branching Time Temporal Logic", "Clarke, Edmund M.; Emerson, E. Allen", 2008, "25 Years of Model Checking", type=C, page="196-215"),
    work("10.1201/9781420011432", "An Introduction to Systems Biology", "Alon, Uri", 2006, "", type=B, subtitle=["Design Principles of Biological Circuits"]),
    work("10.1145/3065386", "ImageNet classification with deep convolutional neural networks", "Krizhevsky, Alex; Sutskever, Ilya; Hinton, Geoffrey E.", 2017, "Communications of the ACM", type=J, volume="60", page="84-90"),
    work("10.1146/annurev.en.10.010165.000525", "Phylogenetic Systematics", "Hennig, W", 1965, "Annual Review of Entomology", type=J, volume="10", page="97-116"),
    work("10.1515/9783110216042", "Statistics for Linguistics with R", "Gries, Stefan Th.", 2009, "", type=B, subtitle=["A Practical Introduction"]),
    work("10.1515/9783110718256", "Statistics for Linguistics with R", "Gries, Stefan Th.", 2021, "", type=B, subtitle=["A Practical Introduction"]),
    work("10.1201/9781315735368", "Molecular Biology of the Cell", "Wilson, John; Hunt, Tim", 2017, "", type=B),
    work("10.1093/aob/mcg023", "Molecular biology of the cell. 4th edn.", "Bray, Dennis; Chaffey, Nigel", 2003, "Annals of Botany", type=J, volume="91", page="401-401"),
    work("10.1038/nature10098", "Global quantification of mammalian gene expression control", "Schwanhäusser, Björn; Busse, Dorothea; Li, Na; Dittmar, Gunnar; Schuchhardt, Johannes; Wolf, Jana; Chen, Wei; Selbach, Matthias", 2011, "Nature", type=J, volume="473", page="337-342"),
    work("10.1191/0309132503ph455pr", "Social geography: on action-orientated research", "Pain, Rachel", 2003, "Progress in Human Geography", type=J, volume="27", page="649-657"),
    work("10.1191/0309132506ph603pr", "Social geography: seven deadly myths in policy research", "Pain, Rachel", 2006, "Progress in Human Geography", type=J, volume="30", page="250-259"),
    work("10.18564/jasss.4259", "The ODD Protocol for Describing Agent-Based and Other Simulation Models: A Second Update", "Grimm, Volker; Railsback, Steven F.; Berger, Uta; DeAngelis, Donald L.; Polhill, J. Gary; Giske, Jarl", 2020, "Journal of Artificial Societies and Social Simulation", type=J, volume="23"),
    work("10.1007/978-3-642-82153-0", "Robotics and Artificial Intelligence", "Brady, Michael; Gerhardt, Lester A.; Davidson, Harold F.", 1984, "", type=B),
    work("10.1017/cbo9780511814273.055", "The emotional dog and its rational tail: A social intuitionist approach to moral judgment", "Haidt, Jonathan", 2008, "Reasoning", type=C, page="1024-1052"),
    work("10.1093/logcom/exx038", "Symbolic model checking for Dynamic Epistemic Logic — S5 and beyond", "van Benthem, Johan; van Eijck, Jan; Gattinger, Malvin; Su, Kaile", 2018, "Journal of Logic and Computation", type=J, volume="28", page="367-402"),
    work("10.18637/jss.v056.b02", "Dynamic Documents with R and knitr", "McNamara, Amelia", 2014, "Journal of Statistical Software", type=J, volume="56"),
    work("10.1080/10635150490445805", "Inferring Phylogenies", "Sanderson, Michael J.", 2004, "Systematic Biology", type=J, volume="53", page="665-666"),
    work("10.2307/2412923", "Cases in which Parsimony or Compatibility Methods Will be Positively Misleading", "Felsenstein, Joseph", 1978, "Systematic Zoology", type=J, volume="27", page="401"),
    work("10.1515/9783110204551", "Grundlegung zur Metaphysik der Sitten: ein kooperativer Kommentar", "Höffe, Otfried", 2010, "", type=B),
]  # fmt: skip

#: Works that nobody wrote: titles that these authors might have chosen; four are books, one of them with a number and one with a dead DOI.
INVENTED = made_up(
    "fake",
    r"article{author={Burke, Edmund K and Gustafson, Steven}, title={Niching by subtree fingerprints keeps genetic programs diverse}, journal={IEEE Transactions on Evolutionary Computation}, volume={10}, pages={211--226}, year={2006}}",
    r"article{author={Robin Pemantle}, title={Negative dependence for particle systems with refreshing clocks}, journal={J. Math. Phys.}, year={2003}}",
    r"inproceedings{author={Josip Djolonga and Andreas Krause}, title={Submodular flows over noisy cooperative markets}, booktitle={Neural Information Processing Systems (NIPS)}, year={2017}}",
    r"article{author={Rachel Yehuda and Linda M. Bierer}, title={Grandchildren of survivors show a flattened cortisol response in winter}, journal={Biological Psychiatry}, volume={84}, pages={201--209}, year={2018}}",
    r"article{author={Cecere, Grazia and Corrocher, Nicoletta}, title={Patent thickets and the diffusion of green data centres: a firm-level analysis}, journal={Research Policy}, number={3}, year={2017}}",
    r"techreport{author={Joel Slemrod}, title={{Time exposure and the taxation of lottery winners}}, institution={National Bureau of Economic Research, Inc}, type={NBER Working Papers}, number={4417}, year={1993}, doi={10.3386/w94417}}",
    r"inproceedings{author={Sijtsma, P.}, title={Deconvolution of fan tones by phased source coherence}, booktitle={15th AIAA/CEAS Aeroacoustics Conference, Miami, Florida, May 11-13, 2009}, year={2009}, howpublished={AIAA Paper 2009-3999}}",
    r"article{author={Kovjanic, Snjezana and Schuh, Sebastian C}, title={When transformational leaders exhaust their followers: A diary study of need frustration}, journal={Journal of Organizational Behavior}, volume={36}, year={2015}}",
    r"article{author={Franke, Barbara and Stein, Jason L and Ripke, Stephan}, title={{Polygenic prediction of cerebellar volume in bipolar disorder}}, journal={Nat. Neurosci.}, month={mar}, year={2016}, doi={10.1038/nn.4228}}",
    r"article{author={Biehs, S.-A. and Greffet, Jean-Jacques}, title={{Near-field heat transfer between rough silica wedges}}, journal={Physical Review Letters}, volume={107}, pages={144301}, year={2011}}",
    r"article{author={Wiens, J. A.}, title={Landscape ripples and the grain of herbivore choice}, journal={Oikos}, volume={79}, pages={257--264}, year={1997}}",
    r"article{author={Ripley, B. D.}, title={Simulating clustered spatial patterns under inhibition}, journal={J. R. Statist. Soc. B}, volume={43}, year={1981}}",
    r"article{author={Reymann, Anne-C\'{e}cile and Blanchoin, Laurent}, title={{Myosin contraction of parallel actin cables under load.}}, journal={Science (New York, N.Y.)}, year={2014}, doi={10.1126/science.1299999}}",
    r"article{author={Wright, H. E.}, title={Glacial terraces and the caves of the Upper Zab}, journal={Bulletin of the American Schools of Oriental Research}, number={139}, pages={14}, year={1955}}",
    r"article{author={O'Meara, B.C.}, title={Species delimitation without guide trees: a stochastic search}, journaltitle={Systematic Biology}, volume={61}, date={2012}, pages={88--101}}",
    r"incollection{author={Gonsalves, Tad}, title={Expert systems in the winters of research funding}, booktitle={Encyclopedia of Information Science and Technology}, publisher={IGI Global}, pages={311--320}, year={2018}}",
    r"book{author={Ashforth, Blake}, title={{Emotional borders: Work identity in shift organizations}}, publisher={Routledge}, year={2006}}",
    r"book{author={Gries, Stefan Th.}, title={Mixed-effects models for historical linguists: {A} primer with {R}}, publisher={Mouton de Gruyter}, address={Berlin}, isbn={978-3-11-041234-0}, year={2016}}",
    r"book{author={Felsenstein, Joseph}, title={Coalescents and Quantitative Traits}, publisher={{Sinauer Associates Sunderland}}, date={2009}}",
    r"book{author={Alon, Uri}, title={Noise and memory in cellular circuits}, publisher={CRC press}, year={2012}, doi={10.1201/b99999}}",
)  # fmt: skip

_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong; the first four are books.
ALTERED = [
    _altered("u83", "systems biology", "systems ecology"),
    _altered("u157", "Statistics for linguistics", "Statistics for psychologists"),
    _altered("u68", "Ashforth, Blake", "Weick, Karl"),
    _altered("u4", "Dynamic Environments", "Static Environments"),
    _altered("u0", "year={2004}", "year={2009}"),
    _altered("u12", "Permanent of a Matrix", "Determinant of a Tensor"),
    _altered("u40", "Rangazas, Peter", "Auerbach, Alan"),
    _altered("u35", "Virginia Law Review", "Yale Law Journal"),
    _altered("u111", "10.1191/0959683605hl838fa", "10.1126/science.1092779"),
    _altered("u128", "constructed wetland soils", "agricultural river sediments"),
    _altered("u98", "Landscape Mosaics", "Landscape Corridors"),
    _altered("u62", "year={2006}", "year={2012}"),
]
