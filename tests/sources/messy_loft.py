"""A twenty-third set: linguistics, economics, engineering, philosophy and biology, written by the one who mended what the twenty-second had shown, before it was run."""

from __future__ import annotations

from functools import partial

from messy_desk import ARXIV
from messy_offices import ALEX, CATALOGUES, FREE, UNION, near_each, noticed
from messy_strangers import B, C, J, Known, P, altered, known, made_up
from services import work

VALID = [
    # linguistics and philosophy
    known(r"@book{saussure, author={de Saussure, F.}, title={Cours de linguistique g{\'e}n{\'e}rale}, note={Publi{\'e} par C. Bally et A. Sechehaye}, publisher={Payot}, address={Lausanne - Paris}, year={1916}}", "Cours de linguistique générale", "Saussure, Ferdinand de", 1916, "Payot", doi="", type=B, held=CATALOGUES, editions=[1922, 1972]),
    known(r"@article{labov, author={Labov, William}, title={The social motivation of a sound change}, journal={{\it Word}}, volume=19, pages={273--309}, year=1963}", "The Social Motivation of a Sound Change", "Labov, William", 1963, "WORD", doi="10.1080/00437956.1963.11659799", type=J, volume="19", page="273-309"),
    known(r"@incollection{conversation, author={H. P. Grice}, title={Logic and Conversation}, booktitle={Syntax and Semantics, Vol. 3, Speech Acts}, editor={Peter Cole and Jerry L. Morgan}, publisher={Academic Press}, address={New York}, year={1975}, pages={41--58}}", "Logic and Conversation", "Grice, H. P.", 1975, "Speech Acts", doi="10.1163/9789004368811_003", type=C, page="41-58"),
    known(r"@article{gettier, author={E. Gettier}, title={Is Justified True Belief Knowledge ?}, journal={Analysis}, volume={23}, number={6}, pages={121--3}, year={1963}}", "Is Justified True Belief Knowledge?", "Gettier, E. L.", 1963, "Analysis", doi="10.1093/analys/23.6.121", type=J, volume="23", page="121-123"),
    known(r"@book{rawls, author={Rawls, J.}, title={A {T}heory of {J}ustice}, edition={Revised}, publisher={Belknap Press of Harvard Univ. Press}, year={1999}}", "A theory of justice", "Rawls, John", 1971, "Harvard University Press", doi="", type=B, held=CATALOGUES, editions=[1999], stated={1971: "", 1999: "Rev. ed."}),
    known(r"@book{arendt, author={Arendt, Hannah}, title={Vita activa oder Vom t{\"a}tigen Leben}, publisher={Piper}, year={2002}, edition={12. Auflage}}", "Vita activa oder vom tätigen Leben", "Arendt, Hannah", 1960, "Kohlhammer", doi="", type=B, held=UNION, editions=[1967, 1981, 2002]),
    known(r"@book{husserl, author={Edmund Husserl}, title={Logische {U}ntersuchungen. {E}rster {B}and: Prolegomena zur reinen Logik}, series={Husserliana}, volume={XVIII}, editor={E. Holenstein}, publisher={Nijhoff}, address={Den Haag}, year={1975}}", "Logische Untersuchungen. Erster Band. Prolegomena zur reinen Logik", "Husserl, Edmund", 1975, "Nijhoff", doi="", type=B, held=UNION),
    known(r"@article{frege, author={Frege, Gottlob}, title={{\"U}ber {S}inn und {B}edeutung}, journal={Zeitschrift f. Philosophie und phil. Kritik}, volume={NF 100}, pages={25-50}, year={1892}}", "Über Sinn und Bedeutung", "Frege, Gottlob", 1892, "Zeitschrift für Philosophie und philosophische Kritik", doi="", held=FREE, type=J, volume="100", page="25-50"),
    # economics and law
    known(r"@article{akerlof, author={Akerlof, George A}, title={The market for ``lemons'': quality uncertainty and the market mechanism}, journal={QJE}, pages={488--500}, volume={84}, year={1970}, publisher={JSTOR}}", 'The Market for "Lemons": Quality Uncertainty and the Market Mechanism', "Akerlof, George A.", 1970, "The Quarterly Journal of Economics", doi="10.2307/1879431", type=J, volume="84", page="488"),
    known(r"@techreport{card, author={David Card and Alan Krueger}, title={Minimum Wages and Employment: A Case Study of the Fast Food Industry in {New Jersey} and {Pennsylvania}}, institution={National Bureau of Economic Research}, number={4509}, type={NBER WP}, year={1993}}", "Minimum Wages and Employment: A Case Study of the Fast Food Industry in New Jersey and Pennsylvania", "Card, David; Krueger, Alan", 1993, "National Bureau of Economic Research", doi="10.3386/w4509", type="report"),
    known(r"@article{holmes, author={O. W. Holmes, Jr.}, title={The Path of the Law}, journal={10 Harv. L. Rev. 457}, year={1897}}", "The Path of the Law", "Holmes, O. W.", 1897, "Harvard Law Review", doi="10.2307/1322028", type=J, volume="10", page="457"),
    known(r"@article{crenshaw, author={Crenshaw, Kimberl{\'e}}, title={Mapping the Margins: Intersectionality, Identity Politics, and Violence against Women of Color}, journal={Stan. L. Rev.}, volume={43}, pages={1241}, year={1991}}", "Mapping the Margins: Intersectionality, Identity Politics, and Violence against Women of Color", "Crenshaw, Kimberle", 1991, "Stanford Law Review", doi="10.2307/1229039", type=J, volume="43", page="1241"),
    Known(r"@misc{lochner, title={Lochner v. New York, 198 U.S. 45}, year={1905}, note={(Holmes, J., dissenting)}}", None),
    known(r"@book{piketty, author={Thomas Piketty}, title={Capital in the 21st Century}, note={Translated by A. Goldhammer}, publisher={Belknap}, year={2014}}", "Capital in the twenty-first century", "Piketty, Thomas", 2014, "The Belknap Press of Harvard University Press", doi="", type=B, held=CATALOGUES, editions=[2017]),
    # biology and medicine
    known(r"@article{watson, author={WATSON JD, CRICK FH}, title={Molecular structure of nucleic acids; a structure for deoxyribose nucleic acid}, journal={Nature}, volume={171}, number={4356}, pages={737-8}, year={1953 Apr 25}}", "Molecular Structure of Nucleic Acids: A Structure for Deoxyribose Nucleic Acid", "WATSON, J. D.; CRICK, F. H. C.", 1953, "Nature", doi="10.1038/171737a0", type=J, volume="171", page="737-738"),
    known(r"@article{mendel, author={Mendel, Gregor}, title={Versuche {\"u}ber Pflanzenhybriden}, journal={Verh. Naturf. Ver. Br{\"u}nn}, volume={4}, pages={3--47}, year={1865}}", "Versuche über Pflanzen-Hybriden", "Mendel, Gregor", 1866, "Verhandlungen des Naturforschenden Vereines in Brünn", doi="", held=FREE, type=J),
    known(r"@book{linnaeus, author={Linn{\ae}us, Carl}, title={Systema Naturae per regna tria naturae}, edition={10th ed.}, publisher={Laurentius Salvius}, address={Holmiae}, year={1758}, volume={1}}", "Systema naturae per regna tria naturae", "Linné, Carl von", 1758, "Salvius", doi="", type=B, held=UNION),
    known(r"@article{sprint, author={{SPRINT Research Group}}, title={A Randomized Trial of Intensive versus Standard Blood-Pressure Control}, journal={New Engl J Med}, year={2015}, volume={373}, issue={22}, pages={2103--2116}}", "A Randomized Trial of Intensive versus Standard Blood-Pressure Control", "", 2015, "New England Journal of Medicine", doi="10.1056/nejmoa1511939", type=J, volume="373", page="2103-2116"),
    known(r"@article{prisma, author={Page, Matthew J. and McKenzie, Joanne E. and Bossuyt, Patrick M. and ...}, title={The {PRISMA} 2020 statement: An updated guideline for reporting systematic reviews}, journal={BMJ (Clinical research ed.)}, volume={372}, pages={n71}, year={2021}}", "The PRISMA 2020 statement: an updated guideline for reporting systematic reviews", "Page, Matthew J; McKenzie, Joanne E; Bossuyt, Patrick M; Boutron, Isabelle; Hoffmann, Tammy C", 2021, "BMJ", doi="10.1136/bmj.n71", type=J, page="n71"),
    known(r"@article{ncd, author={{NCD Risk Factor Collaboration (NCD-RisC)}}, title={Worldwide trends in body-mass index, underweight, overweight, and obesity from 1975 to 2016}, journal={Lancet}, volume={390}, pages={2627--42}, year={2017}}", "Worldwide trends in body-mass index, underweight, overweight, and obesity from 1975 to 2016: a pooled analysis of 2416 population-based measurement studies in 128·9 million children, adolescents, and adults", "Abarca-Gómez, Leandra; Abdeen, Ziad A; Hamid, Zargar Abdul", 2017, "The Lancet", doi="10.1016/s0140-6736(17)32129-3", type=J, volume="390", page="2627-2642"),
    known(r"@article{hill, author={Hill, A. Bradford}, title={The environment and disease: association or causation?}, journal={Proc. R. Soc. Med.}, volume={58}, pages={295--300}, year={1965}}", "The Environment and Disease: Association or Causation?", "Hill, Austin Bradford", 1965, "Proceedings of the Royal Society of Medicine", doi="10.1177/003591576505800503", type=J, volume="58", page="295-300"),
    # mathematics, old and new
    known(r"@article{gauss, author={Gau{\ss}, C. F.}, title={Theoria combinationis observationum erroribus minimis obnoxiae, pars prior}, journal={Comment. Soc. Reg. Sci. Gottingensis Rec.}, volume={5}, year={1823}}", "Theoria combinationis observationum erroribus minimis obnoxiae: Pars prior", "Gauss, Carl Friedrich", 1823, "Commentationes Societatis Regiae Scientiarum Gottingensis Recentiores", doi="", held=FREE, type=J),
    known(r"@article{laplace, author={Laplace, P.-S.}, title={M{\'e}moire sur les approximations des formules qui sont fonctions de tr{\`e}s grands nombres}, journal={M{\'e}m. Acad. R. Sci. Paris}, pages={1--88}, year={1782}}", "Mémoire sur les approximations des formules qui sont fonctions de très-grands nombres", "Laplace, Pierre-Simon", 1785, "Mémoires de l'Académie Royale des Sciences de Paris", doi="", held=FREE, type=J),
    known(r"@article{rado, author={Brouwer, L. E. J.}, title={{\"U}ber {A}bbildung von {M}annigfaltigkeiten}, journal={Math. Ann.}, volume={71}, year={1912}, pages={97--115}}", "Über Abbildung von Mannigfaltigkeiten", "Brouwer, L. E. J.", 1911, "Mathematische Annalen", doi="10.1007/bf01456931", type=J, volume="71", page="97-115"),
    known(r"@article{wiles, author={Andrew Wiles}, title={Modular elliptic curves and {Fermat's Last Theorem}}, journal={Ann. of Math. (2)}, volume={141}, number={3}, pages={443--551}, year={1995}}", "Modular Elliptic Curves and Fermat's Last Theorem", "Wiles, Andrew", 1995, "The Annals of Mathematics", doi="10.2307/2118559", type=J, volume="141", page="443"),
    known(r"@incollection{milnor, author={Milnor, J.}, title={Algebraic {K}-theory and quadratic forms}, booktitle={Inventiones Mathematicae}, volume={9}, pages={318--344}, year={1969/70}}", "Algebraic K-theory and quadratic forms", "Milnor, John", 1970, "Inventiones Mathematicae", doi="10.1007/bf01425486", type=J, volume="9", page="318-344"),
    known(r"@article{turan, author={Tur{\'a}n, P.}, title={Eine {E}xtremalaufgabe aus der {G}raphentheorie}, journal={Mat. Fiz. Lapok}, volume={48}, pages={436--452}, year={1941}, note={(in Hungarian)}}", "On an extremal problem in graph theory", "Turán, Paul", 1941, "Matematikai és Fizikai Lapok", doi="", held=FREE, type=J),
    # engineering and computer science
    known(r"@inproceedings{resnet, author={He, K. and Zhang, X. and Ren, S. and Sun, J.}, title={Deep Residual Learning for Image Recognition}, booktitle={CVPR 2016, Las Vegas, NV, USA, June 27-30, 2016}, pages={770--778}, publisher={{IEEE} Computer Society}, crossref={DBLP:conf/cvpr/2016}, year={2016}}", "Deep Residual Learning for Image Recognition", "He, Kaiming; Zhang, Xiangyu; Ren, Shaoqing; Sun, Jian", 2016, "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)", doi="10.1109/cvpr.2016.90", type=P, page="770-778"),
    known(r"@article{kalman, author={R E Kalman}, title={A New Approach to Linear Filtering and Prediction Problems}, journal={Trans. ASME--J. Basic Eng.}, volume={82 (Series D)}, pages={35--45}, year={1960}}", "A New Approach to Linear Filtering and Prediction Problems", "Kalman, R. E.", 1960, "Journal of Basic Engineering", doi="10.1115/1.3662552", type=J, volume="82", page="35-45"),
    known(r"@misc{llama, title={LLaMA: Open and Efficient Foundation Language Models}, author={Hugo Touvron and Thibaut Lavril and Gautier Izacard and et al.}, year={2023}, howpublished={arXiv eprint 2302.13971}}", "LLaMA: Open and Efficient Foundation Language Models", "Touvron, Hugo; Lavril, Thibaut; Izacard, Gautier; Martinet, Xavier", 2023, "arXiv", doi="10.48550/arxiv.2302.13971", held=ARXIV, arxiv="2302.13971v1"),
    known(r"@article{gpt3, author={Brown, Tom B. and Mann, Benjamin and Ryder, Nick}, title={Language Models are Few-Shot Learners}, journal={NeurIPS}, volume={33}, pages={1877--1901}, year={2020}}", "Language Models are Few-Shot Learners", "Brown, Tom B.; Mann, Benjamin; Ryder, Nick", 2020, "arXiv", doi="10.48550/arxiv.2005.14165", held=ARXIV, arxiv="2005.14165v4"),
    known(r"@book{knuth3, author={Knuth, D. E.}, title={The Art of Computer Programming, Volume 3: Sorting and Searching}, publisher={Addison-Wesley Professional}, year={1998}, edition={2}}", "The art of computer programming. 3. Sorting and searching", "Knuth, Donald E.", 1973, "Addison-Wesley", doi="", type=B, held=UNION, editions=[1998], stated={1973: "", 1998: "2. ed."}),
    known(r"@phdthesis{sutherland, author={Ivan Edward Sutherland}, title={Sketchpad, a man-machine graphical communication system}, school={M.I.T.}, type={Ph.D. dissertation}, year={1963}, month=jan}", "Sketchpad, a Man-Machine Graphical Communication System", "Sutherland, Ivan E.", 1963, "DSpace@MIT", doi="", held=ALEX, openalex_type="dissertation"),
    Known(r"@standard{din, title={{DIN EN ISO 9001:2015-11}: Qualit{\"a}tsmanagementsysteme -- Anforderungen}, organization={Beuth Verlag}, year={2015}}", None),
    # names and scripts
    known("@book{lotman, author={Лотман, Ю. М.}, title={Структура художественного текста}, publisher={Искусство}, address={М.}, year={1970}}", "Структура художественного текста", "Лотман, Юрий Михайлович", 1970, "Искусство", doi="", type=B, held=UNION),
    known("@book{fei, author={费孝通}, title={乡土中国}, publisher={观察社}, year={1948}}", "乡土中国", "费, 孝通", 1948, "观察社", doi="", type=B, held=UNION, editions=[1985]),
    known(r"@article{banach, author={Stefan Banach}, title={Sur les op{\'e}rations dans les ensembles abstraits et leur application aux {\'e}quations int{\'e}grales}, journal={Fund. Math.}, volume={3}, pages={133-181}, year={1922}}", "Sur les opérations dans les ensembles abstraits et leur application aux équations intégrales", "Banach, Stefan", 1922, "Fundamenta Mathematicae", doi="10.4064/fm-3-1-133-181", type=J, volume="3", page="133-181"),
    known(r"@article{yang, author={Yang, C. N. and Mills, R. L.}, title={Conservation of Isotopic Spin and Isotopic Gauge Invariance}, journal={Phys. Rev.}, volume={96}, number={1}, pages={191}, year={1954}, doi={https://link.aps.org/doi/10.1103/PhysRev.96.191}}", "Conservation of Isotopic Spin and Isotopic Gauge Invariance", "Yang, C. N.; Mills, R. L.", 1954, "Physical Review", doi="10.1103/physrev.96.191", type=J, volume="96", page="191-195"),
    known(r"@book{eco, author={Umberto Eco}, title={Lector in fabula: la cooperazione interpretativa nei testi narrativi}, publisher={Bompiani}, address={Milano}, year={1979}}", "Lector in fabula", "Eco, Umberto", 1979, "Bompiani", doi="", type=B, held=CATALOGUES, subtitle=["la cooperazione interpretativa nei testi narrativi"]),
    known(r"@article{schneider, author={P. {van der} Schaaf and J. H. {van Hateren}}, title={Modelling the power spectra of natural images: Statistics and information}, journal={Vision Res.}, volume={36}, pages={2759--70}, year={1996}}", "Modelling the power spectra of natural images: Statistics and information", "van der Schaaf, A.; van Hateren, J.H.", 1996, "Vision Research", doi="10.1016/0042-6989(96)00002-8", type=J, volume="36", page="2759-2770"),
    known(r"@book{kittler, author={Kittler, Friedrich A.}, title={The Grammophone, Film, Typewriter}, publisher={Stanford UP}, year={1999}}", "Gramophone, film, typewriter", "Kittler, Friedrich A.", 1999, "Stanford University Press", doi="", type=B, held=CATALOGUES),
]  # fmt: skip

