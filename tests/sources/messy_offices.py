"""A fifteenth set: what offices, laboratories and libraries put out, beside papers, as people type it, among realistic near misses.

Theses, reports, standards, programs, data, law, translations, reprints, bodies as authors, scripts, particles, turned names, accents,
preprints and what became of them, errata, chapters, editions, volumes, works to appear, identifiers with something behind them, addresses
alone.  Each work stands between a review of it, its erratum, its data, another work of the same title, and another one of its authors.
Written and committed before it was run, by an author who had read no line of how entries are compared.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from messy_strangers import B, C, J, Known, P, altered, known, made_up
from services import Work, work

if TYPE_CHECKING:
    from collections.abc import Iterable

CATALOGUES = ("openlibrary", "k10plus")
UNION = ("k10plus",)
OPEN = ("openlibrary",)
FREE = ("openalex", "semanticscholar")
ALEX = ("openalex",)
ARXIV = ("arxiv", "openalex", "semanticscholar")
DATA = ("datacite", "openalex")

VALID = [
    # theses
    known(r'@phdthesis{th1, author={Bj{\"o}rn {\AA}kesson}, title={Snow creep on roofs of low pitch}, school={KTH}, address={Stockholm}, year={2011}, note={ISBN 978-91-7501-000-1}}', "Snow creep on roofs of low pitch", "Åkesson, Björn", 2011, "KTH Publication Database DiVA", doi="", held=ALEX, source_type="repository", openalex_type="dissertation"),
    known(r"@phdthesis{th2, author={Moreau, L.}, title={De l'attente : une g{\'e}ographie des friches urbaines}, school={Universit{\'e} Paris 1 Panth{\'e}on-Sorbonne}, type={Th{\`e}se de doctorat}, year={2016}}", "De l'attente: une géographie des friches urbaines", "Moreau, Léa", 2016, "HAL (Le Centre pour la Communication Scientifique Directe)", doi="", held=ALEX, source_type="repository", openalex_type="dissertation"),
    known(r"@phdthesis{th3, author={Chidi Okafor}, title={The Politics of Kerosene: Subsidy and Protest in Lagos, 1978--2012}, school={University of Leeds}, year={2018}, doi={10.7777/th3}}", "The Politics of Kerosene: Subsidy and Protest in Lagos, 1978-2012", "Okafor, Chidi N.", 2019, "University of Leeds", type="dissertation"),
    known(r"@phdthesis{th4, author={Keller, Tobias}, title={Risse im Beton. Fr{\"u}herkennung mit Schallwellen}, school={TU Braunschweig}, year={2004}}", "Risse im Beton", "Keller, Tobias", 2005, "Shaker", doi="", type=B, subtitle=["Früherkennung mit Schallwellen"], held=UNION),
    Known(r"@mastersthesis{th5, author={Ayumi Hart}, title={Fast Clique Search in Sparse Road Graphs ({M.Sc.} Thesis)}, school={Department of Computing, Imperial College London}, year={2014}}", None),
    Known(r"@thesis{th6, author={von Trotha, Elke}, title={Das Amt und seine Akten}, type={Habilitationsschrift}, institution={Universit{\"a}t Bielefeld}, date={1998}}", None),
    # reports
    known(r"@techreport{re1, author={HARLAN, R. C. and PYE, D.}, title={FLUTTER OF THIN FINS IN STEADY ROLL}, institution={NASA}, number={TN D-7123}, year={1973}}", "Flutter of thin fins in steady roll", "Harlan, Ronald C.; Pye, D.", 1973, "NASA Technical Reports Server (NASA)", doi="", held=ALEX, source_type="repository", openalex_type="report"),
    known(r"@techreport{re2, author={{World Health Organization} and others}, title={Guideline: sodium in the meals of schools}, institution={World Health Organization}, address={Geneva}, year={2015}}", "Guideline", "World Health Organization", 2015, "World Health Organization", doi="", type=B, subtitle=["sodium in the meals of schools"], held=CATALOGUES),
    known(r"@techreport{re3, author={Ines Prado and Kurt Lenz}, title={Tolls and the Commute of the Poor}, institution={NBER}, type={Working Paper}, number={w21876}, year={2016}}", "Road Tolls and the Commute of the Poor", "Prado, Inês; Lenz, Kurt", 2019, "Journal of Public Economics", type=J),
    known(r"@techreport{re4, author={M. Duerr and Ed. K. Oster}, title={{RFC} 9876: A Header Field for Slow Links}, howpublished={Internet Requests for Comments}, type={RFC}, number={9876}, month={Feb}, year={2023}, url={http://www.rfc-editor.org/rfc/rfc9876.txt}}", "A Header Field for Slow Links", "Duerr, M.; Oster, K.", 2023, "RFC Editor", doi="10.17487/rfc9876", type="report"),
    known(r"@techreport{re5, author={Lemaire, Sylvain and Ng, Grace}, title={Certified Compilation of Loops with Breaks}, institution={INRIA}, type={Research Report}, number={RR-8123}, pages={34}, year={2012}, hal_id={hal-00712345}}", "Certified compilation of loops with breaks", "Lemaire, Sylvain; Ng, Grace", 2012, "INRIA a CCSD electronic archive server", doi="", held=ALEX, source_type="repository", openalex_type="report"),
    known(r"@techreport{re6, author={Tolliver, J.S. and others}, title={Landslides of the Umpqua basin, {O}regon}, institution={U.S. Geological Survey Open-File Report 2007--1342}, year={2007}}", "Landslides of the Umpqua Basin, Oregon", "Tolliver, Jane S.; Abbott, Kim; Marsh, Pete", 2007, "Open-File Report", type="report"),
    # standards
    known(r"@misc{st1, title={{IEEE} Standard for Clocks in Rural Substations}, howpublished={IEEE Std 2977-2019}, year={2019}, doi={10.1109/IEEESTD.2019.8765432}}", "IEEE Standard for Clocks in Rural Substations", "", 2019, "IEEE", doi="10.1109/ieeestd.2019.8765432", type="standard"),
    Known(r"@standard{st2, author={{International Organization for Standardization}}, title={{ISO} 22301-7:2017: Marking of Lifts -- Part 7: Freight}, number={ISO 22301-7:2017(E)}, year={2017}}", None),
    Known(r"@manual{st3, organization={DIN}, title={{DIN EN} 13829-2, Luftdichtheit von Fenstern}, address={Berlin}, publisher={Beuth}, year={2001-02}}", None),
    Known(r"@techreport{st4, author={Lindqvist, Ada and Roe, Ben}, title={Ruby Text Alignment Level 2}, type={{W3C} Recommendation}, institution={World Wide Web Consortium}, month=jan, year={2014}, url={https://www.w3.org/TR/2014/REC-ruby-align-20140114/}}", None),
    # programs and data
    known(r"@software{so1, author={Varga, D{\'a}vid and contributors}, title={treeline/treeline: v2.3.1}, publisher={Zenodo}, version={v2.3.1}, year={2021}, doi={10.5281/zenodo.4712345}}", "treeline/treeline: v2.3.1", "Varga, Dávid; Ito, Mai; Zee, Q", 2021, "Zenodo", doi="10.5281/zenodo.4712345", general="Software", held=DATA),
    known(r"@manual{so2, title={roadtrip: Tools for the Sampling of Long Trips}, author={Nils Aas and Pia Rehn}, year={2020}, note={R package version 0.4.2}, url={https://CRAN.R-project.org/package=roadtrip}}", "roadtrip: Tools for the Sampling of Long Trips", "Aas, Nils; Rehn, Pia", 2018, "CRAN: Contributed Packages", doi="10.32614/cran.package.roadtrip", type="dataset"),
    known(r"@article{so3, author={{Varga} et~al.}, title={treeline: A {P}ython package for upper limits of forests}, journal={JOSS}, volume={6}, number={61}, pages={3123}, year={2021}}", "treeline: A Python package for upper limits of forests", "Varga, Dávid; Ito, Mai", 2021, "Journal of Open Source Software", type=J, volume="6", page="3123"),
    known(r"@misc{so4, author={Quayle, R. and Tamm, L.}, title={Data from: Pollen loads of moths along a gradient of light}, publisher={Dryad Digital Repository}, year={2017}, doi={doi:10.5061/dryad.8q2k1}}", "Data from: Pollen loads of moths along a gradient of light", "Quayle, Rosa; Tamm, Liis", 2017, "Dryad", doi="10.5061/dryad.8q2k1", general="Dataset", held=DATA),
    known(r"@dataset{so5, author={Brand, Heike and Osei, Kofi}, title={Physical oceanography during cruise {MSM} 77/2}, publisher={PANGAEA}, date={2019}, doi={10.1594/PANGAEA.899123}}", "Physical oceanography during cruise MSM77/2", "Brand, Heike; Osei, Kofi", 2019, "PANGAEA - Data Publisher for Earth & Environmental Science", doi="10.1594/pangaea.899123", general="Dataset", held=DATA),
    Known(r"@misc{so6, author={{OpenLoom}}, title={openloom/loom-7b-chat \textperiodcentered{} Hugging Face}, howpublished={\url{https://huggingface.co/openloom/loom-7b-chat}}, note={Accessed: 2024-03-02}}", None),
    Known(r"@misc{so7, title={Taxi Trips of Winter Nights}, author={data.world user \emph{kjell}}, url={https://www.kaggle.com/datasets/kjell/taxi-trips-winter}, year={n.d.}}", None),
    # law
    Known(r"@legislation{la1, title={Regulation ({EU}) 2019/1234 of the European Parliament and of the Council of 5 June 2019 on the Labelling of Ropes}, journaltitle={Official Journal of the European Union}, number={L 195}, pages={1--17}, date={2019-07-23}}", None),
    Known(r"@misc{la2, title={Bundes-Moorschutzgesetz vom 12. Mai 2009 ({BGBl. I S.} 1041)}, year={2009}}", None),
    Known(r"@misc{la3, title={Harbourmaster of Lowestoft v. Pike \& Sons}, howpublished={[1987] 2 AC 411 (HL)}, year={1987}}", None),
    Known(r"@misc{la4, author={{United Nations}}, title={Convention on the Marking of Nets at Sea, Geneva, 4 March 1991}, howpublished={1673 U.N.T.S. 57}, year={1991}}", None),
    # translations and reprints
    known(r"@book{tr1, author={Vestergaard, Maja}, title={The Cold Kitchen}, translator={Anne Born}, publisher={Norvik Press}, address={Norwich}, year={1999}, note={First published 1987 as \emph{Det kolde k{\o}kken}}}", "The cold kitchen", "Vestergaard, Maja; Born, Anne", 1999, "Norvik Press", doi="", type=B, held=CATALOGUES),
    known(r"@article{tr2, author={Gorelik, V. S. and Pavlov, A. N.}, title={Damping of sound in rotating helium}, journal={Sov. Phys. JETP}, volume={31}, pages={412}, year={1970}, note={[Zh. Eksp. Teor. Fiz. {\bf 58}, 770 (1970)]}}", "Damping of Sound in Rotating Helium", "Gorelik, V. S.; Pavlov, A. N.", 1970, "Soviet Journal of Experimental and Theoretical Physics", doi="", type=J, held=ALEX),
    known(r"@book{tr3, author={Whewell-Price, Thomas}, title={A Treatise on the Motion of Barges}, publisher={Deighton}, address={Cambridge}, year={1848}, doi={10.1017/CBO9780511701234}}", "A Treatise on the Motion of Barges", "Whewell-Price, Thomas", 2010, "Cambridge University Press", doi="10.1017/cbo9780511701234", type=B),
    known(r"@article{tr4, author={Sandoz, Emil}, title={The habits of crowds at closed doors}, journal={American Sociological Review}, volume={3}, pages={81--99}, year={1938}}", "The Habits of Crowds at Closed Doors", "Sandoz, Emil", 1986, "Classic Papers on Waiting", type=C, page="12-33"),
    known(r"@book{tr5, author={Ferrante, Ugo}, title={Le acque interne}, origdate={1931}, date={2006}, publisher={Einaudi}, location={Torino}}", "Le acque interne", "Ferrante, Ugo", 1931, "Bocca", doi="", type=B, held=UNION, editions=[2006]),
    known(r"@book{tr6, author={Holzer, Ruth}, title={Die stille Post [The Silent Mail]}, publisher={Suhrkamp}, address={Frankfurt a.M.}, year={1979}}", "Die stille Post", "Holzer, Ruth", 1979, "Suhrkamp", doi="", type=B, held=CATALOGUES),
    # bodies
    known(r"@article{bo1, author={{ATLAS Collaboration}}, collaboration={ATLAS}, title={Search for {$Z'$} bosons that decay to dark photons at {$\sqrt{s}=13$~TeV}}, eprint={1911.04321}, archivePrefix={arXiv}, journal={JHEP}, volume={05}, pages={151}, year={2020}}", "Search for Z′ bosons that decay to dark photons at √s = 13 TeV", "Aad, G.; Abbott, B.; Abbott, D. C.", 2020, "Journal of High Energy Physics", type=J, volume="2020"),
    known(r"@article{bo2, title={Atlas of splicing in sleeping tissue}, author={Consortium, {The SLEEPEx}}, journal={Nat. Genet.}, year={2018}, volume={50}, pages={1112-1120}}", "Atlas of splicing in sleeping tissue", "Ardlie, Kim; Deluca, David; Segre, Ayellet", 2018, "Nature Genetics", type=J, volume="50", page="1112-1120"),
    Known(r"@techreport{bo3, author={3GPP}, title={{Study on relays for sparse cells (Release 16)}}, institution={3rd Generation Partnership Project (3GPP)}, type={Technical Report (TR)}, number={38.874}, year={2019}}", None),
    # scripts
    known("@article{sc1, author={王小明 and 李丽}, title={城市雨水花园的蓄水性能研究}, journal={水利学报}, volume={45}, number={3}, pages={301--308}, year={2014}}", "城市雨水花园的蓄水性能研究", "王, 小明; 李, 丽", 2014, "水利学报", doi="", type=J, held=ALEX),
    known("@article{sc2, author={Кузнецова, А. В. and Орлов, П. С.}, title={О колебаниях тонких пластин в потоке}, journal={Прикл. матем. и мех.}, year={1984}, volume={48}, pages={211--219}}", "О колебаниях тонких пластин в потоке", "Кузнецова, А. В.; Орлов, П. С.", 1984, "Прикладная математика и механика", doi="", type=J, held=ALEX, volume="48"),
    known(r"@article{sc3, author={Sidorenko, M. I.}, title={Teploobmen v kanalakh s sherokhovatymi stenkami}, journal={Teplofiz. Vys. Temp.}, volume={19}, year={1981}}", "Теплообмен в каналах с шероховатыми стенками", "Сидоренко, М. И.", 1981, "Теплофизика высоких температур", doi="", type=J, held=ALEX),
    known("@book{sc4, author={Παπαδάκης, Νίκος}, title={Τα λιμάνια του Αιγαίου}, publisher={Εστία}, address={Αθήνα}, year={1992}}", "Τα λιμάνια του Αιγαίου", "Παπαδάκης, Νίκος", 1992, "Εστία", doi="", type=B, held=UNION),
    known("@article{sc5, author={김민수 and 박지영}, title={해안 습지의 염분 변화와 식생}, journal={한국습지학회지}, year={2011}}", "해안 습지의 염분 변화와 식생", "김, 민수; 박, 지영", 2011, "한국습지학회지", doi="", type=J, held=ALEX),
    # names
    known(r"@article{na1, author={van den Broeck, J. and ter Braak, Cajo and de Leeuw, {\relax Ch}arles}, title={Ordination of ditches}, journal={Vegetatio}, year={1988}, volume={77}, pages={3--11}}", "Ordination of ditches", "Broeck, J. van den; Braak, Cajo J. F. ter; Leeuw, C. de", 1988, "Vegetatio", type=J, volume="77", page="3-11"),
    known(r"@article{na2, author={Abu l-Hasan, Omar and Al Khatib, Rania and El-Masri, H.}, title={Rooftop tanks and the rationing of water in Amman}, journal={Water Policy}, year={2013}}", "Rooftop tanks and the rationing of water in Amman", "Abul-Hasan, O.; Khatib, Rania Al; Elmasri, Hadi", 2013, "Water Policy", type=J),
    known(r"@article{na3, author={Sigr{\'i}{\dh}ur J{\'o}nsd{\'o}ttir and {\TH}{\'o}r Einarsson}, title={Jökulhlaup deposits on the S{\'o}lheimasandur plain}, journal={J{\"o}kull}, year={2002}}", "Jökulhlaup deposits on the Sólheimasandur plain", "Jonsdottir, Sigridur; Einarsson, Thor", 2002, "Jökull", type=J),
    known(r"@article{na4, author={R. K. and S. V. Iyer}, title={Monsoon breaks and the sale of umbrellas}, journal={Curr. Sci.}, year={1995}}", "Monsoon breaks and the sale of umbrellas", "Krishnan, R.; Iyer, S. V.", 1995, "Current Science", type=J),
    known(r"@article{na5, author={Nagy P{\'e}ter and Szab{\'o} Anna}, title={Flood marks on the walls of Szeged}, journal={Hung. Geogr. Bull.}, year={2016}}", "Flood marks on the walls of Szeged", "Nagy, Péter; Szabó, Anna", 2016, "Hungarian Geographical Bulletin", type=J),
    known(r"@article{na6, author={Sukarjo and Wiryanti, Dewi}, title={Peat fires and the schools of Riau}, journal={Forests}, year={2018}, volume={9}}", "Peat Fires and the Schools of Riau", "Sukarjo, Sukarjo; Wiryanti, Dewi", 2018, "Forests", type=J, volume="9"),
    known(r"@article{na7, author={Silva, J. P. da and Costa e Sousa, M. and Santos Filho, A. B. dos}, title={Fishing with dolphins in closed lagoons}, journal={Mar. Mammal Sci.}, year={2009}}", "Fishing with dolphins in closed lagoons", "da Silva, João Pedro; Sousa, Marta Costa E; Santos-Filho, Alberto B.", 2009, "Marine Mammal Science", type=J),
    known(r"@article{na8, author={Hayes, P.J.; Lindgren, O.; Tan, S.-W.}, title={Sorting gravel by sound}, journal={Powder Technol.}, year={2004}, volume=141, pages={55-61}}", "Sorting gravel by sound", "Hayes, P. J.; Lindgren, Olle; Tan, Siew Wei", 2004, "Powder Technology", type=J, volume="141", page="55-61"),
    known(r"@article{na9, author={G{\'o}mez-Rey, Luc{\'i}a and Ib{\'a}{\~n}ez Soto, Ram{\'o}n}, title={Vines without irrigation on terraces of slate}, journal={Agric. Water Manag.}, year={2012}}", "Vines without irrigation on terraces of slate", "Rey, Lucía Gómez; Soto, R. I.", 2012, "Agricultural Water Management", type=J),
    # accents
    known(r"@article{ac1, author={\v{C}ech, Ji\v{r}\'{\i} and {\c{S}}im{\c{s}}ek, {\"O}mer and B{\u a}lan, {\c T}uca and {\L}uczak, Bo{\.z}ena}, title={Na{\"i}ve voters, {\ae}sthetic ballots}, journal={Elect. Stud.}, year={2015}}", "Naïve voters, æsthetic ballots", "Čech, Jiří; Şimşek, Ömer; Bălan, Țuca; Łuczak, Bożena", 2015, "Electoral Studies", type=J),
    known(r"@article{ac2, author={Sj\o berg, \AA se and M\"uller-L\"udenscheidt, J\"org and Gr{\o}nb{\ae}k, S{\o}ren}, title={Str{\o}m og strik: the knitting of electric fences}, journal={Text. Res. J.}, year={2006}}", "Strøm og strik: the knitting of electric fences", "Sjöberg, Ase; Mueller-Luedenscheidt, Joerg; Gronbaek, Soren", 2006, "Textile Research Journal", type=J),
    # preprints and what became of them
    known(r"@misc{ar1, author={Weiss, Noa and Patel, Dev}, title={Learning to Fold Maps}, eprint={2103.04567v3}, archivePrefix={arXiv}, primaryClass={cs.RO}, year={2022}}", "Learning to Fold Maps", "Weiss, Noa; Patel, Dev", 2021, "arXiv", doi="10.48550/arxiv.2103.04567", arxiv="2103.04567v1", held=ARXIV),
    known(r"@article{ar2, author={Bianchi, F. and Rao, S.}, title={Cut elimination for calendars}, journal={arXiv:math.LO/0504321}, year={2005}}", "Cut elimination for calendars", "Bianchi, Franca; Rao, Suresh", 2005, "arXiv", doi="10.48550/arxiv.math/0504321", arxiv="math/0504321v2", held=ARXIV),
    known(r"@article{ar3, author={Hugo Stern and Mina Cho}, title={Prompting is Knitting: Stitch-level Control of Long Generations}, journal={ArXiv}, volume={abs/2305.09876}, year={2023}}", "Stitch-level Control of Long Generations", "Stern, Hugo; Cho, Mina; Bell, Ray", 2024, "Findings of the Association for Computational Linguistics: EACL 2024", type=P),
    known(r"@misc{ar4, author={Odell, Jim and Faure, Zoe}, title={Glass transitions of ant rafts}, howpublished={bioRxiv 2020.04.12.038765}, year={2020}}", "Glass transitions of ant rafts", "Odell, James; Faure, Zoé", 2021, "Physical Review E", type=J),
    # meeting against journal
    known(r"@inproceedings{co1, author={Rautio, K. and Shen, L.}, title={Lazy merges in persistent heaps}, booktitle={Proc. 14th Annu. ACM-SIAM Symp. Discrete Algorithms (SODA)}, pages={212--220}, year={2003}}", "Lazy Merges in Persistent Heaps", "Rautio, Kaisa; Shen, Lin", 2006, "SIAM Journal on Computing", type=J, volume="35", page="901-923"),
    known(r"@article{co2, author={Elin Brandt and Ravi Kumar Menon}, title={Gradual effects for reactive sheets}, journal={Proc. ACM Program. Lang.}, volume={5}, number={ICFP}, articleno={87}, numpages={29}, month=aug, year={2021}}", "Gradual effects for reactive sheets", "Brandt, Elin; Menon, Ravi Kumar", 2021, "Proceedings of the ACM on Programming Languages", type=J, volume="5", page="1-29"),
    known(r"@inproceedings{co3, author={Lucas Meyer and Aiko Sato}, title={Bandits that forget on purpose}, booktitle={International Conference on Machine Learning}, pages={7001--7010}, organization={PMLR}, year={2019}}", "Bandits that Forget on Purpose", "Meyer, Lucas; Sato, Aiko", 2019, "International Conference on Machine Learning", doi="", held=FREE),
    known(r"@inproceedings{co4, author={Tomasz W{\'o}jcik and Hana Levi}, editor={Gomes, A. and Ito, B.}, title={Refuting Termination with Word Equations}, booktitle={{TACAS} (2)}, series={Lecture Notes in Computer Science}, volume={13244}, pages={118--136}, publisher={Springer}, year={2022}}", "Refuting Termination with Word Equations", "Wójcik, Tomasz; Levi, Hana", 2022, "Tools and Algorithms for the Construction and Analysis of Systems", type=C, page="118-136"),
    # errata
    known(r"@article{er1, author={Lomax, T. and Vega, I.}, title={Erratum to: Growth rings of drowned oaks}, journal={Dendrochronologia}, volume={22}, pages={77}, year={2005}}", "Erratum to “Growth rings of drowned oaks” [Dendrochronologia 21 (2004) 121–130]", "Lomax, T.; Vega, I.", 2005, "Dendrochronologia", type=J, volume="22", page="77"),
    known(r"@article{er2, author={P{\'e}rez-Lugo, J. and Katz, D.}, title={Slip bands in wet ice}, journal={Phys. Rev. Lett.}, volume={88}, pages={045501}, year={2002}, note={Erratum: ibid. 89, 019902(E) (2002)}}", "Slip Bands in Wet Ice", "Pérez-Lugo, J.; Katz, D.", 2002, "Physical Review Letters", type=J, volume="88", page="045501"),
    # chapters
    known(r"@incollection{ch1, author={Grant, Olive}, title={Ch.~7: Markets at the Ferry}, booktitle={The {R}outledge Handbook of River Towns}, editor={S. Noble and T. Ames}, pages={143--61}, publisher={Routledge}, address={Abingdon, UK}, year={2017}}", "Markets at the ferry", "Grant, Olive", 2017, "The Routledge Handbook of River Towns", type=C, page="143-161"),
    known(r"@inbook{ch2, author={Yusuf Demir}, title={Semantics of Silence}, booktitle={Wiley Blackwell Companion to Pragmatics}, publisher={John Wiley \& Sons, Ltd}, chapter={12}, pages={245-270}, doi={https://doi.org/10.1002/9781118654321.ch12}, year={2018}}", "Semantics of Silence", "Demir, Yusuf", 2017, "The Wiley Blackwell Companion to Pragmatics", doi="10.1002/9781118654321.ch12", type=C, page="245-270"),
    known(r"@incollection{ch3, author={Brack, H.}, title={Wetterglas}, booktitle={Enzyklop{\"a}die der Neuzeit}, volume={14}, editor={Jaeger, Friedrich}, publisher={Metzler}, year={2011}, pages={Sp. 1011--1013}}", "Wetterglas", "Brack, Harald", 2019, "Enzyklopädie der Neuzeit Online", type=C),
    # editions and volumes
    known(r"@book{ed1, author={Rowe, Martin and Shah, Anita}, title={Statistics for Foresters}, edition={Third}, publisher={CRC Press/Taylor \& Francis}, address={Boca Raton, FL}, year={2015}}", "Statistics for foresters", "Rowe, Martin", 1996, "CRC Press", doi="", type=B, held=CATALOGUES, editions=[2005]),
    known(r"@book{ed2, author={Sauter, E. and Vogt, H.}, title={Lehrbuch der Vermessung, Bd.~2: Nivellement}, edition={4., neubearb. Aufl.}, publisher={Teubner}, year={1968}}", "Lehrbuch der Vermessung. Bd. 2. Nivellement", "Sauter, Ernst; Vogt, Hermann", 1968, "Teubner", doi="", type=B, held=UNION),
    known(r"@book{ed3, author={Iannucci, Carla}, title={The History of Glassmaking in the Veneto}, volume={2: From 1500 to the Fall}, series={Studi veneziani}, publisher={Olschki}, year={1994}}", "The history of glassmaking in the Veneto", "Iannucci, Carla", 1991, "L. S. Olschki", doi="", type=B, held=OPEN),
    # to appear, and a month that is none
    known(r"@article{fo1, author={Juarez, Elena and Kohl, Max}, title={Auctions with hesitant bidders}, journal={Econometrica (forthcoming)}, year={2021}}", "Auctions With Hesitant Bidders", "Juarez, Elena; Kohl, Max", 2023, "Econometrica", type=J, volume="91", page="101-133"),
    known(r"@unpublished{fo2, author={Abel Stone and Greta Holm}, title={Proof mining in bounded metric trees}, note={Submitted to J. Symb. Logic, available on request}, month={Sept./Okt.}, year={2017}}", "Proof mining in bounded metric trees", "Stone, Abel; Holm, Greta", 2019, "The Journal of Symbolic Logic", type=J),
    # pages and numbers
    known(r"@article{pa1, author={Lund, Mette and Ray, Ashok}, title={Iron in the spring bloom off Greenland}, journal={Global Biogeochem. Cycles}, volume={24}, pages={GB3012, doi:10.1029/2009GB003700}, year={2010}}", "Iron in the spring bloom off Greenland", "Lund, Mette; Ray, Ashok", 2010, "Global Biogeochemical Cycles", doi="10.1029/2009gb003700", type=J, volume="24"),
    known(r"@article{pa2, author={Farrow, K. and Dix, L.}, title={Deposits of ash in turbines}, journal={J. Eng. Gas Turbines Power-Trans. ASME}, volume={118}, number={2}, pages={A81--A90}, year={1996}}", "Deposits of Ash in Turbines", "Farrow, K.; Dix, L.", 1996, "Journal of Engineering for Gas Turbines and Power", type=J, volume="118", page="81-90"),
    # identifiers with something behind them
    known(r"@article{do1, author={Nair, Sunil and Bloch, Eva}, title={Heat loss of penguins on wet snow}, journal={Polar Biol}, year={2014}, doi={10.7777/do1;jsessionid=A12B3C.f02t03}}", "Heat loss of penguins on wet snow", "Nair, Sunil; Bloch, Eva", 2014, "Polar Biology", type=J),
    known(r"@article{do2, author={Carver, Hal and Ochoa, Lidia}, title={Peeling of tape from rough walls}, journal={Soft Matter}, year={2011}, url={https://pubs.example.org/doi/abs/10.7777/do2?journalCode=sm&cookieSet=1#d1e55}}", "Peeling of tape from rough walls", "Carver, Hal; Ochoa, Lidia", 2011, "Soft Matter", type=J),
    known(r"@article{do3, author={Wynn, Alys and Dahl, Ketil}, title={Ballads as weather records}, journal={Folklore}, year={1999}, doi={10.7777/do3 [published online: 12 Mar 1999]}}", "Ballads as Weather Records", "Wynn, Alys; Dahl, Ketil", 1999, "Folklore", type=J),
    # a volume of a meeting, and a patent
    known(r"@proceedings{vo1, editor={Lai, Grace and Otto, Finn}, title={Logic and Weather -- 9th International Workshop, {LoW} 2012, Riga, Latvia, Revised Selected Papers}, series={LNCS}, volume={7698}, publisher={Springer}, year={2013}}", "Logic and Weather", "", 2013, "Lecture Notes in Computer Science", type=B, subtitle=["9th International Workshop, LoW 2012, Riga, Latvia, June 4-6, 2012, Revised Selected Papers"], editor=[{"family": "Lai", "given": "Grace"}, {"family": "Otto", "given": "Finn"}]),
    Known(r"@patent{vo2, author={Ekman, Lars O}, title={Latch for doors of ferries}, number={US 4,567,890 B1}, year={1986}, holder={Ekman Marin AB}}", None),
    # addresses alone
    Known(r"@misc{ur1, title={\url{https://stats.example.gov/fisheries/landings-2018.html}}}", None),
    Known(r"@online{ur2, author={Tate, Oliver}, title={Why my compiler hates Mondays}, url={https://otate.example.com/blog/mondays}, urldate={2022-11-30}, year={2022}}", None),
    known(r"@misc{ur3, title={A field guide to quiet motors}, howpublished={\url{https://doi.org/10.7777/ur3}}}", "A field guide to quiet motors", "Bell, Una; Frisch, Otto", 2016, "IEEE Transactions on Industrial Electronics", type=J),
]  # fmt: skip


def near(one: Work, number: int) -> list[Work]:
    """Make what a search finds beside a work: a review, its erratum, its data, another work of its title, and one of its authors."""
    title, venue = one["title"], one["venue"]
    names = "; ".join(f"{person['family']}, {person.get('given', '')}" for person in one["author"])
    words = title.split()
    return [
        work(f"10.8815/r{number}", f"Book Review: {title}", "Pomeroy, Clarice", one["year"] + 1, "The Review of Everything", type=J),
        work(f"10.8815/e{number}", f"Erratum: {title}", names, one["year"] + 1, venue, type=J),
        work(f"10.8815/d{number}", f"Supplementary material for: {title}", names, one["year"], "Figshare", type="dataset"),
        work(f"10.8815/t{number}", title, "Pomeroy, Clarice; Zhuang, Yifan", one["year"] + 9, "Open Conference Abstracts", type=P),
        work(f"10.8815/a{number}", f"{' '.join(words[:2])} in the tropics: problems of measurement", names, one["year"], venue, type=J),
    ]  # fmt: skip


def near_each(entries: Iterable[Known], first: int) -> list[Work]:
    """Make what a search finds beside each work whose title has several words, with numbers from ``first``."""
    return [
        record
        for number, case in enumerate(entries, first)
        if case.work and " " in case.work["title"]
        for record in near(case.work, number)
    ]


NEAR = [
    record
    for number, one in enumerate(VALID)
    if one.work and " " in one.work["title"]
    for record in near(one.work, number)
]

#: What catalogues have beside: other books of the authors and publishers, and of nearly the same titles.
SHELVES = [
    *(work("", title, authors, year, publisher, type=B) for title, authors, year, publisher in (
        ("The warm cellar", "Vestergaard, Maja; Born, Anne", 1994, "Norvik Press"),
        ("Kitchens of the cold war", "Reid, Susan", 1999, "Norvik Press"),
        ("Die laute Post: Reden und Aufsätze", "Holzer, Ruth", 1983, "Suhrkamp"),
        ("Statistics for forestry students", "Freese, Frank", 2015, "CRC Press"),
        ("Guideline", "World Health Organization", 2012, "World Health Organization"),
        ("The history of glass in Murano", "Barovier, Rosa", 1994, "L. S. Olschki"),
        ("Lehrbuch der Vermessung. Bd. 1. Längen und Winkel", "Sauter, Ernst; Vogt, Hermann", 1965, "Teubner"),
    )),
    *(work("", f"{title} of {year}", author, year, publisher, type=B)
      for publisher, year in (
          ("Norvik Press", 1999), ("Suhrkamp", 1979), ("CRC Press", 2015), ("Routledge", 2012), ("Cambridge University Press", 2010), ("Oxford University Press", 2003),
          ("Springer", 2013), ("Olschki", 1994), ("Princeton University Press", 2008), ("MIT Press", 1999),
          ("Norvik Press", 2001), ("CRC Press", 2012), ("Cambridge University Press", 2021),
      )
      for title, author in (("An atlas of mosses", "Moss, Ada"), ("Lectures on rain", "Rain, Bo"), ("The gardens and ponds", "Pond, Cy"))),
]  # fmt: skip

#: Works that nobody wrote.
INVENTED = made_up(
    "no",
    r"article{author={van den Broeck, J. and ter Braak, Cajo}, title={Canonical analysis of ditches under drought}, journal={Vegetatio}, volume={83}, pages={55--63}, year={1989}}",
    r"article{author={{ATLAS Collaboration}}, title={Evidence for leptoquarks in final states with three muons and missing tops}, journal={JHEP}, volume={11}, pages={87}, year={2021}}",
    r"article{author={Lund, Mette and Ray, Ashok}, title={Cobalt and the collapse of the autumn bloom off Labrador}, journal={Global Biogeochem. Cycles}, volume={26}, pages={GB1017}, year={2012}}",
    r"article{author={Juarez, Elena and Kohl, Max}, title={Impatient sellers: dynamic reserve prices with regret}, journal={Econometrica}, volume={92}, pages={877--915}, year={2024}}",
    r"article{author={P{\'e}rez-Lugo, J. and Katz, D.}, title={Sliding friction of salted ice at high speed}, journal={Phys. Rev. Lett.}, volume={91}, pages={105502}, year={2003}}",
    r"article{author={Nagy, P{\'e}ter and Kov{\'a}cs, Judit}, title={Dykes, debts and dances: memory of the flood of 1879}, journal={Hung. Geogr. Bull.}, volume={67}, year={2018}, doi={10.7777/hgb.67.none}}",
    r"article{author={Varga, D{\'a}vid}, title={shrubline: shrubs above the trees in {Julia}}, journal={Journal of Open Source Software}, volume={8}, number={84}, pages={5321}, year={2023}}",
    r"inproceedings{author={Lucas Meyer and Aiko Sato}, title={Regret bounds for bandits that dream}, booktitle={International Conference on Machine Learning}, pages={8123--8132}, year={2020}}",
    r"inproceedings{author={Tomasz W{\'o}jcik}, title={Ranking supermartingales for string programs}, booktitle={{CAV} (1)}, series={LNCS}, volume={12224}, year={2020}}",
    r"inproceedings{author={Rautio, K. and Brodal, G.}, title={Heaps with whispers: amortized deletions from far nodes}, booktitle={SODA}, pages={99--110}, year={2005}}",
    r"inproceedings{author={Hugo Stern and Mina Cho}, title={Unravelling Yarn: Token-level Repair of Hallucinated Threads}, booktitle={Proceedings of ACL}, year={2023}}",
    r"misc{author={Weiss, Noa and Adeyemi, Tolu}, title={Unfolding umbrellas with tactile transformers}, eprint={2207.99871}, archivePrefix={arXiv}, year={2022}}",
    r"phdthesis{author={Ingrid Solheim}, title={Ferry Timetables and the Making of Fjord Identities}, school={Universitetet i Bergen}, year={2013}, doi={10.7777/bora.none}}",
    r"dataset{author={Brand, Heike}, title={Biological oceanography during cruise {MSM} 79/1}, publisher={PANGAEA}, year={2020}, doi={10.1594/PANGAEA.999999}}",
    r"book{author={Vestergaard, Maja}, title={The Frozen Larder}, publisher={Norvik Press}, address={Norwich}, year={2001}}",
    r"book{author={Rowe, Martin and Shah, Anita}, title={Experimental Design for Hydrologists}, publisher={CRC Press}, year={2012}}",
    r"book{author={Okafor, Chidi}, title={Generators: A Social History of Noise in Nigeria}, publisher={Cambridge University Press}, year={2021}}",
    r"book{author={Thackeray-Moss, Julian}, title={Lighthouses and the Imagination of Debt}, publisher={Princeton University Press}, year={2009}}",
    r"incollection{author={Grant, Olive}, title={Smugglers on the upper Severn}, booktitle={The Routledge Handbook of River Towns}, editor={S. Noble and T. Ames}, pages={301--318}, publisher={Routledge}, year={2017}}",
    r"article{author={Aoki, Ren and Dlamini, Thandi}, title={Wing beats of hornets under strobe light}, journal={Powder Technol.}, volume={150}, pages={1--9}, year={2005}, doi={10.7777/na8}}",
)  # fmt: skip

_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong; the last six are books and chapters.
ALTERED = [
    _altered("so3", "upper limits", "lower limits"),
    _altered("na1", "van den Broeck, J.", "Hill, Mark"),
    _altered("bo2", "Nat. Genet.", "Phys. Rev. Lett."),
    _altered("er2", "year={2002}", "year={2012}"),
    _altered("co4", "Termination", "Confluence"),
    _altered("na8", "pages={55-61}", "pages={255-261}"),
    _altered("do1", "10.7777/do1", "10.7777/do3"),
    _altered("ac1", r"\v{C}ech, Ji\v{r}\'{\i}", "Arrow, Kenneth"),
    _altered("ar1", "Fold Maps", "Draw Maps"),
    _altered("tr1", "Cold Kitchen", "Warm Kitchen"),
    _altered("ed1", "Rowe, Martin and Shah, Anita", "Fisher, Ronald and Yates, Frank"),
    _altered("tr6", "Holzer, Ruth", 'Grass, G{"u}nter'),
    _altered("ch1", "Markets at the Ferry", "Prisons at the Ferry"),
    _altered("ch2", "Yusuf Demir", "Noam Chomsky"),
    _altered("sc4", "λιμάνια", "βουνά"),
]


class Noticed(NamedTuple):
    """An entry whose work has a notice that one index knows: its service, what its record then says, and the status."""

    known: Known
    service: str
    more: dict[str, Any]
    status: str


def noticed(entries: Iterable[Known], key: str, service: str, status: str, **more: Any) -> Noticed:
    """Return a notice of one of some entries."""
    return Noticed(next(case for case in entries if case.key == key), service, more, status)


_noticed = partial(noticed, VALID)

#: Notices, each known to one index alone, of works as the entries above cite them.
NOTICES = [
    _noticed("na3", "crossref", "retracted", **{"updated-by": [{"type": "retraction", "DOI": "10.9999/n1"}]}),
    _noticed("na7", "crossref", "concern", **{"updated-by": [{"type": "expression_of_concern", "DOI": "10.9999/n2"}]}),
    _noticed("co2", "crossref", "corrected", **{"updated-by": [{"type": "corrigendum", "DOI": "10.9999/n3"}]}),
    _noticed("pa2", "crossref", "withdrawn", **{"updated-by": [{"type": "withdrawal", "DOI": "10.9999/n4"}]}),
    _noticed("do1", "openalex", "retracted", is_retracted=True),
    _noticed("ac2", "openalex", "retracted", is_retracted=True),
    _noticed("bo2", "europepmc", "retracted", pubTypes=["Retracted Publication", "Journal Article"]),
    _noticed("na8", "europepmc", "concern", corrections=[{"type": "Expression of concern in", "id": "7"}]),
    _noticed("do3", "europepmc", "corrected", corrections=[{"type": "Erratum in", "id": "8"}]),
    _noticed("ar1", "arxiv", "withdrawn", comment="This paper has been withdrawn by the authors due to an error in Lemma 3"),
]  # fmt: skip
