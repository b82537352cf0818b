"""A nineteenth set: 42 further entries of the kinds of the eighteenth, by the same author, run once after what that had shown was mended."""

from __future__ import annotations

from functools import partial

from messy_desk import ARXIV, S2
from messy_offices import ALEX, CATALOGUES, DATA, FREE, OPEN, UNION, near_each
from messy_strangers import B, C, J, Known, P, altered, known, made_up
from services import work

VALID = [
    # theses, reports, standards
    known(r"@phdthesis{everett, author={Hugh Everett, III}, title={``Relative State'' Formulation of Quantum Mechanics}, school={Princeton University}, year={1957}}", "“Relative State” Formulation of Quantum Mechanics", "Everett, Hugh", 1957, "Reviews of Modern Physics", doi="10.1103/revmodphys.29.454", type=J, volume="29", page="454-462"),
    known(r"@phdthesis{zuse, author={M{\"u}ller-Lyer, Annegret}, title={Die Bibliotheken der Z{\"u}nfte im Alten Reich (1450--1806)}, school={Universit{\"a}t G{\"o}ttingen}, year={2009}, type={Diss. phil.}}", "Die Bibliotheken der Zünfte im Alten Reich", "Müller-Lyer, Annegret", 2011, "Vandenhoeck & Ruprecht", doi="", type=B, held=UNION, subtitle=["(1450-1806)"]),
    known(r"@techreport{codd, author={E. F. Codd}, title={Derivability, Redundancy and Consistency of Relations Stored in Large Data Banks}, institution={IBM Research Report, San Jose, California}, number={RJ599}, year={1969}}", "Derivability, redundancy and consistency of relations stored in large data banks", "Codd, E. F.", 2009, "ACM SIGMOD Record", doi="10.1145/1558334.1558336", type=J, volume="38", page="17-36"),
    known(r"@techreport{aes, author={{National Institute of Standards and Technology}}, title={{FIPS PUB 197}: Advanced Encryption Standard ({AES})}, institution={NIST}, year={2001}, month=nov}", "Advanced encryption standard (AES)", "", 2001, "National Institute of Standards and Technology", doi="10.6028/nist.fips.197", type="report"),
    known(r"@techreport{solomonoff, title={A preliminary report on a general theory of inductive inference}, author={Solomonoff, Ray J}, year={1960}, institution={Zator Company}, number={V-131}}", "A preliminary report on a general theory of inductive inference", "Solomonoff, R.J.", 1960, "", doi="", held=S2),
    known(r"@techreport{imf, author={Blanchard, Olivier and Leigh, Daniel}, title={Growth Forecast Errors and Fiscal Multipliers}, type={IMF Working Paper}, number={13/1}, institution={International Monetary Fund}, year={2013}}", "Growth Forecast Errors and Fiscal Multipliers", "Blanchard, Olivier; Leigh, Daniel", 2013, "IMF Working Papers", doi="10.5089/9781475576443.001", type=J, volume="13", page="1"),
    known(r"@standard{unicode, author={{The Unicode Consortium}}, title={The {Unicode} Standard, Version 13.0.0}, address={Mountain View, CA}, year={2020}, isbn={978-1-936213-26-9}}", "The Unicode standard: version 13.0", "Unicode Consortium, ", 2020, "Unicode Consortium", doi="", type=B, held=OPEN),
    # programs and data
    known(r"@article{pandas, author={Wes McKinney}, title={{D}ata {S}tructures for {S}tatistical {C}omputing in {P}ython}, booktitle={{P}roceedings of the 9th {P}ython in {S}cience {C}onference}, journal={Proc. SciPy}, pages={56--61}, year={2010}, doi={10.25080/Majora-92bf1922-00a}}", "Data Structures for Statistical Computing in Python", "McKinney, Wes", 2010, "Proceedings of the Python in Science Conference", doi="10.25080/majora-92bf1922-00a", type=P, page="56-61"),
    known(r"@misc{zenodo, author={Lüdecke, D.}, title={ggeffects: Tidy Data Frames of Marginal Effects from Regression Models}, year={2018}, journal={Journal of Open Source Software}, volume={3}, number={26}, pages={772}, doi={10.21105/joss.00772}}", "ggeffects: Tidy Data Frames of Marginal Effects from Regression Models", "Lüdecke, Daniel", 2018, "Journal of Open Source Software", doi="10.21105/joss.00772", type=J, volume="3", page="772"),
    known(r"@data{gpcc, author={Schneider, Udo and Becker, Andreas and Finger, Peter and Meyer-Christoffer, Anja and Ziese, Markus}, title={{GPCC} Full Data Monthly Product Version 2018 at 0.25°}, publisher={Global Precipitation Climatology Centre (GPCC) at Deutscher Wetterdienst}, year={2018}, doi={10.5676/DWD_GPCC/FD_M_V2018_025}}", "GPCC Full Data Monthly Product Version 2018 at 0.25°: Monthly Land-Surface Precipitation from Rain-Gauges built on GTS-based and Historical Data", "Schneider, Udo; Becker, Andreas; Finger, Peter; Meyer-Christoffer, Anja; Ziese, Markus", 2018, "Global Precipitation Climatology Centre", doi="10.5676/dwd_gpcc/fd_m_v2018_025", general="Dataset", held=DATA),
    known(r"@misc{hadcrut, author={Morice, C. P. and Kennedy, J. J. and Rayner, N. A. and others}, title={An updated assessment of near-surface temperature change from 1850: the {HadCRUT5} data set}, journal={J. Geophys. Res. Atmos.}, volume={126}, pages={e2019JD032361}, year={2021}}", "An Updated Assessment of Near‐Surface Temperature Change From 1850: The HadCRUT5 Data Set", "Morice, C. P.; Kennedy, J. J.; Rayner, N. A.; Winn, J. P.", 2021, "Journal of Geophysical Research: Atmospheres", doi="10.1029/2019jd032361", type=J, volume="126", page="e2019JD032361"),
    # books, translations, reprints
    known(r"@book{weber, author={Weber, Max}, title={Wirtschaft und Gesellschaft. Grundri{\ss} der verstehenden Soziologie}, edition={5., rev. Aufl.}, address={T{\"u}bingen}, publisher={J.C.B. Mohr (Paul Siebeck)}, year={1972}}", "Wirtschaft und Gesellschaft", "Weber, Max", 1922, "Mohr", doi="", type=B, held=CATALOGUES, subtitle=["Grundriss der verstehenden Soziologie"], editions=[1956, 1972, 1980]),
    known(r"@book{piaget, author={Piaget, J. and Inhelder, B.}, title={The Psychology of the Child (H. Weaver, Trans.)}, publisher={Basic Books}, year={1969}, note={Original work published 1966}}", "The psychology of the child", "Piaget, Jean; Inhelder, Bärbel", 1969, "Basic Books", doi="", type=B, held=CATALOGUES),
    known(r"@book{euler, author={Leonhard Euler}, title={Introductio in analysin infinitorum}, volumes={2}, publisher={Marcum-Michaelem Bousquet}, address={Lausannae}, year={1748}}", "Introductio In Analysin Infinitorum", "Euler, Leonhard", 1748, "Bousquet", doi="", type=B, held=UNION),
    known(r"@book{strunk, author={Strunk Jr, William and White, E. B.}, title={The Elements of Style (4th Edition)}, publisher={Longman}, year={1999}}", "The elements of style", "Strunk, William; White, E. B.", 1959, "Macmillan", doi="", type=B, held=CATALOGUES, editions=[1979, 1999, 2000]),
    known(r"@book{borges, author={Borges, Jorge Luis}, title={Ficciones}, series={Biblioteca Borges}, publisher={Alianza Editorial}, address={Madrid}, year={1997}}", "Ficciones", "Borges, Jorge Luis", 1944, "Sur", doi="", type=B, held=CATALOGUES, editions=[1956, 1971, 1997]),
    known(r"@book{bishop, title={Pattern recognition and machine learning}, author={Bishop, Christopher M and Nasrabadi, Nasser M}, volume={4}, number={4}, year={2006}, publisher={Springer}}", "Pattern Recognition and Machine Learning", "Bishop, Christopher M.", 2006, "Springer", doi="", type=B, held=CATALOGUES),
    known(r"@book{serre, author={Serre, J.-P.}, title={Cours d'arithm{\'e}tique}, publisher={P.U.F.}, year={1970}, series={SUP: <<Le Math{\'e}maticien>>}, volume={2}}", "Cours d'arithmétique", "Serre, Jean-Pierre", 1970, "Presses Universitaires de France", doi="", type=B, held=UNION, editions=[1970, 1977]),
    known(r"@book{stein, author={Stein, Elias M. and Shakarchi, Rami}, title={Princeton Lectures in Analysis, {III}. {R}eal analysis: Measure theory, integration, and {H}ilbert spaces}, publisher={Princeton University Press}, year={2005}}", "Real analysis", "Stein, Elias M.; Shakarchi, Rami", 2005, "Princeton University Press", doi="", type=B, held=CATALOGUES, subtitle=["measure theory, integration, and Hilbert spaces"]),
    # chapters and proceedings
    known(r"@incollection{austin, author={Hutchins, Edwin}, title={The Technology of Team Navigation}, editor={Galegher, J. and Kraut, R. E. and Egido, C.}, booktitle={Intellectual Teamwork: Social and Technological Foundations of Cooperative Work}, publisher={Lawrence Erlbaum}, year={1990}, pages={191--220}}", "The Technology of Team Navigation", "Hutchins, Edwin", 2014, "Intellectual Teamwork", doi="10.4324/9781315807645-11", type=C, page="205-234"),
    known(r"@inproceedings{sift, author={D.G. Lowe}, title={Object recognition from local scale-invariant features}, booktitle={Proc. 7th IEEE Int. Conf. on Computer Vision}, volume={2}, pages={1150--1157 vol.2}, year={1999}}", "Object recognition from local scale-invariant features", "Lowe, D.G.", 1999, "Proceedings of the Seventh IEEE International Conference on Computer Vision", doi="10.1109/iccv.1999.790410", type=P, page="1150-1157 vol.2"),
    known(r"@inproceedings{glove, author={Pennington, J. and Socher, R. and Manning, C.}, title={{GloVe}: Global vectors for word representation}, booktitle={EMNLP}, year={2014}, pages={1532-43}}", "Glove: Global Vectors for Word Representation", "Pennington, Jeffrey; Socher, Richard; Manning, Christopher", 2014, "Proceedings of the 2014 Conference on Empirical Methods in Natural Language Processing (EMNLP)", doi="10.3115/v1/d14-1162", type=P, page="1532-1543"),
    known(r"@inproceedings{pbft, title={Practical byzantine fault tolerance}, author={Castro, Miguel and Liskov, Barbara and others}, booktitle={OsDI}, volume={99}, number={1999}, pages={173--186}, year={1999}}", "Practical byzantine fault tolerance and proactive recovery", "Castro, Miguel; Liskov, Barbara", 2002, "ACM Transactions on Computer Systems", doi="10.1145/571637.571640", type=J, volume="20", page="398-461"),
    known(r"@incollection{kaplan, author={Kaplan, David}, title={Demonstratives: An Essay on the Semantics, Logic, Metaphysics, and Epistemology of Demonstratives and Other Indexicals}, booktitle={Themes from Kaplan}, editor={Almog, J. and Perry, J. and Wettstein, H.}, publisher={OUP}, year={1989}, pages={481--563}}", "Demonstratives", "Kaplan, David", 1989, "Themes From Kaplan", doi="10.1093/oso/9780195052176.003.0024", type=C, page="481-564"),
    # scripts and names
    known("@article{vinogradov, author={Виноградов, И. М.}, title={Представление нечётного числа суммой трёх простых чисел}, journal={ДАН СССР}, volume={15}, pages={291--294}, year={1937}}", "Представление нечетного числа суммой трех простых чисел", "Виноградов, И. М.", 1937, "Доклады Академии наук СССР", doi="", type=J, held=ALEX, volume="15", page="169-172"),
    known(r"@article{pontryagin, author={Boltyanskii, V. G. and Gamkrelidze, R. V. and Pontryagin, L. S.}, title={K teorii optimal'nykh protsessov [On the theory of optimal processes]}, journal={Dokl. Akad. Nauk SSSR}, volume={110}, pages={7--10}, year={1956}}", "On the theory of optimal processes", "Boltyanski, V. G.; Gamkrelidze, R. V.; Pontryagin, L. S.", 1956, "Doklady Akademii Nauk SSSR", doi="", type=J, held=FREE),
    known("@article{liu, author={刘洋 and 孙茂松}, title={神经机器翻译前沿进展}, journal={计算机研究与发展}, volume={54}, number={6}, pages={1144--1149}, year={2017}}", "神经机器翻译前沿进展", "刘, 洋", 2017, "计算机研究与发展", doi="", type=J, held=ALEX),
    known(r"@article{tikhonov, author={Tychonoff, A.}, title={{\"U}ber die topologische Erweiterung von R{\"a}umen}, journal={Math. Annalen}, volume={102}, pages={544--561}, year={1930}}", "Über die topologische Erweiterung von Räumen", "Tychonoff, A.", 1930, "Mathematische Annalen", doi="10.1007/bf01782364", type=J, volume="102", page="544-561"),
    known(r"@article{ng, author={Th{\'e}r{\`e}se Nguy{\~\^e}n-{\DJ}{\`\i}nh and C{\^o}me de Saint-Aubin}, title={Les mar{\'e}es de l'estuaire du {Sa{\"\i}gon}}, journal={Norois}, year={1998}}", "Les marées de l'estuaire du Saïgon", "Nguyen Dinh, Thérèse; Saint-Aubin, Côme de", 1998, "Norois", type=J),
    known(r"@article{thooft, author={'t Hooft, G. and Veltman, M. J. G.}, title={Regularization and Renormalization of Gauge Fields}, journal={Nucl. Phys.}, volume={B44}, pages={189-213}, year={1972}, doi={10.1016/0550-3213(72)90279-9}}", "Regularization and renormalization of gauge fields", "'t Hooft, G.; Veltman, M.", 1972, "Nuclear Physics B", doi="10.1016/0550-3213(72)90279-9", type=J, volume="44", page="189-213"),
    # bodies, preprints, journals
    known(r"@article{dataverse, author={{The Gene Ontology Consortium}}, title={The Gene Ontology resource: enriching a GOld mine}, journal={NAR}, volume={49}, number={D1}, pages={D325--D334}, year={2021}}", "The Gene Ontology resource: enriching a GOld mine", "Carbon, Seth; Douglass, Eric; Good, Benjamin M; Unni, Deepak R; Harris, Nomi L", 2020, "Nucleic Acids Research", doi="10.1093/nar/gkaa1113", type=J, volume="49", page="D325-D334"),
    known(r"@article{euroqol, author={EuroQol Group}, title={EuroQol--a new facility for the measurement of health-related quality of life}, journal={Health policy (Amsterdam, Netherlands)}, volume={16}, number={3}, pages={199-208}, year={1990}}", "EuroQol - a new facility for the measurement of health-related quality of life", "The EuroQol Group, ", 1990, "Health Policy", doi="10.1016/0168-8510(90)90421-9", type=J, volume="16", page="199-208"),
    known(r"@article{gpt2, title={Language models are unsupervised multitask learners}, author={Radford, Alec and Wu, Jeffrey and Child, Rewon and Luan, David and Amodei, Dario and Sutskever, Ilya and others}, journal={OpenAI blog}, volume={1}, number={8}, pages={9}, year={2019}}", "Language Models are Unsupervised Multitask Learners", "Radford, Alec; Wu, Jeff; Child, Rewon; Luan, D.; Amodei, Dario; Sutskever, Ilya", 2019, "", doi="", held=S2),
    known(r"@misc{flashattn, title={{FlashAttention}: Fast and Memory-Efficient Exact Attention with {IO}-Awareness}, author={Tri Dao and Daniel Y. Fu and Stefano Ermon and Atri Rudra and Christopher R{\'e}}, year={2022}, eprint={2205.14135}, archiveprefix={arXiv}, primaryclass={cs.LG}}", "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness", "Dao, Tri; Fu, Daniel Y.; Ermon, Stefano; Rudra, Atri; Ré, Christopher", 2022, "arXiv", doi="10.48550/arxiv.2205.14135", held=ARXIV, arxiv="2205.14135v2"),
    known(r"@article{landau5, author={Landau, L.}, title={On the vibrations of the electronic plasma}, journal={J. Phys. (USSR)}, volume={10}, pages={25--34}, year={1946}, note={Zh. Eksp. Teor. Fiz. 16, 574}}", "On the vibrations of the electronic plasma", "Landau, L.", 1965, "Collected Papers of L.D. Landau", doi="10.1016/b978-0-08-010586-4.50066-3", type=C, page="445-460"),
    known(r"@article{fisher, author={R. A. FISHER}, title={THE USE OF MULTIPLE MEASUREMENTS IN TAXONOMIC PROBLEMS}, journal={Annals of Eugenics}, volume={7}, number={2}, pages={179-188}, year={1936}}", "THE USE OF MULTIPLE MEASUREMENTS IN TAXONOMIC PROBLEMS", "FISHER, R. A.", 1936, "Annals of Eugenics", doi="10.1111/j.1469-1809.1936.tb02137.x", type=J, volume="7", page="179-188"),
    known(r"@article{shapiro, author={Shapiro, S. S. and Wilk, M. B.}, title={{An analysis of variance test for normality (complete samples)\textdagger}}, journal={Biometrika}, volume={52}, number={3-4}, pages={591--611}, year={1965}}", "An analysis of variance test for normality (complete samples)", "SHAPIRO, S. S.; WILK, M. B.", 1965, "Biometrika", doi="10.1093/biomet/52.3-4.591", type=J, volume="52", page="591-611"),
    known(r"@article{bland, author={Bland, J. Martin and Altman, DouglasG.}, title={{STATISTICAL METHODS FOR ASSESSING AGREEMENT BETWEEN TWO METHODS OF CLINICAL MEASUREMENT}}, journal={Lancet}, volume={327}, number={8476}, pages={307--310}, year={1986}, note={Originally published as Volume 1, Issue 8476}}", "STATISTICAL METHODS FOR ASSESSING AGREEMENT BETWEEN TWO METHODS OF CLINICAL MEASUREMENT", "Bland, J Martin; Altman, DouglasG.", 1986, "The Lancet", doi="10.1016/s0140-6736(86)90837-8", type=J, volume="327", page="307-310"),
    known(r"@article{ecmwf, author={Dee, D. P. and Uppala, S. M. and Simmons, A. J. and Berrisford, P. and coauthors}, title={The {ERA}-Interim reanalysis: configuration and performance of the data assimilation system}, journal={Q. J. Roy. Meteor. Soc.}, volume={137}, number={656, A}, pages={553--597}, year={2011}}", "The ERA‐Interim reanalysis: configuration and performance of the data assimilation system", "Dee, D. P.; Uppala, S. M.; Simmons, A. J.; Berrisford, P.; Poli, P.; Kobayashi, S.", 2011, "Quarterly Journal of the Royal Meteorological Society", doi="10.1002/qj.828", type=J, volume="137", page="553-597"),
    Known(r"@misc{act, title={Loi n° 78-17 du 6 janvier 1978 relative {\`a} l'informatique, aux fichiers et aux libert{\'e}s}, year={1978}, howpublished={JORF du 7 janvier 1978}}", None),
    Known(r"@patent{patent, author={Page, Lawrence}, title={Method for node ranking in a linked database}, number={US 6285999 B1}, year={2001}}", None),
    Known(r"@unpublished{grothendieck, author={Grothendieck, A.}, title={R{\'e}coltes et Semailles: r{\'e}flexions et t{\'e}moignage}, note={manuscrit, Montpellier}, year={1986}}", None),
]  # fmt: skip