NEAR = near_each(VALID, 9500)

SHELVES = [
    *(work("", title, authors, year, publisher, type=B) for title, authors, year, publisher in (
        ("Political liberalism", "Rawls, John", 1993, "Columbia University Press"),
        ("The human condition", "Arendt, Hannah", 1958, "University of Chicago Press"),
        ("The economics of inequality", "Piketty, Thomas", 2015, "Belknap Press"),
        ("The role of the reader", "Eco, Umberto", 1979, "Indiana University Press"),
        ("Discourse networks", "Kittler, Friedrich A.", 1990, "Stanford University Press"),
    )),
    *(work("", f"{title}, {year}", author, year, publisher, type=B)
      for publisher, year in (("Harvard University Press", 1999), ("Stanford University Press", 1999), ("Addison-Wesley", 1998), ("Belknap Press", 2014), ("Academic Press", 1975))
      for title, author in (("A garden of ferns", "Fern, Ada"), ("Notes on hail", "Hail, Bo"), ("Weirs and mills", "Weir, Cy"))),
]  # fmt: skip

INVENTED = made_up(
    "lint",
    r"article{author={Labov, William}, title={The asocial motivation of a spelling change}, journal={Word}, volume={21}, pages={173--209}, year={1965}}",
    r"article{author={Akerlof, George A.}, title={The market for limes: certainty and the absence of mechanisms}, journal={QJE}, volume={86}, pages={588--600}, year={1972}}",
    r"article{author={Crenshaw, K. and Holmes, O. W.}, title={Mapping the footpaths of the law}, journal={Stan. L. Rev.}, volume={45}, pages={241}, year={1993}}",
    r"article{author={{SPRINT Research Group}}, title={A Randomized Trial of Intensive versus Casual Hand-Shaking}, journal={N Engl J Med}, volume={375}, pages={1103--1116}, year={2016}}",
    r"inproceedings{author={He, K. and Sun, J.}, title={Shallow Residual Forgetting for Image Misrecognition}, booktitle={CVPR}, pages={1770--1778}, year={2018}}",
    r"misc{author={Hugo Touvron and Gautier Izacard}, title={Alpaca Herding at Scale with Foundation Fences}, year={2024}, eprint={2402.93971}, archivePrefix={arXiv}}",
    r"article{author={Wiles, Andrew}, title={Modular elliptic ovens and the last loaf}, journal={Ann. of Math.}, volume={147}, pages={143--251}, year={1998}, doi={10.2307/9998559}}",
    r"book{author={Rawls, John}, title={A Theory of Injuries}, publisher={Harvard University Press}, year={1999}}",
    r"book{author={Kittler, Friedrich A.}, title={Telephone, Toaster, Typist}, publisher={Stanford University Press}, year={1999}}",
    r"article{author={Lindholm, Saga and Baptiste, Jules}, title={Seasonal lending of umbrellas in public libraries}, journal={Journal of Economic Behavior and Organization}, volume={140}, pages={61--77}, year={2017}}",
)  # fmt: skip

