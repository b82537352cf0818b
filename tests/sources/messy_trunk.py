"""A twenty-first set: further entries of the kinds of the twentieth, by the same author, run once after what that had shown was mended."""

from __future__ import annotations

from functools import partial

from messy_desk import ARXIV
from messy_offices import ALEX, CATALOGUES, DATA, FREE, UNION, near_each, noticed
from messy_strangers import B, C, J, Known, P, altered, known, made_up
from services import work

VALID = [
    # theses, reports, standards
    known(r"@phdthesis{church, author={Rabiner, L. R.}, title={Fuzzy Thermostats in Cold Houses}, school={Univ. of Illinois at Urbana--Champaign}, year={1996}, month={May}, note={UMI Order No. GAX96-12345}}", "Fuzzy thermostats in cold houses", "Rabiner, Leo Robert", 1996, "", doi="", held=FREE, openalex_type="dissertation"),
    known(r"@phdthesis{steele, author={Guy Lewis {Steele, Jr.}}, title={The definition and implementation of a computer programming language based on constraints}, school={MIT AI Lab}, year={1980}, type={{PhD} thesis, {AI-TR} 595}}", "The Definition and Implementation of a Computer Programming Language Based on Constraints", "Steele, Guy Lewis", 1980, "DSpace@MIT", doi="", held=ALEX, openalex_type="report"),
    known(r"@techreport{nhtsa, author={{Environmental Protection Agency}}, title={{EPA/600/R-12/001}: Guidelines for Water Reuse}, address={Washington, DC}, year={2012}}", "Guidelines for water reuse", "", 2012, "U.S. Environmental Protection Agency", doi="", held=ALEX, openalex_type="report"),
    known(r"@techreport{ecb, author={Smets, F. and Wouters, R.}, title={An Estimated Stochastic Dynamic General Equilibrium Model of the Euro Area}, type={ECB Working Paper}, number={171}, year={2002}}", "An Estimated Stochastic Dynamic General Equilibrium Model of the Euro Area", "Smets, Frank Rafael; Wouters, Raf", 2002, "SSRN Electronic Journal", doi="10.2139/ssrn.1691984", type=J),
    known(r"@misc{fips, title={{FIPS PUB 180-4}: Secure Hash Standard ({SHS})}, author={{Dang, Quynh H. (NIST)}}, howpublished={Federal Information Processing Standards}, year={2015}, doi={10.6028/NIST.FIPS.180-4}}", "Secure Hash Standard", "Dang, Quynh H.", 2015, "National Institute of Standards and Technology", doi="10.6028/nist.fips.180-4", type="report"),
    Known(r"@standard{en1992, title={{EN 1992-1-1: Eurocode 2: Design of concrete structures --- Part 1-1}}, organization={CEN}, address={Brussels}, year={2004}}", None),
    # programs, data
    known(r"@article{seaborn, author={Waskom, M. L.}, title={seaborn: statistical data visualization}, journal={J. Open Source Softw.}, volume={6(60)}, pages={3021}, year={2021}, url={https://doi.org/10.21105/joss.03021}}", "seaborn: statistical data visualization", "Waskom, Michael", 2021, "Journal of Open Source Software", doi="10.21105/joss.03021", type=J, volume="6", page="3021"),
    known(r"@misc{coco, author={T.-Y. Lin and M. Maire and S. Belongie and J. Hays and others}, title={Microsoft {COCO}: Common objects in context}, year={2014}, eprint={1405.0312}, note={(ECCV)}}", "Microsoft COCO: Common Objects in Context", "Lin, Tsung-Yi; Maire, Michael; Belongie, Serge; Bourdev, Lubomir; Girshick, Ross; Hays, James", 2014, "arXiv", doi="10.48550/arxiv.1405.0312", held=ARXIV, arxiv="1405.0312v3"),
    known(r"@dataset{argo, author={Argo}, title={Argo float data and metadata from Global Data Assembly Centre (Argo GDAC)}, publisher={SEANOE}, year={2000}, doi={10.17882/42182}}", "Argo float data and metadata from Global Data Assembly Centre (Argo GDAC)", "Argo, ", 2024, "SEANOE", doi="10.17882/42182", general="Dataset", held=DATA),
    known(r"@manual{mgcv, title={Mixed GAM Computation Vehicle with Automatic Smoothness Estimation}, author={Simon Wood}, year={2022}, note={R package version 1.8-41}}", "mgcv: Mixed GAM Computation Vehicle with GCV/AIC/REML smoothness estimation", "Wood, Simon", 2012, "", doi="", held=FREE),
    Known(r"@misc{stolper, title={Directive 2001/29/EC (InfoSoc)}, howpublished={OJ L 167, 22.6.2001}, year={2001}}", None),
    # books, translations, editions
    known(r"@book{deleuze, author={Deleuze, Gilles and Guattari, F{\'e}lix}, title={A Thousand Plateaus: Capitalism and Schizophrenia}, translator={Massumi, Brian}, publisher={Univ of Minnesota Press}, year={1987}}", "A thousand plateaus", "Deleuze, Gilles; Guattari, Félix", 1987, "University of Minnesota Press", doi="", type=B, held=CATALOGUES, subtitle=["capitalism and schizophrenia"], editions=[1988, 2005]),
    known(r"@book{luhmann, author={N. Luhmann}, title={Soziale Systeme -- Grundri{\ss} einer allgemeinen Theorie}, series={stw}, number={666}, edition={2. Aufl.}, publisher={Suhrkamp}, address={Frankfurt a. M.}, year={1988}}", "Soziale Systeme", "Luhmann, Niklas", 1984, "Suhrkamp", doi="", type=B, held=CATALOGUES, subtitle=["Grundriß einer allgemeinen Theorie"], editions=[1987, 1988], stated={1984: "1. Aufl.", 1987: "1. Aufl.", 1988: "2. Aufl."}),
    known(r"@book{griffiths, author={Griffiths, David J.}, title={Introduction to Electrodynamics}, edition={4th}, publisher={Pearson}, year={2013}}", "Introduction to electrodynamics", "Griffiths, David J.", 1981, "Prentice Hall", doi="", type=B, held=CATALOGUES, editions=[1989, 1999, 2013], stated={1981: "", 1989: "2. ed.", 1999: "3. ed.", 2013: "4. ed., internat. ed."}),
    known(r"@book{tanenbaum, author={Andrew S. Tanenbaum and David J. Wetherall}, title={Computer Networks}, edition={Fifth (International)}, year={2010}, publisher={Prentice Hall Press}, isbn={0132126958}}", "Computer networks", "Tanenbaum, Andrew S.; Wetherall, David", 2011, "Pearson", doi="", type=B, held=CATALOGUES, editions=[1981, 2003, 2014], stated={2011: "5. ed.", 1981: "", 2003: "4. ed.", 2014: "5. ed., Pearson new internat. ed."}),
    known(r"@book{montgomery, author={Montgomery, D.C. and Runger, G.C.}, title={Applied statistics and probability for engineers}, edition={3rd edn}, publisher={Wiley, New York}, year={2002}}", "Applied statistics and probability for engineers", "Montgomery, Douglas C.; Runger, George C.", 2003, "Wiley", doi="", type=B, held=CATALOGUES, editions=[1994, 2007], stated={2003: "3. ed.", 1994: "", 2007: "4. ed."}),
    known(r"@book{goodfellow, title={Deep learning}, author={Goodfellow, Ian and Bengio, Yoshua and Courville, Aaron and Bengio, Yoshua}, volume={1}, number={2}, year={2016}, publisher={MIT press Cambridge}}", "Deep learning", "Goodfellow, Ian; Bengio, Yoshua; Courville, Aaron", 2016, "The MIT Press", doi="", type=B, held=CATALOGUES),
    known(r"@book{hatcher, author={Hatcher, Allen}, title={Algebraic topology}, publisher={Cambridge Univ. Press}, year={2000}, address={Cambridge}}", "Algebraic topology", "Hatcher, Allen", 2002, "Cambridge University Press", doi="", type=B, held=CATALOGUES, editions=[2001]),
    known(r"@book{cervantes, author={Cervantes Saavedra, Miguel de}, title={El ingenioso hidalgo don Quijote de la Mancha}, editor={Francisco Rico}, publisher={Instituto Cervantes/Cr{\'\i}tica}, year={1998}}", "El ingenioso hidalgo don Quijote de la Mancha", "Cervantes Saavedra, Miguel de", 1605, "Juan de la Cuesta", doi="", type=B, held=UNION, editions=[1912, 1998, 2004]),
    known(r"@book{vanloan, author={Golub, G. H. and Van Loan, C. F.}, title={Matrix Computations ({3rd} ed.)}, publisher={Johns Hopkins Univ. Press}, address={Baltimore, MD}, year={1996}}", "Matrix computations", "Golub, Gene H.; Van Loan, Charles F.", 1983, "Johns Hopkins University Press", doi="", type=B, held=CATALOGUES, editions=[1989, 1996, 2013], stated={1983: "", 1989: "2. ed.", 1996: "3. ed.", 2013: "4. ed."}),
    # chapters and proceedings
    known(r"@incollection{vygotskych, author={Lave, J.}, title={Situating learning in communities of practice}, booktitle={Perspectives on socially shared cognition}, editor={Resnick, L. B. and Levine, J. M. and Teasley, S. D.}, pages={63--82}, publisher={APA}, year={1991}}", "Situating learning in communities of practice.", "Lave, Jean", 1991, "Perspectives on socially shared cognition.", doi="10.1037/10096-003", type=C, page="63-82"),
    known(r"@incollection{freire, author={Hall, Stuart}, title={Encoding/Decoding}, booktitle={Culture, Media, Language}, editor={Hall et al.}, publisher={Hutchinson}, year={1980}, pages={128-38}}", "Encoding—Decoding (1980)", "Hall, Stuart", 2022, "Crime and Media", doi="10.4324/9780367809195-5", type=C, page="44-55"),
    known(r"@inproceedings{gmres2, author={Chen, T. and Guestrin, C.}, title={Xgboost: A scalable tree boosting system}, booktitle={Proc. 22nd ACM SIGKDD Int. Conf. Knowl. Discov. Data Min. (KDD '16)}, pages={785--794}, year={2016}}", "XGBoost", "Chen, Tianqi; Guestrin, Carlos", 2016, "Proceedings of the 22nd ACM SIGKDD International Conference on Knowledge Discovery and Data Mining", doi="10.1145/2939672.2939785", type=P, page="785-794", subtitle=["A Scalable Tree Boosting System"]),
    known(r"@inproceedings{spark, author={M. Zaharia and M. Chowdhury and T. Das and A. Dave}, title={Resilient Distributed Datasets: A Fault-Tolerant Abstraction for In-Memory Cluster Computing}, booktitle={NSDI'12}, pages={2--2}, year={2012}}", "Resilient Distributed Datasets: A Fault-Tolerant Abstraction for In-Memory Cluster Computing", "Zaharia, M.; Chowdhury, Mosharaf; Das, Tathagata; Dave, Ankur; Ma, Justin; McCauley, M.; Franklin, M.; Shenker, S.; Stoica, I.", 2012, "Symposium on Networked Systems Design and Implementation", doi="", held=FREE),
    known(r"@inproceedings{yolo, author={Redmon, Joseph and Divvala, Santosh and Girshick, Ross and Farhadi, Ali}, title={You only look once: Unified, real-time object detection}, booktitle={Proceedings of the IEEE conference on computer vision and pattern recognition}, pages={780--787}, year={2016}}", "You Only Look Once: Unified, Real-Time Object Detection", "Redmon, Joseph; Divvala, Santosh; Girshick, Ross; Farhadi, Ali", 2016, "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)", doi="10.1109/cvpr.2016.91", type=P, page="779-788"),
    # names, scripts, bodies
    known(r"@article{noether, author={Emmy Noether}, title={Invariante {V}ariationsprobleme}, journal={Nachr. d. K{\"o}nig. Gesellsch. d. Wiss. zu G{\"o}ttingen, Math-phys. Klasse}, pages={235--257}, year={1918}}", "Invariante Variationsprobleme", "Noether, E.", 1918, "Nachrichten von der Gesellschaft der Wissenschaften zu Göttingen, Mathematisch-Physikalische Klasse", doi="", held=FREE, type=J),
    known(r"@article{szemeredi, author={Szemer{\'e}di, E.}, title={On sets of integers containing no $k$ elements in arithmetic progression}, journal={Acta Arith.}, volume={27}, pages={199--245}, year={1975}, note={Collection of articles in memory of Juri{\u\i} Vladimirovi{\v c} Linnik}}", "On sets of integers containing k elements in arithmetic progression", "Szemerédi, E.", 1975, "Acta Arithmetica", doi="10.4064/aa-27-1-199-245", type=J, volume="27", page="199-245"),
    known(r"@article{bogoliubov, author={Bogoliubov, N. N.}, title={On the theory of superfluidity}, journal={J. Phys. USSR}, volume={11}, pages={23}, year={1947}, note={Izv. Akad. Nauk Ser. Fiz. 11, 77}}", "On the theory of superfluidity", "Bogolyubov, N.", 1947, "", doi="", held=FREE),
    known("@article{zhang, author={张伟 and 李娜 and 王芳}, title={城市轨道交通客流预测模型研究}, journal={交通运输系统工程与信息}, volume={18}, number={3}, pages={1--7}, year={2018}}", "城市轨道交通客流预测模型研究", "张, 伟", 2018, "交通运输系统工程与信息", doi="", type=J, held=ALEX),
    known(r"@article{ligo, author={Abbott, B. P. and others}, collaboration={LIGO Scientific Collaboration and Virgo Collaboration}, title={Observation of Gravitational Waves from a Binary Black Hole Merger}, journal={Phys.Rev.Lett.}, volume={116}, number={6}, pages={061102}, year={2016}}", "Observation of Gravitational Waves from a Binary Black Hole Merger", "Abbott, B. P.; Abbott, R.; Abbott, T. D.; Abernathy, M. R.", 2016, "Physical Review Letters", doi="10.1103/physrevlett.116.061102", type=J, volume="116", page="061102"),
    known(r"@article{diamond, author={{The Diabetes Control and Complications Trial Research Group}}, title={The effect of intensive treatment of diabetes on the development and progression of long-term complications in insulin-dependent diabetes mellitus}, journal={N Engl J Med}, volume={329}, pages={977-86}, year={1993}}", "The Effect of Intensive Treatment of Diabetes on the Development and Progression of Long-Term Complications in Insulin-Dependent Diabetes Mellitus", "", 1993, "New England Journal of Medicine", doi="10.1056/nejm199309303291401", type=J, volume="329", page="977-986"),
    known(r"@article{wegener, author={Mac Lane, S. and Eilenberg, S.}, title={General theory of natural equivalences}, journal={Trans. Amer. Math. Soc.}, volume={58}, pages={231--294}, year={1945}}", "General theory of natural equivalences", "Eilenberg, Samuel; MacLane, Saunders", 1945, "Transactions of the American Mathematical Society", doi="10.1090/s0002-9947-1945-0013131-6", type=J, volume="58", page="231-294"),
    # preprints, journals, identifiers
    known(r"@article{mixup, author={Zhang, H. and Cisse, M. and Dauphin, Y. N. and Lopez-Paz, D.}, title={mixup: Beyond empirical risk minimization}, journal={arXiv:1710.09412 [cs, stat]}, month={April}, year={2018}, note={arXiv: 1710.09412}}", "mixup: Beyond Empirical Risk Minimization", "Zhang, Hongyi; Cisse, Moustapha; Dauphin, Yann N.; Lopez-Paz, David", 2017, "arXiv", doi="10.48550/arxiv.1710.09412", held=ARXIV, arxiv="1710.09412v2"),
    known(r"@article{kuhnmedrxiv, author={Cevik, M. and Tate, M. and Lloyd, O. and Maraolo, A.}, title={SARS-CoV-2 viral load dynamics, duration of viral shedding and infectiousness -- a living systematic review}, journal={medRxiv}, year={2020}}", "SARS-CoV-2, SARS-CoV-1 and MERS-CoV viral load dynamics, duration of viral shedding and infectiousness: a living systematic review and meta-analysis", "Cevik, M.; Tate, M.; Lloyd, O.; Maraolo, A. E.", 2020, "medRxiv", doi="10.1101/2020.07.25.20162107", type="posted-content"),
    known(r"@article{benjamini2, author={Benjamini, Y. and Yekutieli, D.}, title={The control of the false discovery rate in multiple testing under dependency}, journal={Ann. Statist.}, volume={29}, number={4}, pages={1165--1188}, year={2001}, doi={http://dx.doi.org/10.1214/aos/1013699998}}", "The control of the false discovery rate in multiple testing under dependency", "Benjamini, Yoav; Yekutieli, Daniel", 2001, "The Annals of Statistics", doi="10.1214/aos/1013699998", type=J, volume="29", page="1165-1188"),
    known(r"@article{hardin, author={G. Hardin}, title={The Tragedy of the Commons}, journal={Science (New York, N.Y.)}, volume={162}, number={3859}, pages={1243--8}, year={1968}, pmid={5699198}}", "The Tragedy of the Commons", "Hardin, Garrett", 1968, "Science", doi="10.1126/science.162.3859.1243", type=J, volume="162", page="1243-1248"),
    known(r"@article{maslow, author={MASLOW, A H}, title={{A Theory of Human Motivation}}, journal={Psychological Review}, volume={L}, pages={370-396}, year={1943}}", "A theory of human motivation.", "Maslow, A. H.", 1943, "Psychological Review", doi="10.1037/h0054346", type=J, volume="50", page="370-396"),
    known(r"@article{miller, author={Miller, George A.}, title={The Magical Number Seven, Plus or Minus Two}, journal={Psych. Rev.}, volume={63}, pages={81--97}, year={1956}}", "The magical number seven, plus or minus two: Some limits on our capacity for processing information.", "Miller, George A.", 1956, "Psychological Review", doi="10.1037/h0043158", type=J, volume="63", page="81-97"),
    known(r"@article{doll, author={Doll, R. and Hill, A. B.}, title={Smoking and Carcinoma of the Lung. Preliminary Report}, journal={Br Med J}, volume={2}, number={4682}, pages={739--748}, year={1950}}", "Smoking and Carcinoma of the Lung", "Doll, R.; Hill, A. B.", 1950, "BMJ", doi="10.1136/bmj.2.4682.739", type=J, volume="2", page="739-748"),
    known(r"@article{sanger, author={Sanger, F and Nicklen, S and Coulson, AR}, title={{DNA} sequencing with chain-terminating inhibitors}, journal={Proc Natl Acad Sci U S A}, volume={74}, pages={5463--5467}, year={1977}, doi={10.1073/pnas.74.12.5463 .}}", "DNA sequencing with chain-terminating inhibitors", "Sanger, F.; Nicklen, S.; Coulson, A. R.", 1977, "Proceedings of the National Academy of Sciences", doi="10.1073/pnas.74.12.5463", type=J, volume="74", page="5463-5467"),
]  # fmt: skip

