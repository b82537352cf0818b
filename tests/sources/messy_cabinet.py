"""A twentieth set: a cabinet of every kind of work, as it was typed by people of many fields, and what an index makes of it.

Theses, reports, standards, programs, data, law, translations, reprints, bodies, scripts, particles, accents, preprints, proceedings that
became articles, chapters, editions that catalogues number, volumes, abbreviated journals, lettered pages, identifiers with something behind
them.  Written and committed before it was run, by an author who had read no line of how entries are compared.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from messy_desk import ARXIV, S2
from messy_offices import ALEX, CATALOGUES, DATA, FREE, UNION, Noticed, near
from messy_strangers import B, C, J, Known, P, altered, known
from services import work

VALID = [
    # theses
    known(r"@phdthesis{sutherland, author={Ivan Edward Sutherland}, title={{Sketchpad, A Man-Machine Graphical Communication System}}, school={MIT}, year={1963}, note={Available as Technical Report 574, University of Cambridge, 2003}}", "Sketchpad, a man-machine graphical communication system", "Sutherland, Ivan Edward", 1963, "DSpace@MIT (Massachusetts Institute of Technology)", doi="", held=ALEX, openalex_type="dissertation"),
    known(r"@phdthesis{quinlan-milner, author={Damas, Luis}, title={Type assignment in programming languages}, school={University of Edinburgh (CST-33-85)}, year={1985}}", "Type assignment in programming languages", "Damas, Luis Manuel Martins", 1984, "", doi="", held=FREE, openalex_type="dissertation"),
    known(r"@phdthesis{watkins, title={Learning from delayed rewards}, author={Watkins, Christopher John Cornish Hellaby}, year={1989}, publisher={King's College, Cambridge United Kingdom}}", "Learning from delayed rewards", "Watkins, C.", 1989, "", doi="", held=S2),
    known(r"@thesis{curie, author={Curie, Sklodowska}, title={Recherches sur les substances radioactives}, type={Th{\`e}se}, institution={Facult{\'e} des sciences de Paris}, publisher={Gauthier-Villars}, date={1903}}", "Recherches sur les substances radioactives", "Curie, Marie", 1904, "Gauthier-Villars", doi="", type=B, held=UNION),
    known(r"@misc{benjamin, author={Walter Benjamin}, title={Der Begriff der Kunstkritik in der deutschen Romantik}, howpublished={Inaugural-Dissertation, Universit{\"a}t Bern}, year={1920}}", "Der Begriff der Kunstkritik in der deutschen Romantik", "Benjamin, Walter", 1920, "Francke", doi="", type=B, held=CATALOGUES, editions=[1973, 2008]),
    Known(r"@mastersthesis{ufer, author={Ha{\ss}ler, Th.}, title={Entwurf eines Greifers f{\"u}r Salatk{\"o}pfe}, school={Hochschule Osnabr{\"u}ck}, year={2019}, type={Masterarbeit}}", None),
    # reports
    known(r"@techreport{minsky, author={Marvin Minsky}, title={A Framework for Representing Knowledge}, institution={MIT-AI Laboratory Memo 306}, month={June}, year={1974}}", "A Framework for Representing Knowledge", "Minsky, Marvin", 2019, "Mind Design", doi="10.7551/mitpress/4626.003.0005", type=C),
    known(r"@techreport{meadows, author={Meadows, D.H. and Meadows, D.L. and Randers, J. and Behrens III, W.W.}, title={The Limits to Growth; A Report for the Club of Rome's Project on the Predicament of Mankind}, institution={Club of Rome}, publisher={Universe Books}, year={1972}}", "The Limits to growth", "Meadows, Donella H.", 1972, "Universe Books", doi="", type=B, held=CATALOGUES, subtitle=["a report for the Club of Rome's project on the predicament of mankind"], editions=[1974]),
    known(r"@techreport{brundtland, author={{World Commission on Environment and Development}}, title={Our Common Future (The Brundtland Report)}, address={Oxford}, publisher={Oxford Univ. Press}, year={1987}}", "Our common future", "World Commission on Environment and Development, ", 1987, "Oxford University Press", doi="", type=B, held=CATALOGUES),
    known(r"@techreport{bisbasel, author={Borio, C. and Lowe, P.}, title={Asset prices, financial and monetary stability: exploring the nexus}, type={BIS Working Papers}, number={No 114}, institution={Bank for International Settlements}, year={2002}}", "Asset Prices, Financial and Monetary Stability: Exploring the Nexus", "Borio, Claudio E. V.; Lowe, Philip William", 2002, "SSRN Electronic Journal", doi="10.2139/ssrn.846305", type=J),
    known(r"@techreport{nasa, author={Abbott, Ira H. and Von Doenhoff, Albert E. and Stivers, Louis, Jr.}, title={{NACA} Report No. 824: Summary of Airfoil Data}, institution={National Advisory Committee for Aeronautics}, year={1945}}", "Summary of Airfoil Data", "Abbott, Ira H; Vondoenhoff, Albert E; Stivers, Louis, Jr", 1945, "NASA Technical Reports Server", doi="", held=ALEX, openalex_type="report"),
    known(r"@book{oecd, author={OECD}, title={PISA 2018 Results (Volume I)}, subtitle={What Students Know and Can Do}, publisher={PISA, OECD Publishing}, address={Paris}, year={2019}, doi={https://dx.doi.org/10.1787/5f07c754-en}}", "PISA 2018 Results (Volume I)", "OECD, ", 2019, "PISA", doi="10.1787/5f07c754-en", type=B, subtitle=["What Students Know and Can Do"], publisher="OECD"),
    # standards
    known(r"@misc{wifi, title={{IEEE} Std 802.11-2020 (Revision of {IEEE} Std 802.11-2016): Wireless {LAN} Medium Access Control ({MAC}) and Physical Layer ({PHY}) Specifications}, author={{IEEE Computer Society LAN/MAN Standards Committee}}, year={2021}, doi={10.1109/IEEESTD.2021.9363693}}", "IEEE Standard for Information Technology--Telecommunications and Information Exchange between Systems - Local and Metropolitan Area Networks--Specific Requirements - Part 11: Wireless LAN Medium Access Control (MAC) and Physical Layer (PHY) Specifications", "", 2021, "IEEE", doi="10.1109/ieeestd.2021.9363693", type="standard"),
    known(r"@techreport{http, author={Fielding, R. and Nottingham, M. and Reschke, J.}, title={{HTTP} Semantics}, series={STD}, number={97}, institution={IETF}, type={RFC}, year={2022}, month={06}, url={https://datatracker.ietf.org/doc/html/rfc9110}}", "HTTP Semantics", "Fielding, R.", 2022, "RFC Editor", doi="10.17487/rfc9110", type="report", editor=[{"family": "Fielding", "given": "R."}]),
    Known(r"@standard{iso9241, author={ISO}, title={{ISO 9241-11:2018(en), Ergonomics of human-system interaction --- Part 11: Usability: Definitions and concepts}}, year={2018}}", None),
    # programs and data
    known(r"@article{astropy, author={{Astropy Collaboration} and {Robitaille}, Thomas~P. and {Tollerud}, Erik~J. and others}, title={{Astropy: A community Python package for astronomy}}, journal={\aap}, archivePrefix={arXiv}, eprint={1307.6212}, year={2013}, month={oct}, volume={558}, pages={A33}, doi={10.1051/0004-6361/201322068}}", "Astropy: A community Python package for astronomy", "Astropy Collaboration, ; Robitaille, Thomas P.; Tollerud, Erik J.; Greenfield, Perry; Droettboom, Michael", 2013, "Astronomy & Astrophysics", doi="10.1051/0004-6361/201322068", type=J, volume="558", page="A33"),
    known(r"@article{matplotlib, author={Hunter, John D.}, title={Matplotlib: A 2D graphics environment}, journal={Computing In Science \& Engineering}, volume={9}, number={3}, pages={90--95}, publisher={IEEE COMPUTER SOC}, year={2007}}", "Matplotlib: A 2D Graphics Environment", "Hunter, John D.", 2007, "Computing in Science & Engineering", doi="10.1109/mcse.2007.55", type=J, volume="9", page="90-95"),
    known(r"@misc{tf, title={{TensorFlow}: Large-Scale Machine Learning on Heterogeneous Systems}, url={http://tensorflow.org/}, note={Software available from tensorflow.org}, author={Mart\'{\i}n~Abadi and Ashish~Agarwal and Paul~Barham and Eugene~Brevdo}, year={2015}}", "TensorFlow: Large-Scale Machine Learning on Heterogeneous Distributed Systems", "Abadi, Martín; Agarwal, Ashish; Barham, Paul; Brevdo, Eugene; Chen, Zhifeng; Citro, Craig", 2016, "arXiv", doi="10.48550/arxiv.1603.04467", held=ARXIV, arxiv="1603.04467v2"),
    known(r"@manual{survival, title={A Package for Survival Analysis in R}, author={Terry M Therneau}, year={2023}, note={R package version 3.5-5}, url={https://CRAN.R-project.org/package=survival}}", "A Package for Survival Analysis in S", "Therneau, Terry M.", 1994, "", doi="", held=FREE),
    known(r"@dataset{worldclim, author={Fick, S.E. and R.J. Hijmans}, title={WorldClim 2: new 1km spatial resolution climate surfaces for global land areas}, journal={International Journal of Climatology}, volume={37 (12)}, pages={4302-4315}, year={2017}}", "WorldClim 2: new 1‐km spatial resolution climate surfaces for global land areas", "Fick, Stephen E.; Hijmans, Robert J.", 2017, "International Journal of Climatology", doi="10.1002/joc.5086", type=J, volume="37", page="4302-4315"),
    known(r"@misc{gbif, author={{GBIF.org}}, title={{GBIF} Occurrence Download}, year={2021}, month={March}, doi={10.15468/dl.9wm5zx}, note={(18 March 2021)}}", "Occurrence Download", "GBIF.Org User, ", 2021, "The Global Biodiversity Information Facility", doi="10.15468/dl.9wm5zx", general="Dataset", held=DATA),
    known(r"@data{gistemp, author={Running, S. and Mu, Q. and Zhao, M.}, title={{MOD17A3HGF} {MODIS}/{Terra} Net Primary Production Gap-Filled Yearly L4 Global 500 m SIN Grid}, version={006}, organization={NASA EOSDIS LP DAAC}, year={2019}, doi={10.5067/MODIS/MOD17A3HGF.006}}", "MOD17A3HGF MODIS/Terra Net Primary Production Gap-Filled Yearly L4 Global 500 m SIN Grid V006", "Running, Steve; Zhao, Maosheng", 2019, "NASA EOSDIS Land Processes DAAC", doi="10.5067/modis/mod17a3hgf.006", general="Dataset", held=DATA),
    # law, patents, the web
    Known(r"@legal{aiact, title={Regulation (EU) 2024/1689 laying down harmonised rules on artificial intelligence}, author={{European Parliament and Council}}, year={2024}, note={OJ L, 2024/1689, 12.7.2024}}", None),
    Known(r"@misc{brownboard, title={Brown v. Board of Education, 347 U.S. 483}, year={1954}}", None),
    Known(r"@patent{telegraph, author={Alexander Graham Bell}, title={Improvement in Telegraphy}, number={174,465}, type={U.S. Patent}, year={1876}}", None),
    Known(r"@online{owid, author={Ritchie, Hannah and Roser, Max}, title={Plastic pollution}, journal={Our World in Data}, year={2018}, note={https://ourworldindata.org/plastic-pollution}}", None),
    # translations and reprints
    known(r"@book{saussure, author={de Saussure, F.}, title={Course in General Linguistics. Trans. Wade Baskin}, address={New York}, publisher={McGraw-Hill}, year={1966}, note={[1916]}}", "Course in general linguistics", "Saussure, Ferdinand de", 1959, "Philosophical Library", doi="", type=B, held=CATALOGUES, editions=[1960, 1966, 1974]),
    known(r"@book{habermas, author={J{\"u}rgen Habermas}, title={The Structural Transformation of the Public Sphere: An Inquiry into a Category of Bourgeois Society}, translator={Thomas Burger}, publisher={Polity}, year={1989}, origyear={1962}}", "The structural transformation of the public sphere", "Habermas, Jürgen", 1989, "Polity Press", doi="", type=B, held=CATALOGUES, subtitle=["an inquiry into a category of bourgeois society"], editions=[1992]),
    known(r"@book{fanon, author={FANON, Frantz}, title={Les damn{\'e}s de la terre (pr{\'e}face de J.-P. Sartre)}, publisher={Maspero}, address={Paris}, year={1961}}", "Les damnés de la terre", "Fanon, Frantz", 1961, "F. Maspero", doi="", type=B, held=CATALOGUES, editions=[1968, 1991]),
    known(r"@book{smith, author={Adam Smith}, title={An Inquiry into the Nature and Causes of the Wealth of Nations}, editor={R. H. Campbell and A. S. Skinner}, series={Glasgow Edition of the Works and Correspondence of Adam Smith}, volume={II}, address={Indianapolis}, publisher={Liberty Fund}, year={1981}, note={1776}}", "An inquiry into the nature and causes of the wealth of nations", "Smith, Adam", 1776, "Strahan and Cadell", doi="", type=B, held=CATALOGUES, editions=[1904, 1976, 1981]),
    known(r"@book{darwin, author={Charles Darwin}, title={On the Origin of Species by Means of Natural Selection, or the Preservation of Favoured Races in the Struggle for Life}, publisher={John Murray}, year={1859}}", "On the Origin of Species", "Darwin, Charles", 2009, "Cambridge University Press", doi="10.1017/cbo9780511694295", type=B, subtitle=["By Means of Natural Selection"]),
    known(r"@article{weyl, author={Weyl, Hermann}, title={{\"U}ber die Gleichverteilung von Zahlen mod. Eins}, journal={Math. Ann.}, volume={77}, year={1916}, pages={313-52}}", "Über die Gleichverteilung von Zahlen mod. Eins", "Weyl, Hermann", 1916, "Mathematische Annalen", doi="10.1007/bf01475864", type=J, volume="77", page="313-352"),
    known(r"@article{michelson, author={Michelson, A. A. and Morley, E. W.}, title={On the Relative Motion of the Earth and the Luminiferous Ether}, journal={Am. J. Sci.}, volume={s3-34}, number={203}, pages={333--345}, year={1887}}", "On the relative motion of the Earth and the luminiferous ether", "Michelson, A. A.; Morley, E. W.", 1887, "American Journal of Science", doi="10.2475/ajs.s3-34.203.333", type=J, volume="s3-34", page="333-345"),
    # bodies
    known(r"@article{atlas, author={Aad, G. and others}, collaboration={ATLAS}, title={{The ATLAS Experiment at the CERN Large Hadron Collider}}, journal={JINST}, volume={3}, pages={S08003}, year={2008}, doi={10.1088/1748-0221/3/08/S08003}}", "The ATLAS Experiment at the CERN Large Hadron Collider", "The ATLAS Collaboration, ; Aad, G; Abat, E; Abdallah, J", 2008, "Journal of Instrumentation", doi="10.1088/1748-0221/3/08/s08003", type=J, volume="3", page="S08003-S08003"),
    known(r"@article{gtex, author={{The GTEx Consortium}}, title={The {GTEx} {C}onsortium atlas of genetic regulatory effects across human tissues}, journal={Science}, volume={369}, pages={1318--30}, year={2020}}", "The GTEx Consortium atlas of genetic regulatory effects across human tissues", "Aguet, François; Anand, Shankara; Ardlie, Kristin G.; Gabriel, Stacey", 2020, "Science", doi="10.1126/science.aaz1776", type=J, volume="369", page="1318-1330"),
    known(r"@article{encode, author={Dunham, Ian and Kundaje, Anshul and Aldred, Shelley F. and {ENCODE Project Consortium}}, title={An integrated encyclopedia of {DNA} elements in the human genome.}, journal={Nature}, volume={489}, number={7414}, pages={57--74}, year={2012}}", "An integrated encyclopedia of DNA elements in the human genome", "The ENCODE Project Consortium, ", 2012, "Nature", doi="10.1038/nature11247", type=J, volume="489", page="57-74"),
    known(r"@article{codata, author={Tiesinga, E. and Mohr, P.J. and Newell, D.B. and Taylor, B.N.}, title={CODATA recommended values of the fundamental physical constants: 2018$^*$}, journal={Rev. Mod. Phys.}, volume={93}, pages={025010 (63pp)}, year={2021}}", "CODATA recommended values of the fundamental physical constants: 2018", "Tiesinga, Eite; Mohr, Peter J.; Newell, David B.; Taylor, Barry N.", 2021, "Reviews of Modern Physics", doi="10.1103/revmodphys.93.025010", type=J, volume="93", page="025010"),
    known(r"@book{apa, author={{American Psychological Association}}, title={Publication manual of the American Psychological Association (7th ed.)}, year={2020}, publisher={Author}, doi={10.1037/0000165-000}}", "Publication manual of the American Psychological Association (7th ed.).", "", 2020, "American Psychological Association", doi="10.1037/0000165-000", type=B),
    # names, particles, accents, scripts
    known(r"@article{lemaitre, author={Lema{\^i}tre, G. (Abb{\'e})}, title={Un Univers homog{\`e}ne de masse constante et de rayon croissant rendant compte de la vitesse radiale des n{\'e}buleuses extra-galactiques}, journal={Ann. Soc. Sci. Brux.}, volume={A47}, pages={49}, year={1927}}", "Un Univers homogène de masse constante et de rayon croissant rendant compte de la vitesse radiale des nébuleuses extra-galactiques", "Lemaître, G.", 1927, "Annales de la Société Scientifique de Bruxelles", doi="", type=J, held=FREE, volume="47", page="49-59"),
    known(r"@article{vandermaaten, title={Visualizing data using t-SNE}, author={Van der Maaten, Laurens and Hinton, Geoffrey}, journal={JMLR}, volume={9}, number={11}, year={2008}}", "Visualizing Data using t-SNE", "Maaten, Laurens van der; Hinton, Geoffrey", 2008, "Journal of Machine Learning Research", doi="", type=J, held=FREE, volume="9", page="2579-2605"),
    known(r"@article{jarnik, author={Jarn{\'\i}k, V.}, title={O jist{\'e}m probl{\'e}mu minim{\'a}ln{\'i}m. (Z dopisu panu O. Bor{\uu}vkovi)}, journal={Pr{\'a}ce Moravsk{\'e} P{\v r}{\'\i}rodov{\v e}deck{\'e} Spole{\v c}nosti}, volume={6}, year={1930}, pages={57--63}}", "O jistém problému minimálním", "Jarník, Vojtěch", 1930, "", doi="", held=FREE),
    known(r"@article{lukasiewicz, author={{\L}ukasiewicz, J. and Tarski, A.}, title={Untersuchungen {\"u}ber den Aussagenkalk{\"u}l}, journal={Comptes Rendus S{\'e}ances Soci{\'e}t{\'e} des Sciences et Lettres Varsovie, cl. III}, volume={23}, pages={30--50}, year={1930}}", "Untersuchungen über den Aussagenkalkül", "Łukasiewicz, Jan; Tarski, Alfred", 1930, "Comptes rendus des séances de la Société des Sciences et des Lettres de Varsovie", doi="", type=J, held=ALEX, volume="23", page="1-21"),
    known(r"@article{ramon, author={Ram{\'o}n y Cajal, Santiago}, title={Estructura de los centros nerviosos de las aves}, journal={Rev. Trim. Histol. Norm. Patol.}, volume={1}, pages={1--10}, year={1888}}", "Estructura de los centros nerviosos de las aves", "Ramon Y Cajal, S.", 1888, "Revista Trimestral de Histología Normal y Patológica", doi="", type=J, held=FREE),
    known("@article{gauss, author={李航 and 王伟}, title={统计学习中的正则化方法综述}, journal={软件学报}, volume={26}, number={4}, pages={801--820}, year={2015}}", "统计学习中的正则化方法综述", "李, 航; 王, 伟", 2015, "软件学报", doi="", type=J, held=ALEX),
    known("@book{bulgakov, author={Булгаков, М. А.}, title={Мастер и Маргарита: роман}, address={М.}, publisher={Художественная литература}, year={1973}}", "Мастер и Маргарита", "Булгаков, Михаил Афанасьевич", 1967, "Художественная литература", doi="", type=B, held=UNION, editions=[1973, 1988]),
    known(r"@article{kadanoff, author={Mandelstam, L. I. and Leontovich, M. A.}, title={K teorii pogloshcheniya zvuka v zhidkostyakh}, journal={Zh. Eksp. Teor. Fiz.}, volume={7}, pages={438--449}, year={1937}}", "К теории поглощения звука в жидкостях", "Мандельштам, Л. И.; Леонтович, М. А.", 1937, "Журнал экспериментальной и теоретической физики", doi="", type=J, held=ALEX),
    known(r"@article{ito, author={It{\^o}, Kiyosi}, title={Stochastic Integral}, journal={Proc. Imp. Acad.}, volume={20}, number={8}, pages={519--524}, year={1944}, publisher={The Japan Academy}, doi={10.3792/pia/1195572786}}", "Stochastic integral", "Ito, Kiyosi", 1944, "Proceedings of the Japan Academy, Series A, Mathematical Sciences", doi="10.3792/pia/1195572786", type=J, volume="20", page="519-524"),
    known(r"@article{nguyenle, author={Nguyen, A. and Yosinski, J. and Clune, J.}, title={{Deep neural networks are easily fooled: High confidence predictions for unrecognizable images}}, journal={Proceedings of the IEEE Computer Society Conference on Computer Vision and Pattern Recognition}, volume={07-12-June-2015}, pages={427--436}, year={2015}}", "Deep neural networks are easily fooled: High confidence predictions for unrecognizable images", "Nguyen, Anh; Yosinski, Jason; Clune, Jeff", 2015, "2015 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)", doi="10.1109/cvpr.2015.7298640", type=P, page="427-436"),
    known(r"@article{mises, author={Mises, R. v.}, title={Mechanik der festen K{\"o}rper im plastisch deformablen Zustand}, journal={Nachr. Ges. Wiss. G{\"o}ttingen, Math.-Phys. Kl.}, year={1913}, pages={582--592}}", "Mechanik der festen Körper im plastisch- deformablen Zustand", "Mises, Richard von", 1913, "Nachrichten von der Gesellschaft der Wissenschaften zu Göttingen, Mathematisch-Physikalische Klasse", doi="", type=J, held=FREE),
    # preprints
    known(r"@article{adamw, title={Fixing weight decay regularization in Adam}, author={Loshchilov, Ilya and Hutter, Frank}, journal={CoRR}, volume={abs/1711.05101}, year={2017}, url={http://arxiv.org/abs/1711.05101}}", "Decoupled Weight Decay Regularization", "Loshchilov, Ilya; Hutter, Frank", 2019, "arXiv", doi="10.48550/arxiv.1711.05101", held=ARXIV, arxiv="1711.05101v3"),
    known(r"@inproceedings{vae, author={Diederik P. Kingma and Max Welling}, title={{Auto-Encoding Variational Bayes}}, booktitle={ICLR (Poster)}, year={2014}}", "Auto-Encoding Variational Bayes", "Kingma, Diederik P; Welling, Max", 2013, "arXiv", doi="10.48550/arxiv.1312.6114", held=ARXIV, arxiv="1312.6114v11"),
    known(r"@misc{chinchilla, doi={10.48550/ARXIV.2203.15556}, url={https://arxiv.org/abs/2203.15556}, author={Hoffmann, Jordan and Borgeaud, Sebastian and Mensch, Arthur and et. al.}, keywords={Computation and Language (cs.CL)}, title={Training Compute-Optimal Large Language Models}, publisher={arXiv}, year={2022}, copyright={Creative Commons Attribution 4.0 International}}", "Training Compute-Optimal Large Language Models", "Hoffmann, Jordan; Borgeaud, Sebastian; Mensch, Arthur; Buchatskaya, Elena; Cai, Trevor", 2022, "arXiv", doi="10.48550/arxiv.2203.15556", held=ARXIV, arxiv="2203.15556v1"),
    known(r"@article{biorxiv, author={Lin, Zeming and Akin, Halil and Rao, Roshan and Hie, Brian and others}, title={Language models of protein sequences at the scale of evolution enable accurate structure prediction}, journal={bioRxiv}, year={2022}, pages={2022--07}, publisher={Cold Spring Harbor Laboratory}}", "Evolutionary-scale prediction of atomic level protein structure with a language model", "Lin, Zeming; Akin, Halil; Rao, Roshan; Hie, Brian; Zhu, Zhongkai; Lu, Wenting", 2022, "bioRxiv", doi="10.1101/2022.07.20.500902", type="posted-content"),
    # proceedings and articles
    known(r"@inproceedings{kmeans, title={Some methods for classification and analysis of multivariate observations}, author={MacQueen, James and others}, booktitle={Proceedings of the fifth Berkeley symposium on mathematical statistics and probability}, volume={1}, number={14}, pages={281--297}, year={1967}, organization={Oakland, CA, USA}}", "Some methods for classification and analysis of multivariate observations", "MacQueen, J.", 1967, "", doi="", held=FREE),
    known(r"@inproceedings{dbscan, author={Ester, M. and Kriegel, H.-P. and Sander, J. and Xu, X.}, title={A Density-Based Algorithm for Discovering Clusters in Large Spatial Databases with Noise}, booktitle={KDD-96 Proceedings}, publisher={AAAI Press}, pages={226--231}, year={1996}}", "A Density-Based Algorithm for Discovering Clusters in Large Spatial Databases with Noise", "Ester, M.; Kriegel, Hans-Peter; Sander, J.; Xu, Xiaowei", 1996, "Knowledge Discovery and Data Mining", doi="", held=FREE),
    known(r"@inproceedings{paxos2, author={Diego Ongaro and John Ousterhout}, title={In Search of an Understandable Consensus Algorithm (Extended Version)}, booktitle={2014 {USENIX} Annual Technical Conference ({USENIX} {ATC} 14)}, pages={305--319}, year={2014}, isbn={978-1-931971-10-2}}", "In search of an understandable consensus algorithm", "Ongaro, D.; Ousterhout, J.", 2014, "USENIX Annual Technical Conference", doi="", held=FREE),
    known(r"@article{fasterrcnn, author={S. Ren and K. He and R. Girshick and J. Sun}, title={Faster {R-CNN}: Towards Real-Time Object Detection with Region Proposal Networks}, journal={IEEE Trans. PAMI}, year={2016}, volume={39}, number={6}, pages={1137--1149}}", "Faster R-CNN: Towards Real-Time Object Detection with Region Proposal Networks", "Ren, Shaoqing; He, Kaiming; Girshick, Ross; Sun, Jian", 2017, "IEEE Transactions on Pattern Analysis and Machine Intelligence", doi="10.1109/tpami.2016.2577031", type=J, volume="39", page="1137-1149"),
    known(r"@inproceedings{bloom, author={Burton H. Bloom}, title={Space/Time Trade-offs in Hash Coding with Allowable Errors}, booktitle={Commun. ACM}, year={1970}, pages={422--426}}", "Space/time trade-offs in hash coding with allowable errors", "Bloom, Burton H.", 1970, "Communications of the ACM", doi="10.1145/362686.362692", type=J, volume="13", page="422-426"),
    # chapters
    known(r"@incollection{krashen, author={Flavell, J. H.}, title={Metacognitive aspects of problem solving}, booktitle={The Nature of Intelligence}, editor={L. B. Resnick}, publisher={Lawrence Erlbaum Associates, Inc.}, address={Hillsdale, NJ}, pages={231--235}, year={1976}}", "Metacognitive Aspects of Problem Solving", "Flavell, John H.", 2024, "The Nature of Intelligence", doi="10.4324/9781032646527-16", type=C, page="231-236"),
    known(r"@incollection{bourdieucap, title={The forms of capital}, author={Bourdieu, P.}, booktitle={Handbook of Theory and Research for the Sociology of Education}, editor={Richardson, J.}, publisher={Greenwood}, pages={241--58}, year={1986}}", "The Forms of Capital", "Bourdieu, Pierre", 2018, "The Sociology of Economic Life", doi="10.4324/9780429494338-6", type=C, page="78-92"),
    known(r"@inbook{lindquist, author={Sen, Amartya}, title={Equality of What?}, booktitle={The Tanner Lectures on Human Values, Vol. 1}, publisher={Cambridge University Press}, year={1980}, pages={195--220}}", "Equality of What?", "Sen, Amartya", 2011, "The Tanner lectures on human values", doi="", type=C, held=FREE),
    known(r"@incollection{haraway, author={Donna J. Haraway}, title={A Cyborg Manifesto: Science, Technology, and Socialist-Feminism in the Late Twentieth Century}, booktitle={Simians, Cyborgs and Women: The Reinvention of Nature}, year={1991}, pages={149--181}, publisher={Routledge, New York}}", "A Cyborg Manifesto", "Haraway, Donna J.", 2016, "Manifestly Haraway", doi="10.5749/minnesota/9780816650477.003.0001", type=C, page="3-90"),
    known(r"@incollection{barr, author={Boser, Bernhard E. and Guyon, Isabelle M. and Vapnik, Vladimir N.}, title={A training algorithm for optimal margin classifiers}, booktitle={COLT92}, pages={144--152}, year={1992}}", "A training algorithm for optimal margin classifiers", "Boser, Bernhard E.; Guyon, Isabelle M.; Vapnik, Vladimir N.", 1992, "Proceedings of the fifth annual workshop on Computational learning theory", doi="10.1145/130385.130401", type=P, page="144-152"),
    # editions and volumes
    known(r"@book{jackson, author={J. D. Jackson}, title={Classical Electrodynamics}, edition={Third}, publisher={Wiley}, address={New York}, year={1998}}", "Classical electrodynamics", "Jackson, John David", 1962, "Wiley", doi="", type=B, held=CATALOGUES, editions=[1975, 1999], stated={1962: "", 1975: "2. ed.", 1999: "3. ed."}),
    known(r"@book{strang, author={Strang, Gilbert}, title={Introduction to Linear Algebra, 4th ed.}, publisher={Wellesley-Cambridge Press}, year={2009}}", "Introduction to linear algebra", "Strang, Gilbert", 1993, "Wellesley-Cambridge Press", doi="", type=B, held=CATALOGUES, editions=[2003, 2009, 2016], stated={1993: "", 2003: "3rd ed.", 2009: "4. ed.", 2016: "Fifth edition"}),
    known(r"@book{alberts, author={Alberts, B and Johnson, A and Lewis, J and Raff, M and Roberts, K and Walter, P}, title={Molecular Biology of the Cell}, edition={4th edn}, publisher={Garland Science}, year={2002}}", "Molecular biology of the cell", "Alberts, Bruce; Johnson, Alexander", 2002, "Garland Science", doi="", type=B, held=UNION, editions=[2008], stated={2002: "4. ed.", 2008: "5. ed., reference ed."}),
    known(r"@book{nielsen, author={Michael A. Nielsen and Isaac L. Chuang}, title={Quantum Computation and Quantum Information: 10th Anniversary Edition}, publisher={CUP}, year={2011}, isbn={1107002176, 9781107002173}}", "Quantum Computation and Quantum Information", "Nielsen, Michael A.; Chuang, Isaac L.", 2012, "Cambridge University Press", doi="10.1017/cbo9780511976667", type=B, subtitle=["10th Anniversary Edition"]),
    known(r"@book{flaig, author={Gadamer, Hans-Georg}, title={Wahrheit und Methode. Grundz{\"u}ge einer philosophischen Hermeneutik (= Gesammelte Werke 1)}, edition={6., durchges. Aufl.}, publisher={Mohr Siebeck}, address={T{\"u}bingen}, year={1990}}", "Wahrheit und Methode", "Gadamer, Hans-Georg", 1960, "Mohr", doi="", type=B, held=CATALOGUES, subtitle=["Grundzüge einer philosophischen Hermeneutik"], editions=[1965, 1975, 1990], stated={1960: "", 1965: "2. Aufl., durch einen Nachtr. erw.", 1975: "4. Aufl.", 1990: "6. Aufl. (durchges.)"}),
    known(r"@book{feller, author={Feller, W.}, title={An Introduction to Probability Theory and Its Applications. {Vol. II}}, edition={2nd}, publisher={John Wiley \& Sons Inc.}, year={1971}, address={New York}}", "An introduction to probability theory and its applications", "Feller, William", 1950, "Wiley", doi="", type=B, held=CATALOGUES, editions=[1957, 1966, 1968, 1971], stated={1950: "", 1957: "2. ed.", 1966: "", 1968: "3. ed.", 1971: "2. ed."}),
    known(r"@book{numrec, author={Press, William H. and Teukolsky, Saul A. and Vetterling, William T. and Flannery, Brian P.}, title={Numerical Recipes in {C} (2nd Ed.): The Art of Scientific Computing}, year={1992}, isbn={0-521-43108-5}, publisher={Cambridge University Press}, address={New York, NY, USA}}", "Numerical recipes in C", "Press, William H.", 1988, "Cambridge University Press", doi="", type=B, held=CATALOGUES, subtitle=["the art of scientific computing"], editions=[1992, 2002], stated={1988: "", 1992: "2nd ed.", 2002: "2. ed., reprinted"}),
    known(r"@book{grimmett, author={Durrett, Rick}, title={Probability: Theory and Examples}, volume={49}, year={2019}, publisher={Cambridge university press}, edition={Fifth}}", "Probability", "Durrett, Rick", 2019, "Cambridge University Press", doi="10.1017/9781108591034", type=B, subtitle=["Theory and Examples"], **{"edition-number": "5"}),
    known(r"@book{stevens, author={Hull, John C.}, title={Options, Futures and Other Derivatives}, edition={9. Auflage (Global Edition)}, publisher={Pearson Education}, year={2018}, address={Harlow}}", "Options, futures, and other derivatives", "Hull, John", 2018, "Pearson", doi="", type=B, held=CATALOGUES, editions=[2009, 2012, 2015], stated={2018: "Ninth edition, global edition", 2009: "7. ed.", 2012: "8. ed.", 2015: "9. ed."}),
    known(r"@book{evans, author={Lawrence C. Evans}, title={Partial differential equations}, series={Graduate Studies in Mathematics}, volume={19}, edition={Second}, publisher={American Mathematical Society, Providence, RI}, year={2010}, pages={xxii+749}}", "Partial Differential Equations", "Evans, Lawrence", 2010, "Graduate Studies in Mathematics", doi="10.1090/gsm/019", type=B, publisher="American Mathematical Society"),
    # journals, pages, identifiers
    known(r"@article{metropolis, author={Metropolis, N. and Rosenbluth, A.W. and Rosenbluth, M.N. and Teller, A.H. and Teller, E.}, title={Equations of state calculations by fast computing machines}, journal={J. Chem. Phys.}, volume={21}, year={1953}, pages={1087-1091}}", "Equation of State Calculations by Fast Computing Machines", "Metropolis, Nicholas; Rosenbluth, Arianna W.; Rosenbluth, Marshall N.; Teller, Augusta H.; Teller, Edward", 1953, "The Journal of Chemical Physics", doi="10.1063/1.1699114", type=J, volume="21", page="1087-1092"),
    known(r"@article{kyte, author={Kyte, J. and Doolittle, R. F.}, title={A simple method for displaying the hydropathic character of a protein}, journal={J. Mol. Biol.}, volume={157}, issue={1}, pages={105 - 132}, year={1982}, issn={0022-2836}, doi={10.1016/0022-2836(82)90515-0}}", "A simple method for displaying the hydropathic character of a protein", "Kyte, Jack; Doolittle, Russell F.", 1982, "Journal of Molecular Biology", doi="10.1016/0022-2836(82)90515-0", type=J, volume="157", page="105-132"),
    known(r"@article{crick, author={Rosalind E. Franklin and R. G. Gosling}, title={Molecular Configuration in Sodium Thymonucleate}, journal={Nature}, year={1953}, volume={171}, number={4356}, pages={740-1}, doi={doi.org/10.1038/171740a0}}", "Molecular Configuration in Sodium Thymonucleate", "FRANKLIN, ROSALIND E.; GOSLING, R. G.", 1953, "Nature", doi="10.1038/171740a0", type=J, volume="171", page="740-741"),
    known(r"@article{kaplanmeier, author={Kaplan EL, Meier P}, title={Nonparametric Estimation from Incomplete Observations}, journal={J Am Stat Assoc.}, year={1958}, volume={53}, pages={457–481}, doi={10.2307/2281868}}", "Nonparametric Estimation from Incomplete Observations", "Kaplan, E. L.; Meier, Paul", 1958, "Journal of the American Statistical Association", doi="10.1080/01621459.1958.10501452", type=J, volume="53", page="457-481"),
    known(r"@article{cohenk, author={Cohen, J.}, title={A Coefficient of Agreement for Nominal Scales}, journal={Educ. and Psychol. Meas.}, volume={XX}, number={1}, pages={37--46}, year={1960}}", "A Coefficient of Agreement for Nominal Scales", "Cohen, Jacob", 1960, "Educational and Psychological Measurement", doi="10.1177/001316446002000104", type=J, volume="20", page="37-46"),
    known(r"@article{baron, author={Baron, R. M. and Kenny, D. A.}, title={The moderator–mediator variable distinction in social psychological research: Conceptual, strategic, and statistical considerations}, journal={Journal of Personality \& Social Psychology}, volume={51}, number={6}, pages={1173--1182}, year={1986}, note={PMID: 3806354}}", "The moderator-mediator variable distinction in social psychological research: Conceptual, strategic, and statistical considerations.", "Baron, Reuben M.; Kenny, David A.", 1986, "Journal of Personality and Social Psychology", doi="10.1037/0022-3514.51.6.1173", type=J, volume="51", page="1173-1182"),
    known(r"@article{altschul, author={Altschul, S. F. and Madden, T. L. and Sch{\"a}ffer, A. A. and Zhang, J. and Zhang, Z. and Miller, W. and Lipman, D. J.}, title={Gapped BLAST and PSI-BLAST: a new generation of protein database search programs}, journal={NAR}, volume={25}, pages={3389--402}, year={1997}, pmc={PMC146917}}", "Gapped BLAST and PSI-BLAST: a new generation of protein database search programs", "Altschul, S.", 1997, "Nucleic Acids Research", doi="10.1093/nar/25.17.3389", type=J, volume="25", page="3389-3402"),
    known(r"@article{hodgkin, author={A.L. Hodgkin and A.F. Huxley}, title={A Quantitative Description of Membrane Current and its Application to Conduction and Excitation in Nerve}, journal={J. Physiol. (Lond.)}, volume={117}, pages={500--544}, year={1952}, doi={10.1113/jphysiol.1952.sp004764}}", "A quantitative description of membrane current and its application to conduction and excitation in nerve", "Hodgkin, A. L.; Huxley, A. F.", 1952, "The Journal of Physiology", doi="10.1113/jphysiol.1952.sp004764", type=J, volume="117", page="500-544"),
    known(r"@article{laemmli, author={LAEMMLI, U.K.}, title={{Cleavage of structural proteins during the assembly of the head of bacteriophage T$_4$}}, journal={Nature}, volume={227(5259)}, pages={680-5}, year={1970}}", "Cleavage of Structural Proteins during the Assembly of the Head of Bacteriophage T4", "LAEMMLI, U. K.", 1970, "Nature", doi="10.1038/227680a0", type=J, volume="227", page="680-685"),
    known(r"@article{wald, author={A. Wald}, title={Sequential tests of statistical hypotheses}, journal={Annals of Math. Stat.}, volume={16}, number={2}, year={1945}, pages={117-186}}", "Sequential Tests of Statistical Hypotheses", "Wald, A.", 1945, "The Annals of Mathematical Statistics", doi="10.1214/aoms/1177731118", type=J, volume="16", page="117-186"),
]  # fmt: skip

#: Another number of a record of the set, as JSTOR has registered one.
ALIASES = [
    work(
        "10.2307/2281868",
        "Nonparametric Estimation from Incomplete Observations",
        "Kaplan, E. L.; Meier, Paul",
        1958,
        "Journal of the American Statistical Association",
        type=J,
    )
]

NEAR = [
    record
    for number, case in enumerate(VALID)
    if case.work and " " in case.work["title"]
    for record in near(case.work, 7000 + number)
]

SHELVES = [
    *(work("", title, authors, year, publisher, type=B) for title, authors, year, publisher in (
        ("Writings in general linguistics", "Saussure, Ferdinand de", 2006, "Oxford University Press"),
        ("The theory of communicative action", "Habermas, Jürgen", 1984, "Polity Press"),
        ("Peau noire, masques blancs", "Fanon, Frantz", 1952, "Seuil"),
        ("The theory of moral sentiments", "Smith, Adam", 1759, "Millar"),
        ("Linear algebra and its applications", "Strang, Gilbert", 1976, "Academic Press"),
        ("Mathematics for quantum mechanics", "Jackson, John David", 1962, "Benjamin"),
        ("Fundamentals of futures and options markets", "Hull, John", 2014, "Pearson"),
        ("Essential cell biology", "Alberts, Bruce; Johnson, Alexander", 1998, "Garland"),
        ("Numerical recipes in Fortran", "Press, William H.", 1992, "Cambridge University Press"),
        ("Kleine Schriften. Hermeneutik", "Gadamer, Hans-Georg", 1967, "Mohr"),
    )),
    *(work("", f"{title}, {year}", author, year, publisher, type=B)
      for publisher, year in (
          ("Cambridge University Press", 1994), ("Polity Press", 1996), ("Wiley", 1971), ("Wiley", 1979), ("Pearson", 2016), ("Garland Science", 2005), ("Academic Press", 1988),
          ("Oxford University Press", 1993), ("Routledge", 1998), ("Springer", 2001), ("MIT Press", 2004), ("Wellesley-Cambridge Press", 2012),
      )
      for title, author in (("A garden of ferns", "Fern, Ada"), ("Notes on hail", "Hail, Bo"), ("Weirs and mills", "Weir, Cy"))),
]  # fmt: skip

#: Works that nobody wrote: by the authors of a record, under the title of one, of two records mixed, and of none.
INVENTED = [
    Known(f"@{bib.partition('{')[0]}{{air{number}, {bib.partition('{')[2]}", None)
    for number, bib in enumerate((
        r"article{author={Hodgkin, A.L. and Huxley, A.F.}, title={A quantitative description of silence in the squid and its application to sleep}, journal={J. Physiol. (Lond.)}, volume={121}, pages={300--322}, year={1954}}",
        r"article{author={Wald, A. and Laemmli, U.K.}, title={Sequential tests of structural proteins}, journal={Annals of Math. Stat.}, volume={18}, pages={201--219}, year={1947}}",
        r"article{author={Metropolis, N. and Teller, E.}, title={Equations of state calculations by slow computing women}, journal={J. Chem. Phys.}, volume={23}, year={1955}, pages={187-199}}",
        r"inproceedings{author={Ester, M. and Kriegel, H.-P. and Sander, J.}, title={A rumour-based algorithm for losing clusters in small databases}, booktitle={KDD-98 Proceedings}, pages={126--131}, year={1998}}",
        r"article{author={Kingma, Diederik P. and Hutter, Frank}, title={Auto-Decoding Decoupled Bayes}, journal={arXiv preprint arXiv:1812.96114}, year={2018}}",
        r"inproceedings{author={Diego Ongaro and John Ousterhout}, title={In Search of an Unspeakable Consensus}, booktitle={2016 {USENIX} Annual Technical Conference}, pages={505--519}, year={2016}}",
        r"article{author={Cohen, J.}, title={A coefficient of quarrel for ordinal scales}, journal={Educ. and Psychol. Meas.}, volume={22}, pages={137--149}, year={1962}, doi={10.1177/001316446299900999}}",
        r"article{author={Lin, Zeming and Rao, Roshan and Hie, Brian}, title={Protein language models dream of folded laundry at evolutionary scale}, journal={bioRxiv}, year={2023}}",
        r"article{author={{The GTEx Consortium}}, title={The {GTEx} atlas of postponed regulatory effects across absent tissues}, journal={Science}, volume={371}, pages={418--430}, year={2021}}",
        r"article{author={Okonkwo, Adaeze and Lindgren, Per}, title={Thermal sagging of copper roofs under Arctic sunlight}, journal={Energy and Buildings}, volume={88}, pages={71--83}, year={2015}}",
        r"article{author={Haldor Sigmundsen and Paolo Verdi}, title={Auctions with forgetful bidders and a talkative seller}, journal={Games and Economic Behavior}, volume={112}, pages={140--163}, year={2018}, doi={10.1016/j.geb.2018.99.140}}",
        r"article{author={Fick, S.E. and Hijmans, R.J.}, title={WorldClim 7: subjective climate surfaces for imagined land areas}, journal={International Journal of Climatology}, volume={40}, pages={1302-1315}, year={2020}}",
        r"article{author={Baron, R. M. and Kenny, D. A.}, title={The mediator who moderated: A variable distinction in marital research}, journal={Journal of Personality \& Social Psychology}, volume={57}, pages={173--182}, year={1989}}",
        r"article{author={Nguyen, A. and Clune, J.}, title={Deep neural networks are easily bored}, journal={Nature Machine Intelligence}, volume={2}, pages={27--36}, year={2020}}",
        r"article{author={Ren, S. and He, K.}, title={Slower {R-CNN}: Against Real-Time Object Detection}, journal={IEEE Trans. PAMI}, year={2018}, volume={40}, pages={937--949}}",
        r"book{author={Strang, Gilbert}, title={Introduction to nonlinear bread}, publisher={Wellesley-Cambridge Press}, year={2012}}",
        r"book{author={Gadamer, Hans-Georg}, title={Irrtum und Umweg}, publisher={Mohr}, address={T{\"u}bingen}, year={1975}}",
        r"book{author={Feller, W.}, title={A Conclusion to Probability Theory and Its Disappointments}, publisher={Wiley}, year={1971}}",
        r"incollection{author={Flavell, J. H.}, title={Metacognitive aspects of opening jars}, booktitle={The Nature of Intelligence}, editor={L. B. Resnick}, publisher={Erlbaum}, pages={331--345}, year={1976}}",
        r"phdthesis{author={Maarja Tammsaar}, title={Fishing Rights and Rumour in the Baltic, 1880--1914}, school={University of Tartu}, year={2012}, doi={10.7777/tartu.void}}",
        r"misc{author={Running, S. and Zhao, M.}, title={{MOD77B9Z} {MODIS}/{Terra} Net Primary Boredom Yearly L4 Global}, year={2020}, publisher={NASA EOSDIS LP DAAC}, doi={10.5067/MODIS/MOD77B9Z.006}}",
        r"article{author={Altschul, S. F. and Lipman, D. J.}, title={Gapless BLAST: an old generation of protein search excuses}, journal={NAR}, volume={27}, pages={4389--402}, year={1999}}",
        r"article{author={Tiesinga, E. and Mohr, P.J.}, title={{CODATA} withdrawn values of the accidental physical constants}, journal={Rev. Mod. Phys.}, volume={95}, pages={015010}, year={2023}}",
        r"article{author={Van der Maaten, Laurens}, title={Concealing data using t-SNE}, journal={JMLR}, volume={14}, pages={1579--1605}, year={2013}}",
        r"article{author={Petrescu, Ioana and Wojcik, Marek}, title={Low-cost lidar for counting sheep on steep pastures}, journal={Remote Sensing of Environment}, volume={201}, pages={55--67}, year={2017}}",
    ))
]  # fmt: skip

_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong; the last eight are books and chapters: title, edition, year, publisher, editor for author, volume, pages.
ALTERED = [
    _altered("hodgkin", "Conduction and Excitation", "Conduction and Inhibition"),
    _altered("wald", "year={1945}", "year={1954}"),
    _altered("laemmli", "LAEMMLI, U.K.", "SMITHIES, O."),
    _altered("kyte", "J. Mol. Biol.", "J. Biol. Chem."),
    _altered("baron", "1173--1182", "1273--1282"),
    _altered("kaplanmeier", "10.2307/2281868", "10.1126/science.aaz1776"),
    _altered("matplotlib", "2D graphics", "3D graphics"),
    _altered("chinchilla", "2203.15556", "2203.15565"),
    _altered("codata", "volume={93}", "volume={88}"),
    _altered("gtex", "volume={369}", "volume={269}"),
    _altered("dbscan", "Discovering Clusters", "Discovering Outliers"),
    _altered("metropolis", "Teller, A.H. and Teller, E.", "Ulam, S. and von Neumann, J."),
    _altered("habermas", "Structural Transformation", "Cultural Transformation"),
    _altered("strang", "4th ed.", "7th ed."),
    _altered("numrec", "year={1992}", "year={1995}"),
    _altered("fanon", "publisher={Maspero}", "publisher={Flammarion}"),
    _altered("krashen", "author={Flavell, J. H.}", "author={Resnick, L. B.}"),
    _altered("feller", "{Vol. II}", "{Vol. VI}"),
    _altered("barr", "144--152", "344--352"),
    _altered("jackson", "Third", "Sixth"),
]


def _noticed(key: str, service: str, status: str, **more: Any) -> Noticed:
    return Noticed(next(case for case in VALID if case.key == key), service, more, status)


#: Notices, each known to one index alone, of works as the entries above cite them.
NOTICES = [
    _noticed("laemmli", "crossref", "retracted", **{"updated-by": [{"type": "retraction", "DOI": "10.9999/c1"}]}),
    _noticed("cohenk", "crossref", "concern", **{"updated-by": [{"type": "expression_of_concern", "DOI": "10.9999/c2"}]}),
    _noticed("altschul", "crossref", "corrected", **{"updated-by": [{"type": "erratum", "DOI": "10.9999/c3"}]}),
    _noticed("bloom", "crossref", "withdrawn", **{"updated-by": [{"type": "withdrawal", "DOI": "10.9999/c4"}]}),
    _noticed("gtex", "crossref", "retracted", title="RETRACTED ARTICLE: The GTEx Consortium atlas of genetic regulatory effects across human tissues"),
    _noticed("kmeans", "openalex", "retracted", is_retracted=True),
    _noticed("dbscan", "openalex", "retracted", is_retracted=True),
    _noticed("encode", "europepmc", "retracted", pubTypes=["Journal Article", "Retracted Publication"]),
    _noticed("baron", "europepmc", "corrected", corrections=[{"type": "Erratum in", "id": "22"}]),
    _noticed("hodgkin", "europepmc", "concern", corrections=[{"type": "Expression of concern in", "id": "23"}]),
    _noticed("chinchilla", "arxiv", "withdrawn", comment="This submission has been withdrawn by the author due to an error"),
]  # fmt: skip