_altered = partial(altered, VALID)
_noticed = partial(noticed, VALID)

#: Works that exist, with one thing wrong; the last five are books and chapters.
ALTERED = [
    _altered("labov", "volume=19", "volume=91"),
    _altered("akerlof", "488--500", "588--600"),
    _altered("crenshaw", "Identity Politics", "Party Politics"),
    _altered("watson", "WATSON JD, CRICK FH", "PAULING L, COREY RB"),
    _altered("wiles", "Ann. of Math. (2)", "Invent. Math."),
    _altered("hill", "year={1965}", "year={1975}"),
    _altered("llama", "2302.13971", "2303.08774"),
    _altered("rawls", "Rawls, J.", "Nozick, R."),
    _altered("conversation", "41--58", "141--158"),
    _altered("knuth3", "Sorting and Searching", "Sorting and Scheduling"),
    _altered("piketty", "Capital in the 21st Century", "Capital in the 19th Century"),
    _altered("eco", "Lector in fabula", "Lector in machina"),
]  # fmt: skip


#: Notices, each known to one index alone.
NOTICES = [
    _noticed("watson", "crossref", "retracted", **{"updated-by": [{"type": "retraction", "DOI": "10.9999/l1"}]}),
    _noticed("prisma", "crossref", "corrected", **{"updated-by": [{"type": "correction", "DOI": "10.9999/l2"}]}),
    _noticed("sprint", "openalex", "retracted", is_retracted=True),
    _noticed("ncd", "europepmc", "concern", corrections=[{"type": "Expression of concern in", "id": "51"}]),
    _noticed("llama", "arxiv", "withdrawn", comment="This paper has been withdrawn"),
]  # fmt: skip