NEAR = near_each(VALID, 8000)

SHELVES = [
    *(work("", title, authors, year, publisher, type=B) for title, authors, year, publisher in (
        ("Introduction to quantum mechanics", "Griffiths, David J.", 1995, "Prentice Hall"),
        ("Modern operating systems", "Tanenbaum, Andrew S.", 1992, "Prentice Hall"),
        ("Anti-Oedipus", "Deleuze, Gilles; Guattari, Félix", 1983, "University of Minnesota Press"),
        ("Die Wissenschaft der Gesellschaft", "Luhmann, Niklas", 1990, "Suhrkamp"),
        ("Design and analysis of experiments", "Montgomery, Douglas C.", 1976, "Wiley"),
    )),
    *(work("", f"{title}, {year}", author, year, publisher, type=B)
      for publisher, year in (
          ("Suhrkamp", 1988), ("Pearson", 2013), ("Wiley", 2004), ("MIT Press", 2016), ("Cambridge University Press", 2000), ("Johns Hopkins University Press", 1998),
          ("University of Minnesota Press", 1990),
      )
      for title, author in (("A garden of ferns", "Fern, Ada"), ("Notes on hail", "Hail, Bo"), ("Weirs and mills", "Weir, Cy"))),
]  # fmt: skip

INVENTED = made_up(
    "mist",
    r"article{author={Hardin, G.}, title={The comedy of the commons: a second rehearsal}, journal={Science}, volume={171}, pages={243--248}, year={1971}}",
    r"article{author={Sanger, F and Coulson, AR}, title={{DNA} forgetting with chain-terminating habits}, journal={Proc Natl Acad Sci U S A}, volume={76}, pages={1463--1467}, year={1979}}",
    r"inproceedings{author={Chen, T. and Guestrin, C.}, title={{XGBoast}: a scalable tree flattery system}, booktitle={KDD '18}, pages={185--194}, year={2018}}",
    r"article{author={Zhang, H. and Lopez-Paz, D.}, title={mixdown: below empirical risk maximization}, journal={arXiv preprint arXiv:1910.99412}, year={2019}}",
    r"article{author={Benjamini, Y. and Hill, A. B.}, title={The control of false smoke in multiple pipes}, journal={Ann. Statist.}, volume={31}, pages={165--188}, year={2003}}",
    r"book{author={Griffiths, David J.}, title={Introduction to elevated mechanics}, publisher={Pearson}, year={2013}}",
    r"book{author={Golub, G. H. and Van Loan, C. F.}, title={Vector Complications}, publisher={Johns Hopkins University Press}, year={1998}}",
    r"article{author={Vihmar, Siiri and Castellanos, Hugo}, title={Moss growth on railway sleepers after the steam era}, journal={Landscape and Urban Planning}, volume={144}, pages={31--40}, year={2015}, doi={10.1016/j.landurbplan.2015.99.031}}",
    r"incollection{author={Lave, J.}, title={Unsettling learning in communities of rivals}, booktitle={Perspectives on socially shared cognition}, editor={Resnick, L. B.}, pages={163--182}, publisher={APA}, year={1991}}",
    r"article{author={Cevik, M. and Tate, M. and Lloyd, O.}, title={Infectiousness of rumours in hospital corridors}, journal={medRxiv}, year={2021}}",
)  # fmt: skip

