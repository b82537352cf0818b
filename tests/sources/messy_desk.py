"""An eighteenth set: what lies on the desk of somebody who writes a thesis in any field, as it was typed, and what an index makes of it.

Theses, reports, standards, programs, data, law, translations, reprints, bodies, scripts, particles, accents, preprints, proceedings that
became articles, chapters, editions, volumes, abbreviated journals, lettered pages, identifiers with something behind them.  Written and
committed before it was run, by an author who had read no line of how entries are compared.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from messy_offices import ALEX, CATALOGUES, DATA, FREE, OPEN, UNION, Noticed, near
from messy_strangers import B, C, J, Known, P, altered, known
from services import work

ARXIV = ("arxiv", "openalex", "semanticscholar", "datacite")
S2 = ("semanticscholar",)

VALID = [
    # theses
    known(r"@mastersthesis{relay, author={Shannon, Claude Elwood}, title={A symbolic analysis of relay and switching circuits}, school={Massachusetts Institute of Technology}, year={1940}, type={{M.S.} thesis}}", "A symbolic analysis of relay and switching circuits", "Shannon, Claude Elwood", 1940, "DSpace@MIT (Massachusetts Institute of Technology)", doi="", held=ALEX, source_type="repository", openalex_type="dissertation"),
    known(r"@phdthesis{fielding, title={{REST:} architectural styles and the design of network-based software architectures}, author={Fielding, Roy T}, journal={Doctoral dissertation, University of California}, year={2000}}", "Architectural Styles and the Design of Network-based Software Architectures", "Fielding, Roy Thomas", 2000, "", doi="", held=FREE),
    known(r"@phdthesis{petri, author={Petri, C.A.}, title={{Kommunikation mit Automaten}}, school={Rheinisch-Westf{\"a}lisches Institut f{\"u}r Instrumentelle Mathematik an der Universit{\"a}t Bonn}, year=1962, note={Schriften des IIM Nr. 2}}", "Kommunikation mit Automaten", "Petri, Carl Adam", 1962, "Rhein.-Westfäl. Inst. f. Instrumentelle Mathematik", doi="", type=B, held=UNION),
    known(r"@misc{hochreiter, author={Josef Hochreiter}, title={{Untersuchungen zu dynamischen neuronalen Netzen}}, howpublished={Diploma thesis, TU M{\"u}nchen}, year={1991}}", "Untersuchungen zu dynamischen neuronalen Netzen", "Hochreiter, Sepp", 1991, "", doi="", held=S2),
    known(r"@phdthesis{werbos, author={Werbos, P. J.}, title={Beyond Regression: New Tools for Prediction and Analysis in the Behavioral Sciences}, school={Harvard University}, month={August}, year={1974}}", "Beyond Regression : 'New Tools for Prediction and Analysis in the Behavioral Sciences", "Werbos, Paul John", 1975, "", doi="", held=ALEX, openalex_type="dissertation"),
    Known(r"@mastersthesis{pumpen, author={L{\"u}tke-Entrup, J.}, title={Vergleich zweier Regler f{\"u}r drehzahlvariable Pumpen}, type={Bachelorarbeit}, school={FH M{\"u}nster}, year={2017}, note={unver{\"o}ffentlicht}}", None),
    # reports
    known(r"@techreport{frontier, author={V. Bush}, title={Science -- The Endless Frontier. {A} Report to the President on a Program for Postwar Scientific Research}, institution={U.S. Government Printing Office}, address={Washington}, year={1945}}", "Science, the endless frontier", "Bush, Vannevar", 1945, "U.S. Govt. Print. Off.", doi="", type=B, held=CATALOGUES, subtitle=["a report to the President on a program for postwar scientific research"]),
    known(r"@techreport{nist, author={Grassi, P. A. and Garcia, M. E. and Fenton, J. L.}, title={{NIST} {SP} 800-63-3: Digital identity guidelines}, institution={National Institute of Standards and Technology}, year={2017}, number={NIST SP 800-63-3}}", "Digital identity guidelines: revision 3", "Grassi, Paul A; Garcia, Michael E; Fenton, James L", 2017, "National Institute of Standards and Technology", doi="10.6028/nist.sp.800-63-3", type="report"),
    known(r"@misc{rfc, series={Request for Comments}, number={2119}, howpublished={RFC 2119}, publisher={RFC Editor}, doi={10.17487/RFC2119}, url={https://www.rfc-editor.org/info/rfc2119}, author={Scott O. Bradner}, title={{Key words for use in RFCs to Indicate Requirement Levels}}, pagetotal={3}, year={1997}, month=mar}", "Key words for use in RFCs to Indicate Requirement Levels", "Bradner, S.", 1997, "RFC Editor", doi="10.17487/rfc2119", type="report"),
    known(r"@techreport{pagerank, number={1999-66}, month={November}, author={Lawrence Page and Sergey Brin and Rajeev Motwani and Terry Winograd}, title={The PageRank Citation Ranking: Bringing Order to the Web.}, type={Technical Report}, publisher={Stanford InfoLab}, institution={Stanford InfoLab}, year={1999}, note={Previous number = SIDL-WP-1999-0120}}", "The PageRank Citation Ranking : Bringing Order to the Web", "Page, Lawrence; Brin, Sergey; Motwani, Rajeev; Winograd, Terry", 1998, "The Web Conference", doi="", held=S2),
    known(r"@techreport{chinashock, author={David H. Autor and David Dorn and Gordon H. Hanson}, title={The China Syndrome: Local Labor Market Effects of Import Competition in the United States}, institution={National Bureau of Economic Research}, type={Working Paper}, series={Working Paper Series}, number={18054}, year={2012}, month={May}, doi={10.3386/w18054}}", "The China Syndrome: Local Labor Market Effects of Import Competition in the United States", "Autor, David; Dorn, David; Hanson, Gordon", 2012, "National Bureau of Economic Research", doi="10.3386/w18054", type="report"),
    known(r"@book{wdr, author={{World Bank}}, title={World Development Report 2019: The Changing Nature of Work}, address={Washington, DC}, publisher={World Bank}, year={2018}, doi={doi:10.1596/978-1-4648-1328-3}}", "World Development Report 2019: The Changing Nature of Work", "World Bank, ", 2018, "The World Bank", doi="10.1596/978-1-4648-1328-3", type=B),
    known(r"@article{icrp, author={ICRP}, title={The 2007 {R}ecommendations of the {I}nternational {C}ommission on {R}adiological {P}rotection. {ICRP} {P}ublication 103}, journal={Ann. ICRP}, volume={37}, number={2-4}, year={2007}}", "The 2007 Recommendations of the International Commission on Radiological Protection. ICRP publication 103", "Valentin, J.", 2007, "Annals of the ICRP", type=J, volume="37", held=("europepmc", "openalex")),
    known(r"@techreport{rand, author={P. Baran}, title={On Distributed Communications: {I.} {I}ntroduction to Distributed Communications Networks}, institution={The RAND Corporation}, number={RM-3420-PR}, address={Santa Monica, CA}, month=aug, year={1964}}", "On Distributed Communications: I. Introduction to Distributed Communications Networks", "Baran, Paul", 1964, "RAND Corporation eBooks", doi="10.7249/rm3420", type="report"),
    # standards
    known(r"@article{floats, author={IEEE}, title={{IEEE} Standard for Floating-Point Arithmetic}, journal={IEEE Std 754-2019 (Revision of IEEE 754-2008)}, pages={1-84}, year={2019}, doi={10.1109/IEEESTD.2019.8766229}}", "IEEE Standard for Floating-Point Arithmetic", "", 2019, "IEEE", doi="10.1109/ieeestd.2019.8766229", type="standard"),
    Known(r"@standard{cpp, author={{ISO/IEC JTC 1/SC 22}}, title={{ISO/IEC} 14882:2017 Programming languages --- {C++}}, edition={5}, year={2017}, address={Geneva}}", None),
    known(r"@misc{astm, key={ASTM E399}, title={{ASTM E399-20}, Standard Test Method for Linear-Elastic Plane-Strain Fracture Toughness of Metallic Materials}, organization={ASTM International, West Conshohocken, PA}, year={2020}, doi={10.1520/E0399-20}}", "Test Method for Linear-Elastic Plane-Strain Fracture Toughness of Metallic Materials", "", 2020, "ASTM International", doi="10.1520/e0399-20", type="standard"),
    Known(r"@techreport{xml, author={Bray, T. and Paoli, J. and Sperberg-McQueen, C. M. and Maler, E. and Yergeau, F.}, title={Extensible Markup Language ({XML}) 1.0 (Fifth Edition)}, type={{W3C} Recommendation}, institution={W3C}, year={2008}, url={http://www.w3.org/TR/xml/}}", None),
    # programs
    known(r"@manual{rcore, title={R: A Language and Environment for Statistical Computing}, author={{R Core Team}}, organization={R Foundation for Statistical Computing}, address={Vienna, Austria}, year={2021}, url={https://www.R-project.org/}}", "R: A language and environment for statistical computing.", "Team, R Core", 2014, "", doi="", held=FREE),
    known(r"@book{ggplot, author={Hadley Wickham}, title={ggplot2: Elegant Graphics for Data Analysis}, publisher={Springer-Verlag New York}, year={2016}, isbn={978-3-319-24277-4}, url={https://ggplot2.tidyverse.org}}", "ggplot2", "Wickham, Hadley", 2016, "Use R!", doi="10.1007/978-3-319-24277-4", type=B, subtitle=["Elegant Graphics for Data Analysis"]),
    known(r"@incollection{torch, title={{PyTorch}: An Imperative Style, High-Performance Deep Learning Library}, author={Paszke, Adam and Gross, Sam and Massa, Francisco and et al.}, booktitle={Advances in Neural Information Processing Systems 32}, editor={H. Wallach and H. Larochelle}, pages={8024--8035}, publisher={Curran Associates, Inc.}, year={2019}}", "PyTorch: An Imperative Style, High-Performance Deep Learning Library", "Paszke, Adam; Gross, Sam; Massa, Francisco; Lerer, Adam; Bradbury, James; Chanan, Gregory", 2019, "Neural Information Processing Systems", doi="", held=ARXIV, arxiv="1912.01703"),
    known(r"@software{spacy, author={Honnibal, Matthew and Montani, Ines and Van Landeghem, Sofie and Boyd, Adriane}, title={{spaCy: Industrial-strength Natural Language Processing in Python}}, year={2020}, publisher={Zenodo}, doi={10.5281/zenodo.1212303}, url={https://doi.org/10.5281/zenodo.1212303}}", "explosion/spaCy: v3.7.2: Fixes for APIs and requirements", "Montani, Ines; Honnibal, Matthew; Boyd, Adriane; Van Landeghem, Sofie; Peters, Henning", 2023, "Zenodo", doi="10.5281/zenodo.1212303", general="Software", held=DATA),
    known(r"@article{gromacs, author={Abraham, M.J. and Murtola, T. and Schulz, R. and Pall, S. and Smith, J.C. and Hess, B. and Lindahl, E.}, title={{GROMACS}: High performance molecular simulations through multi-level parallelism from laptops to supercomputers}, journal={SoftwareX}, volume={1--2}, pages={19--25}, year={2015}}", "GROMACS: High performance molecular simulations through multi-level parallelism from laptops to supercomputers", "Abraham, Mark James; Murtola, Teemu; Schulz, Roland; Páll, Szilárd; Smith, Jeremy C.; Hess, Berk; Lindahl, Erik", 2015, "SoftwareX", doi="10.1016/j.softx.2015.06.001", type=J, volume="1-2", page="19-25"),
    # data
    known(r"@techreport{cifar, title={Learning multiple layers of features from tiny images}, author={Krizhevsky, Alex and Hinton, Geoffrey and others}, year={2009}, publisher={Toronto, ON, Canada}}", "Learning Multiple Layers of Features from Tiny Images", "Krizhevsky, Alex", 2009, "", doi="", held=FREE),
    known(r"@techreport{woa, author={R. A. Locarnini and A. V. Mishonov and O. K. Baranova and T. P. Boyer and M. M. Zweng and H. E. Garcia and others}, title={World Ocean Atlas 2018, Volume 1: Temperature}, institution={NOAA}, series={NOAA Atlas NESDIS 81}, pages={52pp.}, year={2018}, note={A. Mishonov, Technical Editor}}", "World ocean atlas 2018. Volume 1, Temperature", "Locarnini, Ricardo A.; Mishonov, Alexey V.; Baranova, Olga K.; Boyer, Timothy P.; Zweng, Melissa M.; Garcia, Hernan E.; Reagan, James R.; Seidov, Dan", 2019, "NOAA atlas NESDIS", doi="10.25923/e5rn-9711", type="report"),
    known(r"@misc{modis, author={Didan, K.}, title={{MOD13Q1} {MODIS/Terra} Vegetation Indices 16-Day {L3} Global 250m {SIN} Grid {V006} [Data set]}, howpublished={NASA EOSDIS Land Processes DAAC}, year={2015}, note={Accessed 2021-03-04 from \url{https://doi.org/10.5067/MODIS/MOD13Q1.006}}}", "MOD13Q1 MODIS/Terra Vegetation Indices 16-Day L3 Global 250m SIN Grid V006", "Didan, Kamel", 2015, "NASA EOSDIS Land Processes Distributed Active Archive Center", doi="10.5067/modis/mod13q1.006", general="Dataset", held=DATA),
    known(r"@misc{era5, author={Hersbach, H. and Bell, B. and Berrisford, P. and others}, title={{ERA5} hourly data on single levels from 1979 to present}, year={2018}, howpublished={Copernicus Climate Change Service (C3S) Climate Data Store (CDS)}, doi={10.24381/cds.adbb2d47}}", "ERA5 hourly data on single levels from 1940 to present", "Hersbach, Hans; Bell, Bill; Berrisford, Paul; Biavati, Gionata", 2023, "Copernicus Climate Change Service (C3S) Climate Data Store (CDS)", doi="10.24381/cds.adbb2d47", general="Dataset", held=DATA),
    # law
    Known(r"@misc{gdpr, title={Regulation ({EU}) 2016/679 of the {E}uropean {P}arliament and of the {C}ouncil (General Data Protection Regulation)}, author={{European Commission}}, year={2016}, howpublished={OJ L 119, 4.5.2016, p. 1--88}}", None),
    Known(r"@jurisdiction{roe, title={Roe v. Wade}, institution={U.S. Supreme Court}, number={410 U.S. 113}, date={1973}}", None),
    Known(r"@misc{bverfg, title={Volksz{\"a}hlungsurteil}, author={{BVerfG}}, howpublished={BVerfGE 65, 1 -- Urteil vom 15.12.1983, 1 BvR 209/83}, year={1983}}", None),
    # translations
    known(r"@book{tractatus, author={Wittgenstein, Ludwig}, title={Tractatus Logico-Philosophicus}, translator={Pears, D. F. and McGuinness, B. F.}, publisher={Routledge and Kegan Paul}, address={London}, year={1961}, origyear={1921}}", "Tractatus logico-philosophicus", "Wittgenstein, Ludwig", 1922, "Routledge & Kegan Paul", doi="", type=B, held=CATALOGUES, editions=[1955, 1961, 1974]),
    known(r"@book{foucault, author={Foucault, M.}, title={Discipline and Punish: The Birth of the Prison (A. Sheridan, Trans.)}, publisher={Vintage}, address={New York}, year={1995}, note={(Original work published 1975)}}", "Discipline and punish", "Foucault, Michel", 1977, "Vintage Books", doi="", type=B, subtitle=["the birth of the prison"], held=CATALOGUES, editions=[1979, 1995]),
    known(r"@book{bourdieu, author={Bourdieu, Pierre}, title={La distinction : critique sociale du jugement}, publisher={{\'E}ditions de Minuit}, collection={Le sens commun}, year={1979}}", "La distinction", "Bourdieu, Pierre", 1979, "Éd. de Minuit", doi="", type=B, subtitle=["critique sociale du jugement"], held=CATALOGUES),
    known(r"@book{landau, author={L. D. Landau and E. M. Lifshitz}, title={Mechanics}, series={Course of Theoretical Physics}, volume={1}, edition={3rd}, publisher={Butterworth-Heinemann}, address={Oxford}, year={1976}}", "Mechanics", "Landau, L. D.; Lifshits, E. M.", 1976, "Butterworth-Heinemann", doi="", type=B, held=CATALOGUES, editions=[1960, 1969, 1976]),
    known(r"@book{vygotsky, author={Vygotsky, L. S. and Cole, M. and John-Steiner, V. and Scribner, S. and Souberman, E.}, title={Mind in Society: Development of Higher Psychological Processes}, publisher={Harvard University Press}, year={1978}}", "Mind in Society", "Vygotsky, L. S.", 1980, "Harvard University Press", doi="10.2307/j.ctvjf9vz4", type=B, subtitle=["Development of Higher Psychological Processes"]),
    known(r"@article{ks2, author={A. N. Kolmogorov}, title={Sulla determinazione empirica di una legge di distribuzione}, journal={Giorn. dell'Istituto Ital. degli Attuari}, volume={4}, pages={83--91}, year={1933}}", "Sulla determinazione empirica di una legge di distribuzione", "Kolmogorov, Andrey", 1933, "", doi="", held=FREE),
    # reprints
    known(r"@article{imitation, author={Turing, A.M.}, title={I.---Computing Machinery and Intelligence}, journal={Mind}, volume={LIX}, number={236}, pages={433-460}, year={1950}}", "I.—COMPUTING MACHINERY AND INTELLIGENCE", "TURING, A. M.", 1950, "Mind", doi="10.1093/mind/lix.236.433", type=J, volume="LIX", page="433-460"),
    known(r"@book{boole, author={George Boole}, title={An Investigation of the Laws of Thought, on Which Are Founded the Mathematical Theories of Logic and Probabilities}, publisher={Walton and Maberly}, address={London}, year={1854}}", "An Investigation of the Laws of Thought", "Boole, George", 2009, "Cambridge University Press", doi="10.1017/cbo9780511693090", type=B, subtitle=["On Which Are Founded the Mathematical Theories of Logic and Probabilities"]),
    # bodies
    known(r"@article{osc, author={Open Science Collaboration}, title={{PSYCHOLOGY. Estimating the reproducibility of psychological science}}, journal={Science}, volume={349}, number={6251}, pages={aac4716}, year={2015}}", "Estimating the reproducibility of psychological science", "Open Science Collaboration, ", 2015, "Science", doi="10.1126/science.aac4716", type=J, volume="349", page="aac4716"),
    known(r"@article{eht, author={{Event Horizon Telescope Collaboration} and {Akiyama}, K. and {Alberdi}, A. and {Alef}, W. and {et al.}}, title={{First M87 Event Horizon Telescope Results. I. The Shadow of the Supermassive Black Hole}}, journal={\apjl}, eid={L1}, pages={L1}, volume={875}, year={2019}}", "First M87 Event Horizon Telescope Results. I. The Shadow of the Supermassive Black Hole", "Akiyama, Kazunori; Alberdi, Antxon; Alef, Walter; Asada, Keiichi; Azulay, Rebecca", 2019, "The Astrophysical Journal Letters", doi="10.3847/2041-8213/ab0ec7", type=J, volume="875", page="L1"),
    known(r"@article{bmi, author={Consultation, WHO Expert}, title={Appropriate body-mass index for {Asian} populations and its implications for policy and intervention strategies}, journal={Lancet (London, England)}, volume={363}, number={9403}, pages={157--63}, year={2004}}", "Appropriate body-mass index for Asian populations and its implications for policy and intervention strategies", "", 2004, "The Lancet", doi="10.1016/s0140-6736(03)15268-3", type=J, volume="363", page="157-163"),
    # scripts
    known("@book{lyapunov, author={Ляпунов, А. М.}, title={Общая задача об устойчивости движения}, address={Харьков}, publisher={Харьковское математическое общество}, year={1892}}", "Obščaja zadača ob ustojčivosti dviženija", "Ljapunov, Aleksandr M.", 1892, "Charʹkov", doi="", type=B, held=UNION),
    known("@book{zhou, author={周志华}, title={机器学习}, publisher={清华大学出版社}, address={北京}, year={2016}}", "机器学习", "周, 志华", 2016, "清华大学出版社", doi="", type=B, held=UNION),
    Known("@book{nonaka, author={野中郁次郎 and 竹内弘高}, title={知識創造企業}, publisher={東洋経済新報社}, year={1996}}", None),
    known(r"@article{levenshtein, title={Binary codes capable of correcting deletions, insertions, and reversals}, author={Levenshtein, Vladimir I and others}, booktitle={Soviet physics doklady}, journal={Soviet physics. Doklady}, volume={10}, number={8}, pages={707--710}, year={1966}, organization={Soviet Union}}", "Binary codes capable of correcting deletions, insertions, and reversals", "Levenshtein, V.", 1965, "Soviet physics. Doklady", doi="", held=FREE),
    known(r"@book{kantorovich, author={Kantorovich, L. V.}, title={Matematicheskie metody organizatsii i planirovaniya proizvodstva}, publisher={Izd. LGU}, address={Leningrad}, year={1939}}", "Mathematical Methods of Organizing and Planning Production", "Kantorovich, L. V.", 1960, "Management Science", doi="10.1287/mnsc.6.4.366", type=J, volume="6", page="366-422"),
    known(r"@article{ren, author={任正晓 and 李伟}, title={基于小波变换的图像去噪方法研究 (Research on Image Denoising Based on Wavelet Transform)}, journal={计算机工程}, volume={31}, number={8}, pages={12--14}, year={2005}}", "基于小波变换的图像去噪方法研究", "任, 正晓; 李, 伟", 2005, "计算机工程", doi="", type=J, held=ALEX),
    # names
    known(r"@book{vaart, author={A. W. van der Vaart}, title={Asymptotic Statistics}, series={Cambridge Series in Statistical and Probabilistic Mathematics}, publisher={Cambridge University Press}, year={2000}, doi={10.1017/CBO9780511802256}}", "Asymptotic Statistics", "Vaart, A. W. van der", 1998, "", doi="10.1017/cbo9780511802256", type=B, publisher="Cambridge University Press"),
    known(r"@article{definetti, author={de~Finetti, Bruno}, title={La pr{\'e}vision: ses lois logiques, ses sources subjectives}, journal={Ann. Inst. H. Poincar\'e}, volume={7}, year={1937}, pages={1--68}}", "La prévision : ses lois logiques, ses sources subjectives", "Finetti, Bruno De", 1937, "Annales de l'institut Henri Poincaré", doi="", type=J, held=FREE),
    known(r"@article{erdos, author={P. Erd\H os and A. R\'enyi}, title={{On Random Graphs I}}, journal={Publicationes Mathematicae (Debrecen)}, volume={6}, pages={290}, year={1959}}", "On random graphs. I.", "Erdős, P.; Rényi, A.", 1959, "Publicationes Mathematicae Debrecen", doi="10.5486/pmd.1959.6.3-4.12", type=J, volume="6", page="290-297"),
    known(r"@article{sidak, author={{\v S}id{\'a}k, Zbyn{\v e}k}, title={Rectangular Confidence Regions for the Means of Multivariate Normal Distributions}, journal={Journal of the American Statistical Association}, year={1967}, volume={62}, number={318}, pages={626--633}}", "Rectangular Confidence Regions for the Means of Multivariate Normal Distributions", "ŠIdák, Zbyněk", 1967, "Journal of the American Statistical Association", doi="10.1080/01621459.1967.10482935", type=J, volume="62", page="626-633"),
    known(r"@book{oksendal, author={{\O}ksendal, B.}, title={Stochastic Differential Equations: An Introduction with Applications}, edition={6th}, series={Universitext}, publisher={Springer, Berlin, Heidelberg}, year={2010}}", "Stochastic Differential Equations", "Øksendal, Bernt", 2003, "Universitext", doi="10.1007/978-3-642-14394-6", type=B, subtitle=["An Introduction with Applications"], publisher="Springer Berlin Heidelberg"),
    known(r"@book{hormander, author={Lars H{\"o}rmander}, title={The Analysis of Linear Partial Differential Operators {I}: Distribution Theory and {Fourier} Analysis}, series={Grundlehren der mathematischen Wissenschaften}, volume={256}, edition={Second}, publisher={Springer-Verlag}, year={1990}}", "The Analysis of Linear Partial Differential Operators I", "Hörmander, Lars", 2003, "Classics in Mathematics", doi="10.1007/978-3-642-61497-2", type=B, subtitle=["Distribution Theory and Fourier Analysis"], publisher="Springer Berlin Heidelberg"),
    known(r"@article{le, author={L{\^e} D{\~u}ng Tr{\'a}ng and Teissier, B.}, title={Limites d'espaces tangents en g{\'e}om{\'e}trie analytique}, journal={Comment. Math. Helv.}, volume={63}, year={1988}, pages={540--578}}", "Limites d'espaces tangents en géométrie analytique", "Dũng Tráng, Lê; Teissier, Bernard", 1988, "Commentarii Mathematici Helvetici", doi="10.1007/bf02566778", type=J, volume="63", page="540-578"),
    known(r"@book{ortega, author={{Ortega y Gasset}, Jos{\'e}}, title={La rebeli{\'o}n de las masas}, publisher={Revista de Occidente}, address={Madrid}, year={1930}}", "La rebelión de las masas", "Ortega y Gasset, José", 1929, "Revista de Occidente", doi="", type=B, held=OPEN, editions=[1930, 1937, 1956]),
    # preprints, proceedings, articles
    known(r"@article{distil, title={Distilling the knowledge in a neural network}, author={Hinton, Geoffrey and Vinyals, Oriol and Dean, Jeff and others}, journal={arXiv preprint arXiv:1503.02531}, volume={2}, number={7}, year={2015}}", "Distilling the Knowledge in a Neural Network", "Hinton, Geoffrey; Vinyals, Oriol; Dean, Jeff", 2015, "arXiv", doi="10.48550/arxiv.1503.02531", held=ARXIV, arxiv="1503.02531v1"),
    known(r"@misc{llama, title={LLaMA: Open and Efficient Foundation Language Models}, author={Hugo Touvron and Thibaut Lavril and Gautier Izacard and Xavier Martinet and Marie-Anne Lachaux}, year={2023}, eprint={2302.13971v1}, archivePrefix={arXiv}, primaryClass={cs.CL}}", "LLaMA: Open and Efficient Foundation Language Models", "Touvron, Hugo; Lavril, Thibaut; Izacard, Gautier; Martinet, Xavier; Lachaux, Marie-Anne; Lacroix, Timothée; Rozière, Baptiste; Goyal, Naman", 2023, "arXiv", doi="10.48550/arxiv.2302.13971", held=ARXIV, arxiv="2302.13971v1"),
    known(r"@inproceedings{word2vec, author={Tom{\'{a}}s Mikolov and Kai Chen and Greg Corrado and Jeffrey Dean}, editor={Yoshua Bengio and Yann LeCun}, title={Efficient Estimation of Word Representations in Vector Space}, booktitle={1st International Conference on Learning Representations, {ICLR} 2013, Scottsdale, Arizona, USA, May 2-4, 2013, Workshop Track Proceedings}, year={2013}}", "Efficient Estimation of Word Representations in Vector Space", "Mikolov, Tomas; Chen, Kai; Corrado, Greg; Dean, Jeffrey", 2013, "arXiv", doi="10.48550/arxiv.1301.3781", held=ARXIV, arxiv="1301.3781v3"),
    known(r"@article{lda, title={Latent dirichlet allocation}, author={Blei, David M and Ng, Andrew Y and Jordan, Michael I}, journal={Journal of machine Learning research}, volume={3}, number={Jan}, pages={993--1022}, year={2003}}", "Latent dirichlet allocation", "Blei, David M.; Ng, Andrew Y.; Jordan, Michael I.", 2001, "Neural Information Processing Systems", doi="", held=FREE),
    known(r"@article{rsa, author={R.L. Rivest and A. Shamir and L. Adleman}, title={A Method for Obtaining Digital Signatures and Public-Key Cryptosystems}, journal={Comm. ACM}, volume={21}, year={1978}, pages={120-126}}", "A method for obtaining digital signatures and public-key cryptosystems", "Rivest, R. L.; Shamir, A.; Adleman, L.", 1978, "Communications of the ACM", doi="10.1145/359340.359342", type=J, volume="21", page="120-126"),
    known(r"@inproceedings{flow, author={Goldberg, A V and Tarjan, R E}, title={A new approach to the maximum flow problem}, booktitle={STOC '86}, pages={136--146}, publisher={ACM}, address={New York, NY, USA}, year={1986}}", "A new approach to the maximum flow problem", "Goldberg, A V; Tarjan, R E", 1986, "Proceedings of the eighteenth annual ACM symposium on Theory of computing  - STOC '86", doi="10.1145/12130.12144", type=P, page="136-146"),
    known(r"@inproceedings{mapreduce, author={Dean, Jeffrey and Ghemawat, Sanjay}, title={{MapReduce}: Simplified Data Processing on Large Clusters}, booktitle={Proceedings of the 6th Symposium on Opearting Systems Design \& Implementation (OSDI)}, volume={6}, pages={10--10}, year={2004}}", "MapReduce", "Dean, Jeffrey; Ghemawat, Sanjay", 2008, "Communications of the ACM", doi="10.1145/1327452.1327492", type=J, volume="51", page="107-113", subtitle=["simplified data processing on large clusters"]),
    known(r"@article{google, author={Brin, S. and Page, L.}, title={The anatomy of a large-scale hypertextual Web search engine}, journal={Computer Networks}, volume={30}, number={1-7}, pages={107--117}, year={1998}}", "The anatomy of a large-scale hypertextual Web search engine", "Brin, Sergey; Page, Lawrence", 1998, "Computer Networks and ISDN Systems", doi="10.1016/s0169-7552(98)00110-x", type=J, volume="30", page="107-117"),
    # chapters
    known(r"@incollection{tajfel, author={Tajfel, H. and Turner, J. C.}, title={An integrative theory of intergroup conflict}, booktitle={The social psychology of intergroup relations}, editor={W. G. Austin and S. Worchel}, pages={33--47}, address={Monterey, CA}, publisher={Brooks/Cole}, year={1979}}", "An integrative theory of intergroup conflict", "Tajfel, Henri; Turner, John", 2001, "Intergroup Relations", doi="10.1093/oso/9780199269464.003.0005", type=C, page="56-65"),
    known(r"@inbook{backprop, author={Rumelhart, D. E. and Hinton, G. E. and Williams, R. J.}, title={Learning Internal Representations by Error Propagation}, booktitle={Parallel Distributed Processing: Explorations in the Microstructure of Cognition, Vol. 1: Foundations}, year={1986}, isbn={026268053X}, publisher={MIT Press}, address={Cambridge, MA, USA}, pages={318–362}}", "Learning Internal Representations by Error Propagation", "Rumelhart, D. E.; Hinton, G. E.; Williams, R. J.", 1985, "Defense Technical Information Center", doi="10.21236/ada164453", type="report"),
    known(r"@incollection{spivak, author={Spivak, Gayatri Chakravorty}, title={Can the Subaltern Speak?}, booktitle={Marxism and the Interpretation of Culture}, editor={Nelson, Cary and Grossberg, Lawrence}, publisher={Macmillan}, address={Basingstoke}, year={1988}, pages={271--313}}", "Can the Subaltern Speak?", "Spivak, Gayatri Chakravorty", 1988, "Marxism and the Interpretation of Culture", doi="10.1007/978-1-349-19059-1_20", type=C, page="271-313"),
    known(r"@inproceedings{rasmussen, title={Gaussian processes in machine learning}, author={Rasmussen, Carl Edward}, booktitle={Summer school on machine learning}, pages={63--71}, year={2003}, organization={Springer}}", "Gaussian Processes in Machine Learning", "Rasmussen, Carl Edward", 2004, "Lecture Notes in Computer Science", doi="10.1007/978-3-540-28650-9_4", type=C, page="63-71"),
    # editions and volumes
    known(r"@book{casella, author={George Casella and Roger L. Berger}, title={Statistical Inference}, edition={2}, publisher={Duxbury, Thomson Learning}, address={Pacific Grove}, year={2002}}", "Statistical inference", "Casella, George; Berger, Roger L.", 1990, "Duxbury", doi="", type=B, held=CATALOGUES, editions=[2002]),
    known(r"@book{gelman, title={Bayesian data analysis, third edition}, author={Gelman, Andrew and Carlin, John B and Stern, Hal S and Dunson, David B and Vehtari, Aki and Rubin, Donald B}, year={2013}, publisher={CRC press}}", "Bayesian Data Analysis", "Gelman, Andrew; Carlin, John B.; Stern, Hal S.; Dunson, David B.; Vehtari, Aki; Rubin, Donald B.", 2013, "", doi="10.1201/b16018", type=B, publisher="Chapman and Hall/CRC"),
    known(r"@book{knuth, author={Knuth, Donald E.}, title={The Art of Computer Programming, Volume 3: (2nd Ed.) Sorting and Searching}, year={1998}, isbn={0201896850}, publisher={Addison Wesley Longman Publishing Co., Inc.}, address={USA}}", "The art of computer programming", "Knuth, Donald E.", 1968, "Addison-Wesley", doi="", type=B, held=CATALOGUES, editions=[1973, 1997, 1998]),
    known(r"@book{braudel, author={Braudel, Fernand}, title={La M{\'e}diterran{\'e}e et le monde m{\'e}diterran{\'e}en {\`a} l'{\'e}poque de {Philippe II}}, volumes={2}, edition={2{\textsuperscript{e}} {\'e}d. rev. et augm.}, publisher={A. Colin}, address={Paris}, year={1966}}", "La Méditerranée et le monde méditerranéen à l'époque de Philippe II", "Braudel, Fernand", 1949, "Colin", doi="", type=B, held=CATALOGUES, editions=[1966, 1990]),
    known(r"@book{reed, author={Reed, Michael and Simon, Barry}, title={Methods of modern mathematical physics. {IV}. {A}nalysis of operators}, publisher={Academic Press [Harcourt Brace Jovanovich, Publishers], New York-London}, year={1978}, pages={xv+396}}", "Analysis of operators", "Reed, Michael; Simon, Barry", 1978, "Academic Press", doi="", type=B, held=UNION),
    # journals, pages, identifiers
    known(r"@article{deligne, author={Deligne, Pierre}, title={La conjecture de {W}eil. {I}}, journal={Inst. Hautes \'Etudes Sci. Publ. Math.}, number={43}, year={1974}, pages={273--307}}", "La conjecture de Weil. I", "Deligne, Pierre", 1974, "Publications mathématiques de l'IHÉS", doi="10.1007/bf02684373", type=J, volume="43", page="273-307"),
    known(r"@article{cox, author={Cox, D. R.}, title={Regression models and life-tables (with discussion)}, journal={J. Roy. Stat. Soc. Ser. B}, volume={34}, pages={187--220}, year={1972}}", "Regression Models and Life-Tables", "Cox, D. R.", 1972, "Journal of the Royal Statistical Society Series B: Statistical Methodology", doi="10.1111/j.2517-6161.1972.tb00899.x", type=J, volume="34", page="187-202"),
    known(r"@article{mmse, author={Folstein, M.F. and Folstein, S.E. and McHugh, P.R.}, title={``Mini-mental state'': a practical method for grading the cognitive state of patients for the clinician}, journal={Journal of psychiatric research}, volume={12}, pages={189--198}, year={1975}}", "“Mini-mental state”", "Folstein, Marshal F.; Folstein, Susan E.; McHugh, Paul R.", 1975, "Journal of Psychiatric Research", doi="10.1016/0022-3956(75)90026-6", type=J, volume="12", page="189-198"),
    known(r"@article{cochrane, author={Higgins, J. P. T. and Altman, D. G. and Gotzsche, P. C. and Juni, P. and Moher, D. and Oxman, A. D. and Savovic, J. and Schulz, K. F. and Weeks, L. and Sterne, J. A. C. and {Cochrane Bias Methods Group} and {Cochrane Statistical Methods Group}}, title={The {C}ochrane {C}ollaboration's tool for assessing risk of bias in randomised trials}, journal={BMJ}, volume={343}, number={oct18 2}, pages={d5928--d5928}, year={2011}}", "The Cochrane Collaboration's tool for assessing risk of bias in randomised trials", "Higgins, J. P. T.; Altman, D. G.; Gotzsche, P. C.; Juni, P.; Moher, D.; Oxman, A. D.; Savovic, J.; Schulz, K. F.; Weeks, L.; Sterne, J. A. C.", 2011, "BMJ", doi="10.1136/bmj.d5928", type=J, volume="343", page="d5928-d5928"),
    known(r"@article{pfaffl, author={Pfaffl, M. W.}, title={A new mathematical model for relative quantification in real-time {RT-PCR}}, journal={Nucleic Acids Res}, volume={29}, number={9}, pages={e45}, year={2001}}", "A new mathematical model for relative quantification in real-time RT-PCR", "Pfaffl, M. W.", 2001, "Nucleic Acids Research", doi="10.1093/nar/29.9.e45", type=J, volume="29", page="45e-45"),
    known(r"@article{fornell, author={Claes Fornell and David F. Larcker}, title={Evaluating structural equation models with unobservable variables and measurement error}, journal={Journal of marketing research}, pages={39--50}, year={1981}, doi={https://doi.org/10.1177/002224378101800104.}}", "Evaluating Structural Equation Models with Unobservable Variables and Measurement Error", "Fornell, Claes; Larcker, David F.", 1981, "Journal of Marketing Research", doi="10.1177/002224378101800104", type=J, volume="18", page="39-50"),
    known(r"@article{braun, author={Braun, V. \& Clarke, V.}, title={Using thematic analysis in psychology}, journal={Qual. Res. Psychol.}, volume={3:2}, pages={77-101}, year={2006}, doi={10.1191/1478088706qp063oa;}}", "Using thematic analysis in psychology", "Braun, Virginia; Clarke, Victoria", 2006, "Qualitative Research in Psychology", doi="10.1191/1478088706qp063oa", type=J, volume="3", page="77-101"),
    known(r"@article{podsakoff, author={Podsakoff, PM and MacKenzie, SB and Lee, JY and Podsakoff, NP}, title={Common method biases in behavioral research: a critical review of the literature and recommended remedies.}, journal={J. of Applied Psychology}, volume={88(5)}, pages={879}, year={2003}, doi={10.1037/0021-9010.88.5.879 (accessed 3 May 2020)}}", "Common method biases in behavioral research: A critical review of the literature and recommended remedies.", "Podsakoff, Philip M.; MacKenzie, Scott B.; Lee, Jeong-Yeon; Podsakoff, Nathan P.", 2003, "Journal of Applied Psychology", doi="10.1037/0021-9010.88.5.879", type=J, volume="88", page="879-903"),
    known(r"@article{newcombe, author={Newcombe, Robert G.}, title={Two-sided confidence intervals for the single proportion: comparison of seven methods}, journal={Statist. Med.}, volume={17}, pages={857--872}, year={1998}, doi={10.1002/(SICI)1097-0258(19980430)17:8\textless857::AID-SIM777\textgreater3.0.CO;2-E}}", "Two-sided confidence intervals for the single proportion: comparison of seven methods", "Newcombe, Robert G.", 1998, "Statistics in Medicine", doi="10.1002/(sici)1097-0258(19980430)17:8<857::aid-sim777>3.0.co;2-e", type=J, volume="17", page="857-872"),
]  # fmt: skip

#: What stands beside them in any search: other versions, editions, parts, replies, and works of nearly the same title.
NEAR = [
    record
    for number, case in enumerate(VALID)
    if case.work and " " in case.work["title"]
    for record in near(case.work, 5000 + number)
] + [
    work("10.1257/aer.103.6.2121", "The China Syndrome: Local Labor Market Effects of Import Competition in the United States", "Autor, David H.; Dorn, David; Hanson, Gordon H.", 2013, "American Economic Review", type=J, volume="103", page="2121-2168"),
    work("10.1145/48014.61051", "A new approach to the maximum-flow problem", "Goldberg, Andrew V.; Tarjan, Robert E.", 1988, "Journal of the ACM", type=J, volume="35", page="921-940"),
    work("10.5555/944919.944937", "Supervised topic models", "Blei, David M.; McAuliffe, Jon D.", 2007, "Neural Information Processing Systems", type=P),
    work("10.1007/978-3-642-96439-8", "La conjecture de Weil. II", "Deligne, Pierre", 1980, "Publications mathématiques de l'IHÉS", type=J, volume="52", page="137-252"),
    work("10.7777/desk1", "On the evolution of random graphs", "Erdős, P.; Rényi, A.", 1960, "Publications of the Mathematical Institute of the Hungarian Academy of Sciences", type=J, volume="5", page="17-61"),
    work("10.3847/2041-8213/ab0c96", "First M87 Event Horizon Telescope Results. II. Array and Instrumentation", "Akiyama, Kazunori; Alberdi, Antxon; Alef, Walter", 2019, "The Astrophysical Journal Letters", type=J, volume="875", page="L2"),
    work("10.7777/desk2", "Llama 2: Open Foundation and Fine-Tuned Chat Models", "Touvron, Hugo; Martin, Louis; Stone, Kevin", 2023, "arXiv", type="posted-content"),
    work("10.7777/desk3", "The ERA5 global reanalysis", "Hersbach, Hans; Bell, Bill; Berrisford, Paul", 2020, "Quarterly Journal of the Royal Meteorological Society", type=J, volume="146", page="1999-2049"),
    work("10.1145/357980.358017", "Cryptographic communications system and method", "Rivest, R. L.; Shamir, A.; Adleman, L.", 1983, "Communications of the ACM", type=J),
    work("10.7777/desk4", "Partial likelihood", "Cox, D. R.", 1975, "Biometrika", type=J, volume="62", page="269-276"),
    work("10.7777/desk5", "Interval estimation for the difference between independent proportions: comparison of eleven methods", "Newcombe, Robert G.", 1998, "Statistics in Medicine", type=J, volume="17", page="873-890"),
    work("10.7777/desk6", "MapReduce: a flexible data processing tool", "Dean, Jeffrey; Ghemawat, Sanjay", 2010, "Communications of the ACM", type=J, volume="53", page="72-77"),
    work("10.1007/978-3-662-12616-5", "The Analysis of Linear Partial Differential Operators II", "Hörmander, Lars", 1983, "Grundlehren der mathematischen Wissenschaften", type=B, publisher="Springer Berlin Heidelberg", subtitle=["Differential Operators with Constant Coefficients"]),
    work("10.7777/desk7", "Reflecting on reflexive thematic analysis", "Braun, Virginia; Clarke, Victoria", 2019, "Qualitative Research in Sport, Exercise and Health", type=J, volume="11", page="589-597"),
    work("10.7777/desk8", "Structural Equation Models with Unobservable Variables and Measurement Error: Algebra and Statistics", "Fornell, Claes; Larcker, David F.", 1981, "Journal of Marketing Research", type=J, volume="18", page="382-388"),
]  # fmt: skip

#: What catalogues hold beside them: other books of these authors and publishers.
SHELVES = [
    *(work("", title, authors, year, publisher, type=B) for title, authors, year, publisher in (
        ("Philosophische Untersuchungen", "Wittgenstein, Ludwig", 1953, "Blackwell"),
        ("Madness and civilization", "Foucault, Michel", 1965, "Vintage Books"),
        ("Le sens pratique", "Bourdieu, Pierre", 1980, "Éd. de Minuit"),
        ("The classical theory of fields", "Landau, L. D.; Lifshits, E. M.", 1975, "Butterworth-Heinemann"),
        ("Fourier analysis, self-adjointness", "Reed, Michael; Simon, Barry", 1975, "Academic Press"),
        ("Scattering theory", "Reed, Michael; Simon, Barry", 1979, "Academic Press"),
        ("Grammaire des civilisations", "Braudel, Fernand", 1987, "Arthaud"),
        ("Variance components", "Searle, Shayle; Casella, George", 1992, "Wiley"),
        ("España invertebrada", "Ortega y Gasset, José", 1921, "Calpe"),
    )),
    *(work("", f"{title}, {year}", author, year, publisher, type=B)
      for publisher, year in (
          ("Cambridge University Press", 1997), ("Cambridge University Press", 2003), ("Springer", 2003), ("Springer", 1991), ("MIT Press", 1988), ("Duxbury", 2004),
          ("CRC Press", 2015), ("Addison-Wesley", 1998), ("Academic Press", 1981), ("Routledge", 1996), ("Harvard University Press", 1983), ("Butterworth-Heinemann", 1976),
      )
      for title, author in (("A garden of ferns", "Fern, Ada"), ("Notes on hail", "Hail, Bo"), ("Weirs and mills", "Weir, Cy"))),
]  # fmt: skip

#: Works that nobody wrote: by the authors of a record, under the title of one, of two records mixed, and of none.
INVENTED = [
    Known(f"@{bib.partition('{')[0]}{{nil{number}, {bib.partition('{')[2]}", None)
    for number, bib in enumerate((
        # authors of a record, another title
        r"article{author={Newcombe, Robert G.}, title={One-sided bounds for rare events in cluster trials}, journal={Statistics in Medicine}, volume={19}, pages={1121--1134}, year={2000}}",
        r"article{author={Braun, Virginia and Clarke, Victoria}, title={Silence as data: a thematic method for interviews that fail}, journal={Qualitative Research in Psychology}, volume={5}, pages={201--219}, year={2008}}",
        r"article{author={Goldberg, Andrew V. and Tarjan, Robert E.}, title={Multicommodity flow with gossiping labels}, journal={J. ACM}, volume={41}, year={1994}}",
        r"inproceedings{author={Dean, Jeffrey and Ghemawat, Sanjay}, title={ShuffleReduce: Forgetting data on large clusters}, booktitle={OSDI}, year={2006}}",
        r"article{author={Deligne, Pierre}, title={Sur les faisceaux amn{\'e}siques et leurs poids}, journal={Publ. Math. IH{\'E}S}, volume={61}, pages={55--91}, year={1985}}",
        r"misc{author={Hugo Touvron and Thibaut Lavril}, title={Alpaca farms: pruning language models by grazing}, eprint={2304.99713}, archivePrefix={arXiv}, year={2023}}",
        r"article{author={Cox, D. R.}, title={Competing hazards under informative silence}, journal={Biometrika}, volume={66}, pages={188--190}, year={1979}}",
        r"article{author={Folstein, M. F. and McHugh, P. R.}, title={The five-minute orientation interview for delirious inpatients}, journal={J. Psychiatr. Res.}, volume={15}, pages={101--109}, year={1979}}",
        # the title of a record, other authors
        r"article{author={Whitcombe, Louise and Adair, Tom}, title={Common method biases in behavioral research: A critical review of the literature and recommended remedies}, journal={Journal of Applied Psychology}, year={2003}}",
        r"article{author={Efron, Bradley and Morris, Carl}, title={Regression models and life-tables}, journal={J. R. Statist. Soc. B}, volume={34}, year={1972}}",
        r"inproceedings{author={Diffie, Whitfield and Hellman, Martin}, title={A method for obtaining digital signatures and public-key cryptosystems}, booktitle={CRYPTO}, year={1981}}",
        r"article{author={Pearl, Judea}, title={Latent Dirichlet Allocation}, journal={Artificial Intelligence}, year={1999}}",
        r"article{author={Bohr, Harald and Landau, Edmund}, title={On Random Graphs I}, journal={Mathematische Annalen}, year={1912}}",
        # two records mixed
        r"article{author={Pfaffl, M. W.}, title={The Cochrane Collaboration's tool for assessing risk of bias in randomised trials}, journal={Nucleic Acids Research}, volume={29}, pages={e45}, year={2001}}",
        r"article{author={Fornell, Claes and Larcker, David F.}, title={Using thematic analysis in marketing research}, journal={Journal of Marketing Research}, volume={18}, pages={77--101}, year={1981}}",
        r"inproceedings{author={Brin, Sergey and Motwani, Rajeev}, title={The anatomy of a method for obtaining digital signatures}, booktitle={WWW7}, pages={107--117}, year={1998}}",
        r"article{author={Abraham, Mark James and Lindahl, Erik}, title={{PyTorch-MD}: High performance molecular simulations in an imperative style}, journal={SoftwareX}, volume={12}, year={2020}}",
        r"article{author={Turing, A. M.}, title={Computing machinery and random graphs}, journal={Mind}, volume={61}, pages={290--297}, year={1952}}",
        # of none
        r"article{author={Hartwell, Signe and Okonkwo, Bayo}, title={Tactile maps and the wayfinding of commuters in flooded stations}, journal={Journal of Environmental Psychology}, volume={58}, pages={40--52}, year={2018}}",
        r"article{author={Zielinska, Marta and Porter, J. D.}, title={Nitrogen uptake of winter rye under broken snow cover}, journal={Field Crops Research}, volume={201}, pages={88--97}, year={2017}, doi={10.1016/j.fcr.2017.99.014}}",
        r"phdthesis{author={Annika Roosmaa}, title={Tenancy and Trust in the Coastal Towns of Estonia, 1921--1939}, school={University of Tartu}, year={2014}, doi={10.7777/tartu.none}}",
        r"book{author={Casella, George and Berger, Roger L.}, title={Inference for Broken Samples}, publisher={Duxbury}, year={2004}}",
        r"book{author={Hail, Bo}, title={A companion to sleet and its uses}, publisher={Harvard University Press}, year={1983}}",
        r"incollection{author={Spivak, Gayatri Chakravorty}, title={Must the archive answer?}, booktitle={Marxism and the Interpretation of Culture}, editor={Nelson, Cary and Grossberg, Lawrence}, publisher={Macmillan}, year={1988}, pages={401--422}}",
        r"dataset{author={Didan, K.}, title={{MOD99Q7} {MODIS/Terra} Leaf Silence 16-Day {L3} Global}, year={2016}, publisher={NASA EOSDIS Land Processes DAAC}, doi={10.5067/MODIS/MOD99Q7.006}}",
    ))
]  # fmt: skip

_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong; the last eight are books and chapters: words of the title, the year, edition, authors, publisher.
ALTERED = [
    _altered("cox", "life-tables", "death-tables"),
    _altered("newcombe", "seven methods", "nine methods"),
    _altered("gromacs", "SoftwareX", "Bioinformatics"),
    _altered("rsa", "R.L. Rivest and A. Shamir", "W. Diffie and A. Shamir"),
    _altered("sidak", "year={1967}", "year={1957}"),
    _altered("braun", "qp063oa;", "qp061oa"),
    _altered("imitation", "433-460", "233-260"),
    _altered("fornell", "10.1177/002224378101800104.", "10.1037/0021-9010.88.5.879"),
    _altered("le", "g{\\'e}om{\\'e}trie analytique", "g{\\'e}om{\\'e}trie riemannienne"),
    _altered("google", "volume={30}", "volume={13}"),
    _altered("distil", "1503.02531", "1512.03385"),
    _altered("bmi", "{Asian}", "{African}"),
    _altered("casella", "Statistical Inference", "Statistical Interference"),
    _altered("gelman", "Bayesian data", "Bayesian survival"),
    _altered("vaart", "A. W. van der Vaart", "Peter J. Bickel"),
    _altered("reed", "year={1978}", "year={1981}"),
    _altered("bourdieu", "{\\'E}ditions de Minuit", "Gallimard"),
    _altered("landau", "edition={3rd}", "edition={7th}"),
    _altered("spivak", "Spivak, Gayatri Chakravorty", "Nelson, Cary and Grossberg, Lawrence"),
    _altered("rasmussen", "Gaussian processes", "Dirichlet processes"),
]


def _noticed(key: str, service: str, status: str, **more: Any) -> Noticed:
    return Noticed(next(case for case in VALID if case.key == key), service, more, status)


#: Notices, each known to one index alone, of works as the entries above cite them.
NOTICES = [
    _noticed("podsakoff", "crossref", "retracted", **{"updated-by": [{"type": "retraction", "DOI": "10.9999/n1"}]}),
    _noticed("newcombe", "crossref", "concern", **{"updated-by": [{"type": "expression_of_concern", "DOI": "10.9999/n2"}]}),
    _noticed("cox", "crossref", "corrected", **{"updated-by": [{"type": "corrigendum", "DOI": "10.9999/n3"}]}),
    _noticed("flow", "crossref", "withdrawn", **{"updated-by": [{"type": "withdrawal", "DOI": "10.9999/n4"}]}),
    _noticed("osc", "crossref", "retracted", title="RETRACTED: Estimating the reproducibility of psychological science"),
    _noticed("fornell", "openalex", "retracted", is_retracted=True),
    _noticed("levenshtein", "openalex", "retracted", is_retracted=True),
    _noticed("mmse", "europepmc", "retracted", pubTypes=["Journal Article", "Retracted Publication"]),
    _noticed("pfaffl", "europepmc", "corrected", corrections=[{"type": "Erratum in", "id": "12"}]),
    _noticed("cochrane", "europepmc", "concern", corrections=[{"type": "Expression of concern in", "id": "13"}]),
    _noticed("distil", "arxiv", "withdrawn", comment="This paper has been withdrawn by the authors"),
]  # fmt: skip
