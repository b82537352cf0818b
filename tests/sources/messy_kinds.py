r"""Works that are no articles: books, chapters, theses, data, programs, standards, old works, proceedings, preprints.

Written before anybody had read how entries are compared with records of these kinds.  Each work stands in the indexes that
would have it, often in one only, as that index would give it: an edited book without authors, a reprint with its own year, a
program under the name of its repository, an old paper with the number that the journal gave it.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from messy_catalogues import ALL, DATA, people
from messy_strangers import B, C, J, P, altered, known, made_up
from services import work

if TYPE_CHECKING:
    from services import Work

VALID = [
    # books
    known(r"@book{b1, author={Stella Marden and Owen Pike}, title={Sampling Rare Plants: Design, Analysis, and the Limits of Counting}, edition={2nd}, publisher={Island Press}, year={2008}}", "Sampling Rare Plants", "Marden, Stella; Pike, Owen", 1999, "", type="monograph", subtitle=["Design, Analysis, and the Limits of Counting"], publisher="Island Press", held=("crossref",)),
    known(r"@book{b2, author={Helga Brix and Tomas Lund}, title={Handbook of Wetland Restoration}, publisher={Springer}, year={2015}}", "Handbook of Wetland Restoration", "", 2015, "", type="edited-book", editor=people("Brix, Helga; Lund, Tomas"), held=("crossref", "openalex")),
    known(r"@book{b3, author={Pavel Orlik and Ruth Stone}, title={A Course of Mechanics, Volume {III}: Vibrations and Waves}, publisher={Addison-Wesley}, address={Reading, MA}, year={1965}}", "A Course of Mechanics, Vol. 3: Vibrations and Waves", "Orlik, P.; Stone, R.", 1965, "", type=B, held=("openalex",)),
    known(r"@book{b4, author={Josiah Penhallow}, title={The Formation of Vegetable Mould through the Action of Frost}, publisher={John Murray}, address={London}, year={1882}}", "The Formation of Vegetable Mould through the Action of Frost", "Penhallow, Josiah", 2009, "Cambridge University Press", type=B, held=ALL),
    known(r"@book{b5, author={Maurice Delcourt}, title={On the Memory of Villages}, translator={Ann Coser}, publisher={University of Chicago Press}, year={1992}}", "Les Cadres de la mémoire villageoise", "Delcourt, Maurice", 1952, "Presses Universitaires de France", type=B, held=("openalex",)),
    known(r"@book{b6, author={Knut Aas}, title={Lattices and Their Automorphisms}, series={Graduate Texts in Mathematics}, volume={173}, publisher={Springer-Verlag}, address={New York}, year={1998}}", "Lattices and Their Automorphisms", "Aas, Knut", 1998, "Graduate Texts in Mathematics", type=B, held=("crossref", "semanticscholar")),
    known(r"@book{b7, author={Euler-Burg, Karl}, title={Gesammelte Werke, Bd.~{VIII}}, publisher={Teubner}, address={Leipzig}, year={1900}}", "Gesammelte Werke", "Euler-Burg, K.", 1900, "Teubner", type=B, held=("openalex",)),
    known(r"@book{b8, author={William H. Presser and others}, title={Numerical Cookbook in {Fortran} 77: The Art of Slow Computing}, publisher={CUP}, year={1992}}", "Numerical cookbook in FORTRAN 77 : the art of slow computing", "Presser, William H; Teuk, Saul A; Vetterli, William T; Flann, Brian P", 1992, "", type=B, held=("openalex",)),
    known(r"@book{b9, author={R. V. Courtney}, title={DIFFERENTIAL FORMS FOR ENGINEERS (Dover Books on Mathematics)}, publisher={Dover}, year={1989}}", "Differential Forms for Engineers", "Courtney, Robert V.", 1963, "Academic Press", type=B, held=ALL),
    known(r"@manual{b10, author={{Q Core Team}}, title={{Q}: A Language and Environment for Quantile Computing}, organization={Q Foundation for Statistical Computing}, address={Vienna, Austria}, year={2020}}", "Q: A language and environment for quantile computing", "Team, Q. Core", 2014, "MSOR connections", type=J, held=("semanticscholar",)),
    known(r"@book{b11, editor={J. Simpkin and E. Weyner}, title={The Dictionary of Dry Stone Walling}, edition={2}, publisher={Clarendon}, address={Oxford}, year={1989}}", "The Dictionary of Dry Stone Walling", "", 1989, "Oxford University Press", type="reference-book", held=("crossref",)),
    known(r"@book{b12, editor={Faber, Nils and Gray, Mary}, title={Rivers and Reason: Essays in Honour of {Hugh Tindall}}, publisher={Kluwer}, year={1994}}", "Rivers and Reason: Essays in Honor of Hugh Tindall", "Faber, Nils; Gray, Mary", 1995, "Boston Studies in the Philosophy of Science", type=B, held=("openalex", "crossref")),
    known(r"@book{b13, author={Ivo Goodfield and Yosh Bengtson}, title={Deep Sediments}, publisher={MIT Press}, year={2016}, isbn={978-0-262-03561-3}}", "Deep Sediments", "Goodfield, Ivo; Bengtson, Yosh", 2017, "", type=B, held=("semanticscholar",)),
    known(r"@book{b14, author={Cornelius L{\'a}nczi}, title={Die Variationsprinzipien der Baukunst}, publisher={Vieweg}, year={1949}}", "Die Variationsprinzipien der Baukunst", "Lánczi, Cornelius", 1949, "Vieweg+Teubner Verlag", type=B, held=("crossref",)),
    known(r"@book{b15, author={Carla Voss}, editor={Mia Kern}, title={What Plants Remember}, publisher={Allen Lane}, year={2012}, edition={Paperback}}", "What plants remember : a field guide to the senses", "Voss, Carla; Kern, Mia", 2012, "", type=B, held=("openalex",)),
    # chapters
    known(r"@incollection{c1, author={Nora Lindqvist}, title={Introduction}, booktitle={The Oxford Handbook of Ice Ages}, publisher={OUP}, year={2013}, pages={1--14}}", "Introduction", "Lindqvist, Nora", 2013, "Oxford Handbook of Ice Ages", type=C, held=("crossref",)),
    known(r"@inbook{c2, author={Abel Tarn}, title={Reason and Its Sleepers}, chapter={The Night Watch}, publisher={Verso}, year={1987}, pages={44--71}}", "3. The Night Watch", "Tarn, Abel", 1987, "Reason and Its Sleepers", type=C, held=("crossref",)),
    known(r"@incollection{c3, author={Fay Orwin}, title={Bonobo}, booktitle={Encyclopedia of Animal Cognition and Behavior}, editor={Vonk, J. and Shack, T.}, publisher={Springer}, year={2018}}", "Bonobo", "Orwin, Fay", 2022, "Encyclopedia of Animal Cognition and Behavior", type="reference-entry", held=("crossref", "openalex")),
    known(r"@incollection{c4, author={Wilfred Quale}, title={Two dogmas of geometry}, booktitle={From a Rational Point of View}, publisher={Harvard University Press}, year={1980}, pages={20--46}}", "Main Trends in Recent Philosophy: Two Dogmas of Geometry", "Quale, W. V.", 1951, "The Philosophical Review", type=J, held=ALL),
    known(r"@inproceedings{c5, author={Ana Prado and Ben Vos}, title={Checking heaps by walking backwards}, booktitle={TACAS}, series={LNCS}, volume={4963}, publisher={Springer}, year={2008}, pages={337--340}}", "Checking Heaps by Walking Backwards", "Prado, Ana; Vos, Ben", 2008, "Lecture Notes in Computer Science", type=C, page="337-340", held=ALL),
    known(r"@incollection{c6, editor={D. Hartz and P. Winkelmann}, title={Peat}, booktitle={CRC Handbook of Soil Physics}, edition={95th}, publisher={CRC Press}, year={2014}}", "Peat", "", 2016, "CRC Handbook of Soil Physics", type=C, held=("crossref",)),
    known(r"@incollection{c7, author={Gwen Ashe and Ian Moor}, title={Chapter 7 - Metabolism of lichens under stress}, booktitle={Methods in Lichenology}, volume={12}, publisher={Elsevier}, year={2001}, pages={133--178}}", "Metabolism of Lichens under Stress", "Ashe, Gwen; Moor, Ian", 2001, "Methods in Lichenology", type=C, held=("crossref", "openalex")),
    known(r"@incollection{c8, author={Liu, P. and Ray, S. (eds.)}, title={Tides in estuaries of the tropics}, booktitle={Estuaries}, publisher={Brill}, year={1999}}", "Tides in Estuaries of the Tropics", "Liu, Ping; Ray, Sunil", 1999, "Estuaries", type=C, held=("crossref",)),
    known(r"@incollection{c9, author={Sylvie Bard}, title={La ville et ses fleuves ({XVIe}--{XVIIIe} si{\`e}cle)}, booktitle={Histoire des eaux urbaines. Tome 2}, publisher={Presses universitaires de Rennes}, year={2006}}", "La ville et ses fleuves", "Bard, Sylvie", 2006, "Histoire des eaux urbaines", type=C, subtitle=["XVIe-XVIIIe siècle"], held=("crossref",)),
    # theses
    known(r"@phdthesis{t1, author={Noor Hadadi}, title={Scheduling Drone Swarms under Wind}, school={University of California, Berkeley}, year={2019}}", "Scheduling Drone Swarms Under Wind", "Hadadi, Noor", 2019, "eScholarship (California Digital Library)", openalex_type="dissertation", type="dissertation", held=("openalex",)),
    known(r"@mastersthesis{t2, author={Ola Nordmann Vik}, title={Havbruk i nord: lus og laks p{\aa} kysten av Finnmark}, school={UiT}, year={2016}}", "Havbruk i nord. Lus og laks på kysten av Finnmark", "VIK, OLA NORDMANN", 2016, "UiT Norges arktiske universitet", openalex_type="dissertation", held=("openalex",)),
    known(r"@phdthesis{t3, author={Dr. Jutta Kranz}, title={Bestimmung der Masse des Tau-Sneutrinos}, school={RWTH Aachen}, year={2011}, type={Dissertation}}", "Bestimmung der Masse des Tau-Sneutrinos mit dem Detektor im Tal", "Kranz, Jutta", 2012, "RWTH Aachen University", general="Text", held=DATA),
    known(r"@phdthesis{t4, author={Marek Dolny}, title={Percolation on hyperbolic tilings}, school={University of Warsaw}, year={2004}}", "Percolation on hyperbolic tilings", "Dolny, Marek", 2005, "", type="dissertation", held=("crossref",)),
    known(r"@phdthesis{t5, author={Ilse Frank}, title={Die Weberinnen von Chemnitz}, school={TU Dresden}, year={1996}}", "Die Weberinnen von Chemnitz: Frauenarbeit in einer Industriestadt 1870 bis 1914", "Frank, Ilse", 1999, "Campus", type=B, held=("crossref", "openalex")),
    known(r"@phdthesis{t6, author={Ravi Menonkar}, title={Memory management for persistent languages}, school={University of Glasgow}, year={1998}, url={http://hdl.handle.net/1234/5678}}", "Memory Management for Persistent Languages", "Menonkar, R.", 1997, "", held=("semanticscholar",)),
    known(r"@phdthesis{t7, author={Brigitte Rouge}, title={Th{\'e}orie des n{\oe}uds et empilements}, type={Habilitation {\`a} diriger des recherches}, school={Universit{\'e} Paris~7}, year={2007}}", "Théorie des noeuds et empilements", "Rouge, Brigitte", 2007, "HAL (Le Centre pour la Communication Scientifique Directe)", openalex_type="dissertation", held=("openalex",)),
    known(r"@mastersthesis{t8, author={Sven Halt}, title={Ein Regler f{\"u}r Schiffsdiesel}, type={Diplomarbeit}, school={TU Hamburg}, year={2003}}", "A controller for marine diesel engines", "Halt, Sven", 2003, "TUHH Universitätsbibliothek", general="Text", held=DATA),
    # data
    known(r"@misc{ds1, author={Jill Hanna and Otto Beer}, title={Data for: Nitrate in wells of the Hesbaye}, publisher={Zenodo}, year={2021}, doi={10.7777/zenodo.4401}, version={v2}}", "Nitrate in wells of the Hesbaye", "Hanna, Jill; Beer, Otto", 2021, "Zenodo", doi="10.7777/zenodo.4401", general="Dataset", held=DATA),
    known(r"@dataset{ds2, author={Kofi Mensah}, title={Household Water Use in Tamale, 2009--2014}, publisher={Harvard Dataverse}, year={2016}}", "Household Water Use in Tamale, 2009-2014", "Mensah, Kofi", 2016, "Harvard Dataverse", general="Dataset", held=DATA),
    known(r"@misc{ds3, author={Tess Moor and Jon Bly}, title={Wing lengths of island wrens}, howpublished={Dryad Digital Repository}, year={2014}, doi={10.7777/dryad.x1}}", "Data from: Wing lengths of island wrens", "Moor, Tess; Bly, Jon; Hart, Una", 2015, "Dryad", doi="10.7777/dryad.x1", general="Dataset", held=DATA),
    known(r"@misc{ds4, author={{OBIF.org}}, title={{OBIF} Occurrence Download}, year={2022}, month=mar, doi={10.7777/dl.abc12}, url={https://doi.org/10.7777/dl.abc12}}", "Occurrence Download", "User, OBIF.Org", 2022, "The Ocean Biodiversity Information Facility", doi="10.7777/dl.abc12", general="Dataset", held=DATA),
    known(r"@misc{ds5, author={Hersch, H. and Bell, B. and Berr, P. and others}, title={{ARE5} hourly data on single levels from 1979 to present}, publisher={Copernicus Climate Change Service (C3S) Climate Data Store (CDS)}, year={2018}, note={Accessed 2021-06-01}, doi={10.7777/cds.adbb}}", "ARE5 hourly data on single levels from 1940 to present", "Hersch, H.; Bell, B.; Berr, P.; Biav, G.", 2023, "Copernicus Climate Change Service (C3S) Climate Data Store (CDS)", doi="10.7777/cds.adbb", general="Dataset", held=DATA),
    known(r"@misc{ds6, author={Grob, Hannes}, title={Grain size of sediment core PS1234-2}, publisher={PANGAEA}, year={1996}, doi={10.7777/pangaea.5001}}", "Grain size of sediment core PS1234-2 from the Weddell Sea, Antarctica, supplement to: Grob, H; Kuhn, G (1995): Sedimentation on the margin", "Grob, Hannes", 1996, "PANGAEA", doi="10.7777/pangaea.5001", general="Dataset", held=DATA),
    known(r"@misc{ds7, author={{United States Bureau of Parks}}, title={National Survey of Trails, 2004 (IPSR 4321)}, year={2006}, howpublished={Inter-university Consortium}}", "National Survey of Trails, 2004: Version 2", "Bureau of Parks, United States", 2007, "IPSR - Interuniversity Consortium for Political and Social Research", general="Dataset", held=DATA),
    # programs
    known(r"@software{s1, author={Lena Roth and Max Uhl}, title={pyTides}, version={1.0.3}, publisher={Zenodo}, year={2020}, doi={10.7777/zenodo.99}}", "rothlab/pyTides: v1.0.3 - fixes the moon", "Roth, Lena; Uhl, Max; dependabot[bot]", 2020, "Zenodo", doi="10.7777/zenodo.99", general="Software", held=DATA),
    known(r"@manual{s2, title={tidyeel: Easily Count Eels}, author={Hadrian Wick}, year={2022}, note={R package version 1.3.2}, doi={10.7777/CRAN.package.tidyeel}}", "tidyeel: Easily Count Eels", "Wick, Hadrian", 2017, "The R Foundation", doi="10.7777/cran.package.tidyeel", general="Software", held=DATA),
    known(r"@software{s3, author={Aki Sora}, title={starfold: folding light curves}, url={https://github.com/sora/starfold}, year={2018}}", "sora/starfold: Release 2", "Sora, Aki", 2019, "Zenodo", general="Software", held=DATA),
    known(r"@misc{s4, author={Jan Reuter and Eva Molk}, title={meshfree: A Python toolkit for meshes}, year={2019}, howpublished={\url{https://github.com/x/meshfree}}}", "meshfree: A Python toolkit for meshes", "Reuter, Jan; Molk, Eva; Lim, Su", 2020, "Journal of Open Source Software", type=J, held=ALL),
    known(r"@software{s5, author={{The Bamboo Development Team}}, title={bamboo-dev/bamboo: Bamboo 1.2}, publisher={Zenodo}, year={2021}, doi={10.7777/zenodo.3509}}", "bamboo-dev/bamboo: Bamboo", "Team, The Bamboo Development", 2024, "Zenodo", doi="10.7777/zenodo.3509", general="Software", held=DATA),
    known(r"@misc{s6, author={Ole Grund}, title={{GADGET}-9: Smoothed Particles}, howpublished={Astrophysics Source Code Library, record ascl:0003.001}, year={2000}}", "GADGET-9: Smoothed Particles", "Grund, Ole", 2000, "Astrophysics Source Code Library", held=("semanticscholar",)),
    # standards, requests for comments, reports of offices
    known(r"@techreport{st1, author={{IEEE Computer Society}}, title={{IEEE} Standard for Interval Arithmetic of Clocks}, number={IEEE Std 1999-2008}, institution={IEEE}, year={2008}}", "IEEE Standard for Interval Arithmetic of Clocks", "", 2008, "", type="standard", held=("crossref", "openalex")),
    known(r"@techreport{st2, author={P. Mokka and J. Poster}, title={The Slow Transfer Protocol}, type={RFC}, number={9934}, institution={IETF}, year={1987}, doi={10.7777/RFC9934}}", "The Slow Transfer Protocol", "Mokka, P.; Poster, J.", 1987, "", doi="10.7777/rfc9934", type="report", held=("crossref",)),
    known(r"@misc{st3, author={{ISO}}, title={{ISO 99001:2015} Quality management of peat -- Requirements}, publisher={International Organization for Standardization}, address={Geneva}, year={2015}}", "Quality management of peat. Requirements", "", 2015, "BSI British Standards", type="standard", held=("crossref",)),
    known(r"@techreport{st4, author={Elaine Barrow}, title={Recommendation for Lock Management}, institution={National Institute of Standards and Technology}, number={SP 800-957 Part 1 Rev. 5}, year={2020}}", "Recommendation for lock management: part 1 - general", "Barrow, Elaine", 2020, "", type="report", held=("crossref", "openalex")),
    known(r"@techreport{st5, author={{ASTM}}, title={{ASTM E98/E98M-16a}: Standard Test Methods for Tension Testing of Ropes}, institution={ASTM International}, address={West Conshohocken, PA}, year={2016}}", "Test Methods for Tension Testing of Ropes", "", 2016, "", type="standard", held=("crossref",)),
    known(r"@techreport{st6, author={{World Health Office}}, title={World Malaria Atlas 2019}, institution={WHO}, address={Geneva}, year={2019}}", "World malaria atlas 2019", "", 2019, "", type="report", held=("openalex",)),
    # old works
    known(r"@article{o1, author={Ephraim Chaldon}, title={On the law of the partition of heat among gases}, journal={Phil. Trans. R. Soc. Lond.}, volume={157}, pages={49--88}, year={1867}}", "IV. On the law of the partition of heat among gases", "Chaldon, Ephraim", 1867, "Philosophical Transactions of the Royal Society of London", type=J, volume="157", page="49-88", held=ALL),
    known(r"@article{o2, author={Stephen Hale-Bopp}, title={An account of some experiments upon sap}, journal={Phil. Trans.}, volume={34}, year={1727}}", "III. An account of some experiments upon sap in plants during the winter season. Communicated in a letter to Dr. Jurin, R. S. Secr.", "", 1726, "Philosophical Transactions of the Royal Society of London", type=J, held=("crossref", "openalex")),
    known(r"@article{o3, author={W. Nernheim}, title={{\"U}ber die elektromotorische Wirksamkeit der Jonen in Harz}, journal={Annalen der Physik und Chemie}, volume={271}, number={9}, year={1888}}", "Ueber die electromotorische Wirksamkeit der Ionen in Harz", "Nernheim, W.", 1888, "Annalen der Physik", type=J, volume="271", held=("crossref",)),
    known(r"@book{o4, author={Carolus F. Gaussius}, title={Disquisitiones de numeris}, address={Lipsiae}, publisher={Fleischer}, year={1801}}", "Disquisitiones de Numeris", "Gaussius, Carl Friedrich", 1986, "Springer New York", type=B, held=("crossref",)),
    known(r"@article{o5, author={H. Poinlevé}, title={Sur une classe d'{\'e}quations aux diff{\'e}rences}, journal={C. R. Acad. Sci.}, volume={114}, pages={21--23}, year={1892}}", "Sur une classe d'équations aux différences", "", 1892, "Comptes rendus hebdomadaires", type=J, held=("openalex",)),
    known(r"@article{o6, author={Anonymous}, title={The great frost of last January}, journal={Nature}, volume={23}, pages={411}, year={1881}}", "The Great Frost of Last January", "", 1881, "Nature", type=J, volume="23", page="411-412", held=ALL),
    known(r"@article{o7, author={{Lord Rayling}}, title={On the whispering of walls}, journal={Philosophical Magazine, Series 6}, volume={20}, pages={1001--1004}, year={1910}}", "CXII. On the whispering of walls", "Rayling, O.M. F.R.S.", 1910, "The London, Edinburgh, and Dublin Philosophical Magazine and Journal of Science", type=J, volume="20", page="1001-1004", held=("crossref",)),
    known(r"@article{o8, author={Mme. P. Curval and P. Curval}, title={Sur une substance nouvelle contenue dans la suie}, journal={CR Hebd. Acad. Sci. Paris}, volume={127}, pages={175-8}, year={1898}}", "Sur une substance nouvelle contenue dans la suie", "Curval, Pierre; Curval, Maria", 1898, "Comptes Rendus", type=J, held=("semanticscholar", "openalex")),
    known(r"@article{o9, author={Student}, title={The probable error of a tasting}, journal={Biometrika}, volume={6}, number={1}, pages={1--25}, year={1908}}", "THE PROBABLE ERROR OF A TASTING", "STUDENT", 1908, "Biometrika", type=J, volume="6", page="1-25", held=ALL),
    known(r"@article{o10, author={Thomson-Kell, W. (Lord Kellwin)}, title={Nineteenth century mists over the theory of fog}, journal={Lond. Edinb. Dubl. Phil. Mag.}, volume={2}, pages={1--40}, year={1901}}", "I. Nineteenth century mists over the theory of fog", "G.C.V.O., The Right. Hon. Lord Kellwin", 1901, "The London, Edinburgh, and Dublin Philosophical Magazine and Journal of Science", type=J, volume="2", page="1-40", held=("crossref",)),
    known(r"@book{o11, author={Ioannes Keplerus}, title={Astronomia Antiqua}, address={Pragae}, year={1609}}", "Astronomia antiqua, seu de motibus stellarum fixarum commentarii", "Kepler, Johannes", 1609, "", type=B, held=("openalex", "crossref")),
    # proceedings
    known(r"@proceedings{p1, editor={Zita Moll and Jan Frye}, title={{FROG} '09: Proceedings of the 3rd International Conference on Frogs}, publisher={ACM}, address={New York, NY, USA}, year={2009}}", "Proceedings of the 3rd International Conference on Frogs - FROG '09", "", 2009, "", type="proceedings", held=("crossref",)),
    known(r"@inproceedings{p2, author={Lila Novy and Dan Brod}, title={Parsing recipes with two grammars}, booktitle={Proceedings of the Workshop on Cooking with Computers, co-located with ECAI 2012, Montpellier}, year={2012}}", "Parsing Recipes with Two Grammars.", "Novy, Lila; Brod, Dan", 2013, "CwC@ECAI", type=P, held=("semanticscholar",)),
    known(r"@inproceedings{p3, author={Finn Ode}, title={Demo abstract: A lamp that listens}, booktitle={SenSys '14}, year={2014}}", "A lamp that listens", "Ode, Finn", 2014, "Proceedings of the 12th ACM Conference on Embedded Network Sensor Systems", type=P, held=ALL),
    known(r"@inproceedings{p5, author={Mira Oss and Leo Pell}, title={Adaptive mirrors for cold telescopes}, booktitle={Proc. SPIE}, volume={9148}, pages={91485Z}, year={2014}}", "Adaptive mirrors for cold telescopes", "Oss, Mira; Pell, Leo", 2014, "Adaptive Optics Systems IV", type=P, volume="9148", page="91485Z", held=ALL),
    known(r"@inproceedings{p6, author={Yue Ran and Ivan Bor}, title={Pruning at initialisation considered harmless}, booktitle={ICML}, series={Proceedings of Machine Learning Research}, volume={119}, pages={1--11}, year={2020}}", "Pruning at Initialization Considered Harmless", "Ran, Yue; Bor, Ivan", 2020, "International Conference on Machine Learning", held=("semanticscholar", "openalex")),
    known(r"@inproceedings{p7, author={Petra Quist}, title={Keynote: What the tide tables teach us}, booktitle={OCEANS 2011, Santander}, year={2011}, pages={1--2}}", "What the tide tables teach us", "Quist, Petra", 2011, "OCEANS 2011 IEEE - Spain", type=P, held=("crossref",)),
    known(r"@inproceedings{p8, author={S{\o}ren Alto and Bea Lint}, title={{B}{\"o}hm trees, parsed}, booktitle={ACL-IJCNLP}, year={2009}}", "B&#246;hm Trees, Parsed", "Alto, Soren; Lint, Bea", 2009, "Proceedings of the Joint Conference of the 47th Annual Meeting of the ACL and the 4th International Joint Conference on Natural Language Processing of the AFNLP Volume 2 - ACL-IJCNLP '09", type=P, held=ALL),
    known(r"@conference{p9, author={Karl Aust}, title={Measurement of the muon lifetime in a lift}, booktitle={XXVII Int. Conf. on High Energy Physics}, organization={IOP}, year={1994}, note={published 1995}, pages={771}}", "Measurement of the muon lifetime in a lift", "Aust, K.", 1995, "High Energy Physics", type=P, held=("crossref",)),
    # preprints and papers of series
    known(r"@misc{pr1, author={Ren Aoki and Sam Tull}, title={Graph sampling without regret}, year={2021}, eprint={2101.99901}, archivePrefix={arXiv}, primaryClass={cs.LG}}", "Graph Sampling without Regret", "Aoki, Ren; Tull, Sam", 2021, "", doi="", arxiv="2101.99901v3", held=("arxiv",)),
    known(r"@article{pr2, author={M. Duffy and A. Strom}, title={Strings on orbifolds with few twists}, eprint={hep-th/9901999}, year={1999}}", "Strings on Orbifolds with Few Twists", "Duffy, M.; Strom, A.", 1999, "", doi="", arxiv="hep-th/9901999v1", held=("arxiv",)),
    known(r"@article{pr3, author={Lu Fan and Bo Chen}, title={Attention Is Not All of It}, journal={arXiv preprint arXiv:1901.99902}, year={2019}}", "Attention Is Not All of It: Recurrence Returns in Long Documents", "Fan, Lu; Chen, Bo; Diaz, Ana", 2019, "ArXiv", doi="", arxiv="1901.99902v2", held=("arxiv", "semanticscholar")),
    known(r"@article{pr4, author={Ana Silvestre and Tim Holz}, title={Gut microbes of moles alter digging}, journal={bioRxiv}, doi={10.7777/2020.01.02.123456}, year={2020}}", "Gut microbes of moles alter digging", "Silvestre, Ana; Holz, Tim", 2020, "", doi="10.7777/2020.01.02.123456", type="posted-content", subtype="preprint", relation={"is-preprint-of": [{"id-type": "doi", "id": "10.7777/gutmole", "asserted-by": "subject"}]}, held=("crossref",)),
    known(r"@article{pr5, author={Cass Sunder}, title={Nudging the nudgers}, journal={Available at SSRN 3999999}, year={2015}}", "Nudging the Nudgers", "Sunder, Cass", 2014, "SSRN Electronic Journal", type=J, held=("crossref", "openalex")),
    known(r"@misc{pr6, author={Ida Mont and Ravi Sen}, title={Replicating the lost wallet study}, year={2018}, doi={10.7777/osf.io/abcde}, publisher={PsyArXiv}}", "Replicating the lost wallet study", "Mont, Ida; Sen, Ravi", 2018, "", doi="10.7777/osf.io/abcde", type="posted-content", held=("crossref",)),
    known(r"@unpublished{pr7, author={Yann Guer}, title={Une preuve courte du th{\'e}or{\`e}me des cordes}, note={hal-01999999}, year={2017}}", "Une preuve courte du théorème des cordes", "Guer, Yann", 2017, "HAL (Le Centre pour la Communication Scientifique Directe)", doi="", held=("openalex",)),
    known(r"@techreport{pr8, author={A. Fuchs and U. Sunde-Hansen}, title={Patience and the length of queues}, type={IZA Discussion Paper}, number={4999}, institution={Institute of Labor Economics}, address={Bonn}, year={2010}}", "Patience and the Length of Queues", "Fuchs, Armin; Sunde-Hansen, Uwe", 2009, "RePEc: Research Papers in Economics", doi="", held=("openalex",)),
    known(r"@inproceedings{pr9, author={Zoe Lam and Kit Ford}, title={Diffusion models forget slowly}, booktitle={Submitted to The Eleventh International Conference on Learning Representations}, year={2022}, note={under review}}", "Diffusion Models Forget Slowly", "Lam, Zoe; Ford, Kit", 2023, "arXiv (Cornell University)", doi="10.7777/arxiv.2210.99903", openalex_type="preprint", held=("openalex",)),
]  # fmt: skip


def near(one: Work, number: int) -> list[Work]:
    """Make what a search finds beside a work: its review, its first pages, another work of its series, one by its authors."""
    title = one["title"]
    names = "; ".join(f"{p['family']}, {p.get('given', '')}" for p in one["author"])
    words = title.split()
    return [
        work(f"10.8889/r{number}", f"{title}. By {names or 'several hands'}", "Reed, Basil", one["year"] + 1, "Choice Reviews", type=J),
        work(f"10.8889/f{number}", f"Front Matter: {title}", "", one["year"], one["venue"], type=C),
        work(f"10.8889/s{number}", f"{' '.join(words[: max(2, len(words) // 2)])} in the eastern provinces", "Orme, Petronella", one["year"] - 1, one["venue"], type=J),
        work(f"10.8889/a{number}", f"{' '.join(words[-3:])}: afterthoughts", names, one["year"] + 3, "Afterthoughts", type=J),
    ]  # fmt: skip


NEAR = [record for number, one in enumerate(VALID) if one.work for record in near(one.work, number)]

#: Works that nobody wrote.
INVENTED = made_up(
    "z",
    # old works
    "article{author={Ephraim Chaldon}, title={On the law of the partition of charge among vapours}, journal={Phil. Trans. R. Soc. Lond.}, volume={161}, pages={101--122}, year={1871}}",
    "article{author={Ephraim Chaldon and W. Nernheim}, title={Ueber die Diffusion des Lichtes in dichten Gasen}, journal={Annalen der Physik}, volume={280}, year={1891}}",
    "article{author={Student}, title={The probable error of a second tasting}, journal={Biometrika}, volume={8}, pages={44--61}, year={1911}}",
    # conferences
    "inproceedings{author={Yue Ran and Ivan Bor}, title={Pruning after convergence considered harmful}, booktitle={ICML}, year={2021}}",
    "inproceedings{author={Ana Prado and Ben Vos}, title={Checking stacks and queues by walking sideways}, booktitle={TACAS}, series={LNCS}, volume={5505}, year={2009}}",
    "inproceedings{author={Mira Oss and Petra Quist}, title={Cold mirrors for adaptive tide gauges}, booktitle={Proc. SPIE}, volume={9150}, pages={91501A}, year={2014}}",
    "inproceedings{author={Lila Novy}, title={Parsing menus with three grammars and a thesaurus}, booktitle={CwC@ECAI}, year={2012}}",
    # chapters of books that exist
    "incollection{author={Gwen Ashe}, title={Photosynthesis of lichens under snow and shade}, booktitle={Methods in Lichenology}, publisher={Elsevier}, year={2001}, doi={10.7777/lich.none}}",
    "incollection{author={Liu, Ping}, title={Sediments in estuaries of the temperate zone}, booktitle={Estuaries}, publisher={Brill}, year={1999}}",
    "incollection{author={Fay Orwin}, title={Gibbon}, booktitle={Encyclopedia of Animal Cognition and Behavior}, publisher={Springer}, year={2018}, doi={10.7777/c3}}",
    # preprints
    "misc{author={Ren Aoki and Lu Fan}, title={Regret without graph sampling}, year={2021}, eprint={2101.99901}, archivePrefix={arXiv}}",
    "article{author={Bo Chen and Sam Tull}, title={Attention is more than enough for short documents}, journal={arXiv preprint arXiv:1912.88888}, year={2019}}",
    "article{author={Tim Holz and Ana Silvestre}, title={Moles digging alters gut microbes of worms}, journal={bioRxiv}, year={2021}, doi={10.7777/2021.09.09.999999}}",
    "article{author={Cass Sunder}, title={Shoving the shovers: a reply to critics of paternalism}, journal={Available at SSRN 4111111}, year={2016}}",
    # data and programs with a number
    "misc{author={Jill Hanna}, title={Nitrate in springs of the Condroz}, publisher={Zenodo}, year={2021}, doi={10.7777/zenodo.8888888}}",
    "dataset{author={Grob, Hannes}, title={Grain size of sediment core PS9999-1}, publisher={PANGAEA}, year={1999}, doi={10.7777/pangaea.5001}}",
    "software{author={Lena Roth}, title={pyCurrents}, publisher={Zenodo}, year={2021}, doi={10.7777/zenodo.999999}}",
    "software{author={Aki Sora and Max Uhl}, title={moonfold}, publisher={Zenodo}, year={2020}, doi={10.7777/zenodo.99}}",
    # books, theses and reports with a number
    "book{author={Knut Aas}, title={Lattices without Automorphisms}, publisher={Springer}, year={2003}, doi={10.7777/gtm.nil}}",
    "book{author={Stella Marden}, title={Counting Rare Mosses from the Air}, publisher={Island Press}, year={2011}, doi={10.7777/b1}}",
    "phdthesis{author={Noor Hadadi}, title={Landing Drone Swarms on Moving Ships}, school={University of California, Berkeley}, year={2020}, doi={10.7777/escholarship.none}}",
    "techreport{author={P. Mokka}, title={The Slower Transfer Protocol with Extensions}, type={RFC}, number={9935}, institution={IETF}, year={1988}, doi={10.7777/rfc9934}}",
    "techreport{author={{IEEE}}, title={{IEEE} Standard for Fuzzy Arithmetic of Calendars}, institution={IEEE}, year={2011}, doi={10.7777/ieeestd.none}}",
)  # fmt: skip

#: Invented books, theses and programs without a number: no index lists these kinds in full.
INVENTED_UNLISTED = made_up(
    "z5",
    "book{author={Knut Aas}, title={Lattices and Their Discontents}, publisher={Springer}, year={2007}}",
    "phdthesis{author={Marek Dolny and nobody}, title={Percolation on spherical tilings of the sphere}, school={University of Lodz}, year={2003}}",
    "software{author={Lena Roth}, title={pyMoons: phases in Python}, url={https://github.com/rothlab/pyMoons}, year={2021}}",
)  # fmt: skip


_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong.
ALTERED = [
    _altered("b1", "Stella Marden and Owen Pike", "Gregor Mendel and Owen Pike"),
    _altered("b6", "Lattices and Their Automorphisms", "Lattices and Their Endomorphisms"),
    _altered("c7", "lichens", "mosses"),
    _altered("c5", "Ana Prado and Ben Vos", "Ana Prado and Alan Turing"),
    _altered("t1", "Drone Swarms", "Satellite Swarms"),
    _altered("ds1", "Nitrate", "Arsenic"),
    _altered("ds3", "Tess Moor and Jon Bly", "Charles Darwin"),
    _altered("s1", "pyTides", "pyRivers"),
    _altered("st2", "The Slow Transfer Protocol", "The Secure Token Protocol"),
    _altered("o1", "157", "175"),
    _altered("o9", "1908", "1928"),
    _altered("p5", "Mira Oss and Leo Pell", "Mira Oss and Leo Pell and Galileo Galilei"),
    _altered("p6", "ICML", "NeurIPS"),
    _altered("pr1", "Graph sampling", "Tree sampling"),
    _altered("pr4", "10.7777/2020.01.02.123456", "10.7777/osf.io/abcde"),
]