_altered = partial(altered, VALID)
_noticed = partial(noticed, VALID)

#: Works that exist, with one thing wrong; the last four are books and chapters.
ALTERED = [
    _altered("doll", "Carcinoma", "Sarcoma"),
    _altered("hardin", "year={1968}", "year={1978}"),
    _altered("wegener", "Mac Lane, S. and Eilenberg, S.", "Cartan, H. and Eilenberg, S."),
    _altered("benjamini2", "Ann. Statist.", "Biometrika"),
    _altered("sanger", "5463--5467", "5643--5647"),
    _altered(
        "mixup",
        "arXiv:1710.09412 [cs, stat]}, month={April}, year={2018}, note={arXiv: 1710.09412}",
        "arXiv:1706.03762 [cs, stat]}, month={April}, year={2018}",
    ),
    _altered("griffiths", "edition={4th}", "edition={6th}"),
    _altered("deleuze", "Thousand Plateaus", "Thousand Plateaux and Valleys"),
    _altered("vygotskych", "author={Lave, J.}", "author={Levine, J. M.}"),
    _altered("vanloan", "Matrix Computations", "Matrix Permutations"),
]


#: Notices, each known to one index alone.
NOTICES = [
    _noticed("sanger", "crossref", "retracted", **{"updated-by": [{"type": "retraction", "DOI": "10.9999/t1"}]}),
    _noticed("yolo", "crossref", "corrected", **{"updated-by": [{"type": "correction", "DOI": "10.9999/t2"}]}),
    _noticed("diamond", "openalex", "retracted", is_retracted=True),
    _noticed("hardin", "europepmc", "concern", corrections=[{"type": "Expression of concern in", "id": "31"}]),
    _noticed("mixup", "arxiv", "withdrawn", comment="This paper has been withdrawn"),
]  # fmt: skip