NEAR = near_each(VALID, 6000)

SHELVES = [
    work("", f"{title}, {year}", author, year, publisher, type=B)
    for publisher, year in (
        ("Princeton University Press", 2005), ("Basic Books", 1969), ("Springer", 2006), ("Basic Books", 1974), ("Princeton University Press", 2009),
        ("Alianza Editorial", 1997), ("Longman", 1999), ("Mohr", 1972), ("Springer", 2011),
    )
    for title, author in (("A garden of ferns", "Fern, Ada"), ("Notes on hail", "Hail, Bo"), ("Weirs and mills", "Weir, Cy"))
]  # fmt: skip

INVENTED = made_up(
    "void",
    r"article{author={Bland, J. Martin and Altman, Douglas G.}, title={Limits of disagreement among untrained raters}, journal={Lancet}, volume={339}, pages={1011--1013}, year={1992}}",
    r"inproceedings{author={Pennington, Jeffrey and Socher, Richard}, title={MuFF: Mufflers for noisy word vectors}, booktitle={EMNLP}, year={2016}}",
    r"article{author={'t Hooft, G.}, title={Renormalization of gauge fields on leaking manifolds}, journal={Nucl. Phys.}, volume={B61}, pages={455--468}, year={1975}}",
    r"article{author={Neyman, J. and Pearson, E. S.}, title={The use of multiple measurements in taxonomic problems}, journal={Annals of Eugenics}, year={1936}}",
    r"misc{author={Tri Dao and Christopher R{\'e}}, title={{FlashForget}: exact amnesia with {IO}-awareness}, year={2023}, eprint={2306.99135}, archiveprefix={arXiv}}",
    r"article{author={Landau, L. and Veltman, M.}, title={On the regularization of the electronic plasma}, journal={J. Phys. (USSR)}, volume={11}, year={1947}}",
    r"book{author={Piaget, J. and Inhelder, B.}, title={The Arithmetic of the Infant}, publisher={Basic Books}, year={1974}}",
    r"book{author={Stein, Elias M. and Shakarchi, Rami}, title={Geometric analysis: Ripples and knots}, publisher={Princeton University Press}, year={2009}}",
    r"article{author={{The Gene Ontology Consortium}}, title={The Gene Ontology in the age of silence}, journal={NAR}, volume={47}, pages={D901--D910}, year={2019}}",
    r"article{author={Varela-Ruiz, Ines and Holm, Pia}, title={Weathering of slate roofs under acid fog}, journal={Building and Environment}, volume={121}, pages={77--85}, year={2017}, doi={10.1016/j.buildenv.2017.99.077}}",
)  # fmt: skip

_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong; the last four are books and chapters.
ALTERED = [
    _altered("fisher", "TAXONOMIC", "TECTONIC"),
    _altered("shapiro", "Wilk, M. B.", "Francia, R. S."),
    _altered("tikhonov", "year={1930}", "year={1939}"),
    _altered("ecmwf", "Q. J. Roy. Meteor. Soc.", "J. Climate"),
    _altered("flashattn", "2205.14135", "2206.04615"),
    _altered("glove", "1532-43", "1732-43"),
    _altered("stein", "eal analysis", "ational analysis"),
    _altered("piaget", "Piaget, J. and Inhelder, B.", "Bruner, J. and Vygotsky, L."),
    _altered("bishop", "Pattern recognition", "Pattern generation"),
    _altered("kaplan", "Kaplan, David", "Perry, John"),
]
