"""A twenty-second set: law, history, medicine, mathematics and computer science, with the habits of bibliographies that nobody tidied.

Places for publishers, editors for authors, all names in one, several works of one name, reprints beside their originals, `nil` for
what is unknown, markup of web pages.  Written and committed before it was run, by an author who had read no line of how entries are compared.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from messy_desk import ARXIV
from messy_offices import ALEX, CATALOGUES, DATA, FREE, UNION, Noticed, near
from messy_strangers import B, C, J, Known, P, altered, known
from services import work


def _editors(names: str) -> list[dict[str, str]]:
    return [dict(zip(("family", "given"), name.split(", "), strict=True)) for name in names.split("; ")]


VALID = [
    # law
    known(r"@article{coase, author={R. H. Coase}, title={The Problem of Social Cost}, journal={J.L. \& Econ.}, volume={3}, pages={1}, year={1960}}", "The Problem of Social Cost", "Coase, R. H.", 1960, "The Journal of Law and Economics", doi="10.1086/466560", type=J, volume="3", page="1-44"),
    known(r"@article{warren, author={Samuel D. Warren and Louis D. Brandeis}, title={The Right to Privacy}, journal={4 Harv. L. Rev.}, pages={193}, year={1890}}", "The Right to Privacy", "Warren, Samuel D.; Brandeis, Louis D.", 1890, "Harvard Law Review", doi="10.2307/1321160", type=J, volume="4", page="193"),
    known(r"@article{calabresi, author={Guido Calabresi \& A. Douglas Melamed}, title={Property Rules, Liability Rules, and Inalienability: One View of the Cathedral}, journal={Harvard L Rev}, volume={85}, number={6}, pages={1089, 1092--93}, year={1972}}", "Property Rules, Liability Rules, and Inalienability: One View of the Cathedral", "Calabresi, Guido; Melamed, A. Douglas", 1972, "Harvard Law Review", doi="10.2307/1340059", type=J, volume="85", page="1089"),
    known(r"@book{fuller, author={Fuller, Lon L.}, title={The Morality of Law}, edition={rev. ed.}, publisher={Yale UP}, address={New Haven}, year={1969}}", "The morality of law", "Fuller, Lon L.", 1964, "Yale University Press", doi="", type=B, held=CATALOGUES, editions=[1969], stated={1964: "", 1969: "Rev. ed."}),
    known(r"@book{hart, author={H.L.A. Hart}, title={The Concept of Law}, editor={Penelope A. Bulloch and Joseph Raz}, edition={2nd}, publisher={Clarendon}, year={1994}}", "The concept of law", "Hart, H. L. A. (Herbert Lionel Adolphus)", 1961, "Clarendon Press", doi="", type=B, held=CATALOGUES, editions=[1994, 2012], stated={1961: "", 1994: "2. ed.", 2012: "3. ed."}),
    known(r"@book{larenz, author={Larenz, Karl / Canaris, Claus-Wilhelm}, title={Methodenlehre der Rechtswissenschaft}, edition={3. Aufl.}, address={Berlin [u.a.]}, year={1995}}", "Methodenlehre der Rechtswissenschaft", "Larenz, Karl; Canaris, Claus-Wilhelm", 1995, "Springer", doi="", type=B, held=UNION, stated={1995: "3., neu bearb. Aufl."}),
    Known(r"@jurisdiction{bverfge, title={{BVerfGE} 65, 1 -- Volksz{\"a}hlung}, year={1983}}", None),
    Known(r"@misc{marbury, title={{Marbury v. Madison}, 5 {U.S.} (1 {Cranch}) 137}, year={1803}}", None),
    # history
    known(r"@book{braudel, author={Braudel, F.}, title={La M{\'e}diterran{\'e}e et le monde m{\'e}diterran{\'e}en {\`a} l'{\'e}poque de Philippe {II}}, volume={1}, edition={2e {\'e}d. rev. et augm.}, publisher={A. Colin}, address={Paris}, year={1966}, note={2 vols.}}", "La Méditerranée et le monde méditerranéen à l'époque de Philippe II", "Braudel, Fernand", 1949, "Colin", doi="", type=B, held=CATALOGUES, editions=[1966]),
    known(r"@book{huizinga, author={Johan Huizinga}, title={The Autumn of the Middle Ages}, translator={Rodney J. Payton and Ulrich Mammitzsch}, publisher={Univ. Chicago Press}, year={1996}, origdate={1919}}", "The autumn of the Middle Ages", "Huizinga, Johan", 1996, "University of Chicago Press", doi="", type=B, held=CATALOGUES),
    known(r"@book{ginzburg, author={Carlo Ginzburg}, title={Il formaggio e i vermi. Il cosmo di un mugnaio del '500}, publisher={Einaudi}, address={Torino}, year={1976}}", "Il formaggio e i vermi", "Ginzburg, Carlo", 1976, "Einaudi", doi="", type=B, held=UNION, subtitle=["il cosmo di un mugnaio del '500"]),
    known(r"@book{ranke, author={Ranke, Leopold Von and Wines, Roger}, doi={10.1515/9780823297085}, title={The Secret of World History}, year={1981}, publisher={Fordham University Press}}", "The Secret of World History", "Ranke, Leopold von", 2022, "", doi="10.1515/9780823297085", type=B, publisher="Fordham University Press", editor=_editors("Wines, Roger"), subtitle=["Selected Writings on the Art and Science of History"]),
    known(r"@book{thompson, author={Thompson, E.P.}, title={The Making of the English Working Class}, publisher={Penguin}, year={1991 [1963]}}", "The making of the English working class", "Thompson, E. P. (Edward Palmer)", 1963, "Victor Gollancz", doi="", type=B, held=CATALOGUES, editions=[1966, 1968, 1980]),
    Known(r"@misc{vatlat, title={{Vat. lat. 3225}}, howpublished={Biblioteca Apostolica Vaticana, Vatican City}}", None),
    known(r"@article{bloch, author={Bloch, Marc}, title={Pour une histoire compar{\'e}e des soci{\'e}t{\'e}s europ{\'e}ennes}, journal={Revue de synth{\`e}se historique}, volume={46 (n.s. 20)}, pages={15--50}, year={1928}}", "Pour une histoire comparée des sociétés européennes", "Bloch, Marc", 1928, "Revue de synthèse historique", doi="", held=ALEX, type=J, volume="46", page="15-50"),
    known(r"@article{skinner, author={Skinner, Q}, title={Meaning and understanding in the history of ideas}, journal={Hist. Theory}, volume={8(1)}, pages={3-53}, year={1969}}", "Meaning and Understanding in the History of Ideas", "Skinner, Quentin", 1969, "History and Theory", doi="10.2307/2504188", type=J, volume="8", page="3"),
    known(r"@incollection{hobsbawm, author={Eric Hobsbawm}, title={Introduction: Inventing Traditions}, booktitle={The Invention of Tradition}, editor={Eric Hobsbawm and Terence Ranger}, publisher={CUP}, year={1983}, pages={1-14}}", "Introduction: Inventing Traditions", "Hobsbawm, Eric", 2012, "The Invention of Tradition", doi="10.1017/cbo9781107295636.001", type=C, page="1-14"),
    known(r"@book{mackinnon, author={Mackinnon, Catharine A.}, title={Toward a Feminist Theory of the State}, year={1990}, publisher={}, isbn={}}", "Toward a feminist theory of the state", "MacKinnon, Catharine A.", 1989, "Harvard University Press", doi="", type=B, held=CATALOGUES, editions=[1991]),
    # medicine
    known(r"@techreport{whotb, author={WHO}, title={Global tuberculosis report 2021}, institution={World Health Organization}, year={2021}, address={Geneva: World Health Organization; Licence: CC BY-NC-SA 3.0 IGO}}", "Global tuberculosis report 2021", "World Health Organization", 2021, "World Health Organization", doi="", held=ALEX, openalex_type="report"),
    known(r"@article{recovery, author={{RECOVERY Collaborative Group} and Horby P and Lim WS and Emberson JR}, title={Dexamethasone in Hospitalized Patients with Covid-19 --- Preliminary Report}, journal={N. Engl. J. Med.}, year={2020}, note={PMID: 32678530}, doi={10.1056/NEJMoa2021436}}", "Dexamethasone in Hospitalized Patients with Covid-19", "Horby, Peter; Lim, Wei Shen; Emberson, Jonathan R.; Mafham, Marion", 2021, "New England Journal of Medicine", doi="10.1056/nejmoa2021436", type=J, volume="384", page="693-704"),
    known(r"@article{dawber, author={DAWBER TR, MEADORS GF, MOORE FE Jr}, title={Epidemiological approaches to heart disease: the {Framingham} Study}, journal={Am J Public Health Nations Health}, volume={41}, number={3}, pages={279--81}, year={1951}}", "Epidemiological Approaches to Heart Disease: The Framingham Study", "Dawber, Thomas R.; Meadors, Gilcin F.; Moore, Felix E.", 1951, "American Journal of Public Health and the Nations Health", doi="10.2105/ajph.41.3.279", type=J, volume="41", page="279-286"),
    known(r"@article{hanahan, author={Hanahan, D. and Weinberg, R.A.}, title={The hallmarks of cancer.}, journal={Cell}, volume={100}, pages={57--70}, year={2000}, month={Jan 7}}", "The Hallmarks of Cancer", "Hanahan, Douglas; Weinberg, Robert A", 2000, "Cell", doi="10.1016/s0092-8674(00)81683-9", type=J, volume="100", page="57-70"),
    known(r"@article{ware, author={Ware, Jr, J. E. and Sherbourne, Cathy Donald}, title={The {MOS} 36-Item Short-Form Health Survey ({SF-36}): {I}. {Conceptual} Framework and Item Selection}, journal={Medical Care}, volume={30}, number={6}, pages={473--483}, year={1992}}", "The MOS 36-ltem Short-Form Health Survey (SF-36)", "Ware, John E.; Sherbourne, Cathy Donald", 1992, "Medical Care", doi="10.1097/00005650-199206000-00002", type=J, volume="30", page="473-483", subtitle=["I. Conceptual Framework and Item Selection"]),
    known(r"@book{dsm, author={{American Psychiatric Association} and others}, title={Diagnostic and statistical manual of mental disorders ({DSM-5\textregistered})}, publisher={American Psychiatric Pub}, year={2013}}", "Diagnostic and Statistical Manual of Mental Disorders", "", 2013, "", doi="10.1176/appi.books.9780890425596", type=B, publisher="American Psychiatric Association"),
    known(r"@article{jefferson, author={Jefferson T and Del Mar CB and Dooley L and Ferroni E and Al-Ansary LA}, title={Physical interventions to interrupt or reduce the spread of respiratory viruses}, journal={Cochrane Database of Systematic Reviews}, number={11}, year={2020}, note={Art. No.: CD006207}, doi={10.1002/14651858.CD006207.pub5.}}", "Physical interventions to interrupt or reduce the spread of respiratory viruses", "Jefferson, Tom; Del Mar, Chris B; Dooley, Liz; Ferroni, Eliana; Al-Ansary, Lubna A; Bawazeer, Ghada A", 2020, "Cochrane Database of Systematic Reviews", doi="10.1002/14651858.cd006207.pub5", type=J, volume="2020"),
    known(r"@article{fleming, author={FLEMING, ALEXANDER}, title={On the Antibacterial Action of Cultures of a Penicillium, with Special Reference to their Use in the Isolation of {\it B. influenz{\ae}}}, journal={Br J Exp Pathol}, volume={10}, pages={226-36}, year={1929}}", "On the Antibacterial Action of Cultures of a Penicillium, with Special Reference to their Use in the Isolation of B. influenzæ", "Fleming, A.", 1929, "British journal of experimental pathology", doi="", held=FREE, type=J, volume="10", page="226-236"),
    known(r"@article{gbd, author={{GBD 2019 Diseases and Injuries Collaborators}}, title={Global burden of 369 diseases and injuries in 204 countries and territories, 1990–2019: a systematic analysis for the {Global} {Burden} of {Disease} {Study} 2019}, journal={The Lancet}, volume={396}, number={10258}, pages={1204--1222}, year={2020}}", "Global burden of 369 diseases and injuries in 204 countries and territories, 1990–2019: a systematic analysis for the Global Burden of Disease Study 2019", "Vos, Theo; Lim, Stephen S; Abbafati, Cristiana", 2020, "The Lancet", doi="10.1016/s0140-6736(20)30925-9", type=J, volume="396", page="1204-1222"),
    known(r"@misc{croatti, author={Angelo Croatti and Sara Montagna and Alessandro Ricci}, doi={10.1016/j.artmed.2018.12.002}, journal={Artificial Intelligence in Medicine}, pages={187-197}, title={BDI personal medical assistant agents: The case of trauma tracking and alerting}, url={http://dx.doi.org/10.1016/j.artmed.2018.12.002}, volume={96}, year={2019}}", "BDI personal medical assistant agents: The case of trauma tracking and alerting", "Croatti, Angelo; Montagna, Sara; Ricci, Alessandro; Gamberini, Emiliano; Albarello, Vittorio; Agnoletti, Vanni", 2019, "Artificial Intelligence in Medicine", doi="10.1016/j.artmed.2018.12.002", type=J, volume="96", page="187-197"),
    # conferences
    known(r"@inproceedings{abadi, author={Abadi, Mart\'{\i}n}, title={Access Control in a Core Calculus of Dependency}, booktitle={International Conference on Functional Programming ({ICFP})}, year=2006, doi={10.1145/1159803.1159839}}", "Access control in a core calculus of dependency", "Abadi, Martín", 2006, "Proceedings of the eleventh ACM SIGPLAN international conference on Functional programming", doi="10.1145/1159803.1159839", type=P, page="263-273"),
    known(r"@inproceedings{howell, title={A Formal Semantics for {SPKI}}, author={Howell, Jon and Kotz, David}, year=2000, booktitle={European Symposium on Research in Computer Security ({ESORICS})}, doi={10.1007/10722599\_9}}", "A Formal Semantics for SPKI", "Howell, Jon; Kotz, David", 2000, "Lecture Notes in Computer Science", doi="10.1007/10722599_9", type=C, page="140-158"),
    known(r"@article{secpal, title={{SecPAL}: Design and semantics of a decentralized authorization language}, author={Becker, Moritz Y and Fournet, C{\'e}dric and Gordon, Andrew D}, journal={JCS}, volume={18}, number={4}, year=2010}", "SecPAL: Design and semantics of a decentralized authorization language", "Becker, Moritz Y.; Fournet, Cédric; Gordon, Andrew D.", 2010, "Journal of Computer Security", doi="10.3233/jcs-2009-0364", type=J, volume="18", page="619-665"),
    known(r"@inproceedings{lampson, author={Butler Lampson and Mart{\'\i}n Abadi and Michael Burrows and Edward Wobber}, title={Authentication in Distributed Systems: Theory and Practice}, booktitle={Symposium on Operating Systems Principles ({SOSP})}, year=1991}", "Authentication in distributed systems", "Lampson, Butler; Abadi, Martín; Burrows, Michael; Wobber, Edward", 1992, "ACM Transactions on Computer Systems", doi="10.1145/138873.138874", type=J, subtitle=["theory and practice"], volume="10", page="265-310"),
    known(r"@inproceedings{melo, author={Melo, Victor S. and Panisson, Alison R. and Bordini, Rafael H.}, booktitle={Proceedings of the 2016 International Conference on Autonomous Agents &amp; Multiagent Systems}, numpages={2}, pages={1337-1338}, publisher={International Foundation for Autonomous Agents and Multiagent Systems}, series={AAMAS '16}, title={Argumentation-Based Reasoning Using Preferences over Sources of Information: (Extended Abstract)}, year={2016}}", "Argumentation-Based Reasoning Using Preferences over Sources of Information", "Melo, Victor S.; Panisson, Alison R.; Bordini, Rafael Heitor", 2016, "Adaptive Agents and Multi-Agent Systems", doi="", held=FREE),
    known(r"@article{gasser, author={Les Gasser and Nicholas F. Rouquette and Randall W. Hill and John Lieb}, journal={Distributed Artificial Intelligence}, pages={55-78}, title={Representing and Using Organizational Knowledge in Distributed Ai Systems}, year={1989}}", "Representing and Using Organizational Knowledge in Distributed AI Systems", "GASSER, LES; ROUQUETTE, NICHOLAS F.; HILL, RANDALL W.; LIEB, JOHN", 1989, "Distributed Artificial Intelligence", doi="10.1016/b978-1-55860-092-8.50007-1", type=C, page="55-78"),
    known(r"@inproceedings{shor, author={P. W. Shor}, title={Algorithms for quantum computation: Discrete logarithms and factoring}, booktitle={Proc. 35nd Annual Symp. FOCS (Shafi Goldwasser, ed.)}, publisher={IEEE Computer Society Press}, pages={124-134}, year={1994}}", "Algorithms for quantum computation: discrete logarithms and factoring", "Shor, P.W.", 1994, "Proceedings 35th Annual Symposium on Foundations of Computer Science", doi="10.1109/sfcs.1994.365700", type=P, page="124-134"),
    known(r"@inproceedings{clip, title={Learning Transferable Visual Models From Natural Language Supervision}, booktitle={ICML}, author={Radford, Alec et. al}, year={2021}}", "Learning Transferable Visual Models From Natural Language Supervision", "Radford, Alec; Kim, Jong Wook; Hallacy, Chris", 2021, "arXiv", doi="10.48550/arxiv.2103.00020", held=ARXIV, arxiv="2103.00020v1"),
    known(r"@inproceedings{gaier, author={Gaier, Adam and Asteroth, Alexander and Mouret, Jean-Baptiste}, booktitle={Proceedings of the Genetic and Evolutionary Computation Conference Companion}, organization={ACM}, pages={115--116}, title={Are quality diversity algorithms better at generating stepping stones than objective-based search?}, year={2019}}", "Are quality diversity algorithms better at generating stepping stones than objective-based search?", "Gaier, Adam; Asteroth, Alexander; Mouret, Jean-Baptiste", 2019, "Proceedings of the Genetic and Evolutionary Computation Conference Companion", doi="10.1145/3319619.3321897", type=P, page="115-116"),
    # books as they are typed
    known(r"@book{galison, author={galison, peter louis and stump, david j}, isbn={}, publisher={stanford university press}, title={the disunity of science: boundaries, contexts, and power}, year={1996}}", "The disunity of science", "", 1996, "Stanford University Press", doi="", type=B, held=CATALOGUES, subtitle=["boundaries, contexts, and power"], editor=_editors("Galison, Peter; Stump, David J.")),
    known(r"@book{gag, title={Millions of Cats}, author={G{\'a}g, Wanda}, lccn={28021571}, series={Fountas and Pinnell leveled book}, year={1928}, publisher={Published in New York by Coward-McCann, Incorporated}}", "Millions of cats", "Gág, Wanda", 1928, "Coward-McCann", doi="", type=B, held=CATALOGUES, editions=[1956, 1977]),
    known(r"@book{olson, author={Olson, Hope A.}, publisher={Dordrecht}, title={The power to name : locating the limits of subject representation in libraries}, year={2002}, tags={}}", "The power to name", "Olson, Hope A.", 2002, "Kluwer Academic Publishers", doi="", type=B, held=CATALOGUES, subtitle=["locating the limits of subject representation in libraries"]),
    known(r"@book{ahmad, author={Ahmad, Zarin}, title={Delhi's Meatscapes : Muslim Butchers In A Transforming Mega-City}, year={2018}, publisher={Oxford University Press}}", "Delhi’s Meatscapes", "Ahmad, Zarin", 2018, "", doi="10.1093/oso/9780199483174.001.0001", type=B, publisher="Oxford University Press", subtitle=["Muslim Butchers in a Transforming Mega-City"]),
    known(r"@book{woolley, author={Woolley, Samuel}, publisher={Hatchette}, title={The Reality Game: How The Next Wave Of Technology Will Break The Truth}, year={2020}}", "The reality game", "Woolley, Samuel", 2020, "PublicAffairs", doi="", type=B, held=CATALOGUES, subtitle=["how the next wave of technology will break the truth"]),
    known(r"@book{dorahy, author={Dorahy, Martin J. and Gold, Steven N. and O’Neil, John A.}, title={Dissociation and the Dissociative Disorders}, publisher={Routledge}, year={2022}, pages={nil}, series={[]}, doi={10.4324/9781003057314}}", "Dissociation and the Dissociative Disorders", "", 2022, "", doi="10.4324/9781003057314", type="edited-book", publisher="Routledge", editor=_editors("Dorahy, Martin J.; Gold, Steven N.; O’Neil, John A."), subtitle=["Past, Present, Future"]),
    known(r"@book{takeuti, author={Takeuti, Gaisi}, title={Proof Theory}, year=1987, publisher={Dover Books}, series={Dover Books on Mathematics}, note={{Second Edition, republished by Dover Books in 2013. Originally published by North-Holland, Amsterdam}}}", "Proof theory", "Takeuti, Gaisi", 1975, "North-Holland", doi="", type=B, held=CATALOGUES, editions=[1987, 2013]),
    known(r"@book{jacobs, author={Jacobs, Bart}, title={Categorical Logic and Type Theory}, publisher={Elsevier}, series={Studies in Logic and The Foundations of Mathematics}, year={1999}}", "Categorical logic and type theory", "Jacobs, B. (Bart)", 1999, "Elsevier Science", doi="", type=B, held=CATALOGUES, editions=[2001]),
    known(r"@book{goldratt, author={Goldratt, Eliyahu M. and Cox, Jeff}, publisher={North River Press}, edition={3}, edition_year={2004}, title={The Goal: A Process of Ongoing Improvement}, year={1984}}", "The goal", "Goldratt, Eliyahu M.; Cox, Jeff", 1984, "North River Press", doi="", type=B, held=CATALOGUES, subtitle=["a process of ongoing improvement"], editions=[1992, 2004], stated={1984: "", 1992: "2nd rev. ed.", 2004: "3rd rev. ed."}),
    known(r"@book{tessier, title={Conflicting Agents}, author={Cath{\'e}rine Tessier, Laurent Chaudron, Heinz-J{\"u}rgen M{\"u}ller}, publisher={Springer}, year={2002}, series={Multiagent Systems, Artificial Societies, and Simulated Organizations Volume 1}, edition={1}}", "Conflicting agents", "", 2001, "Kluwer Academic Publishers", doi="", type=B, held=CATALOGUES, subtitle=["conflict management in multi-agent systems"], editor=_editors("Tessier, Catherine; Chaudron, Laurent; Müller, Heinz-Jürgen")),
    # reprints and translations
    known(r"@book{popper, author={Popper, Karl R.}, title={Logik der Forschung}, edition={10. Aufl.}, publisher={Mohr (Siebeck)}, year={1994}}", "Logik der Forschung", "Popper, Karl R.", 1966, "Mohr", doi="", type=B, held=UNION, editions=[1976, 1989, 1994], stated={1966: "2., erw. Aufl.", 1976: "6., verb. Aufl.", 1989: "9., verb. Aufl.", 1994: "10., verb. und verm. Aufl."}),
    known(r"@incollection{benjamin, author={Benjamin, Walter}, title={Das Kunstwerk im Zeitalter seiner technischen Reproduzierbarkeit (Dritte Fassung)}, booktitle={Gesammelte Schriften}, volume={I.2}, editor={Rolf Tiedemann and Hermann Schweppenh{\"a}user}, publisher={Suhrkamp}, year={1974}, pages={471--508}}", "Das Kunstwerk im Zeitalter seiner technischen Reproduzierbarkeit", "Benjamin, Walter", 1936, "Zeitschrift für Sozialforschung", doi="", held=FREE, type=J),
    known(r"@incollection{granovetter, author={Granovetter, M.S.}, title={The strength of weak ties}, booktitle={Social Networks: A Developing Paradigm}, editor={S. Leinhardt}, publisher={Academic Press}, pages={347--367}, year={1977}, note={Reprinted from Am J Sociol 78 (1973) 1360--1380}}", "The Strength of Weak Ties", "Granovetter, Mark S.", 1973, "American Journal of Sociology", doi="10.1086/225469", type=J, volume="78", page="1360-1380"),
    known(r"@article{kolmogorov, author={Kolmogorov, A.N.}, title={The local structure of turbulence in incompressible viscous fluid for very large {R}eynolds numbers}, journal={Proc. R. Soc. Lond. A}, volume={434}, number={1890}, pages={9--13}, year={1991}, note={First published in Dokl. Akad. Nauk SSSR 30 (1941)}}", "The local structure of turbulence in incompressible viscous fluid for very large Reynolds numbers", "Kolmogorov, Andrei Nikolaevich", 1991, "Proceedings of the Royal Society of London. Series A: Mathematical and Physical Sciences", doi="10.1098/rspa.1991.0075", type=J, volume="434", page="9-13"),
    known(r"@book{bakhtin, author={Bakhtin, M. M.}, title={The Dialogic Imagination: Four Essays}, editor={Michael Holquist}, translator={Caryl Emerson and Michael Holquist}, publisher={University of Texas Press}, address={Austin}, year={1981}}", "The dialogic imagination", "Bakhtin, M. M. (Mikhail Mikhaĭlovich)", 1981, "University of Texas Press", doi="", type=B, held=CATALOGUES, subtitle=["four essays"], editions=[1992]),
    known(r"@book{plato, author={Plato}, title={The {Republic}}, translator={G.M.A. Grube}, note={revised by C.D.C. Reeve}, publisher={Hackett}, year={1992}}", "Republic", "Plato", 1992, "Hackett Pub. Co.", doi="", type=B, held=CATALOGUES),
    known(r"@article{euler, author={L. Euler}, title={Solutio problematis ad geometriam situs pertinentis}, journal={Comm. Acad. Sci. Imp. Petropol.}, volume={8}, pages={128--140}, year={1736}}", "Solutio problematis ad geometriam situs pertinentis", "Euler, Leonhard", 1741, "Commentarii academiae scientiarum Petropolitanae", doi="", held=FREE, type=J),
    # volumes of series and chapters of handbooks
    known(r"@book{cabal, author={Kechris, A. S. and Moschovakis, Y. N. (eds)}, title={Cabal Seminar 76--77}, series={Lecture Notes in Math.}, volume={689}, publisher={Springer}, year={1978}}", "Cabal Seminar 76–77", "", 1978, "Lecture Notes in Mathematics", doi="10.1007/bfb0069290", type=B, publisher="Springer Berlin Heidelberg", editor=_editors("Kechris, Alexander S.; Moschovakis, Yiannis N.")),
    known(r"@book{sga4, author={M. Artin and A. Grothendieck and J.-L. Verdier}, title={Th{\'e}orie des topos et cohomologie {\'e}tale des sch{\'e}mas. Tome 3}, series={LNM}, volume={305}, publisher={Springer-Verlag}, year={1973}, note={SGA 4}}", "Théorie des Topos et Cohomologie Etale des Schémas", "Artin, Michael; Grothendieck, Alexandre; Verdier, Jean-Louis", 1973, "Lecture Notes in Mathematics", doi="10.1007/bfb0070714", type=B, publisher="Springer Berlin Heidelberg", subtitle=["Séminaire de Géométrie Algébrique du Bois-Marie 1963-1964 (SGA 4): Tome 3"]),
    known(r"@book{bourbaki, author={Bourbaki, N.}, title={{\'E}l{\'e}ments de math{\'e}matique. {G}roupes et alg{\`e}bres de {L}ie. {C}hapitres 4 {\`a} 6}, publisher={Hermann}, year={1968}, series={Actualit{\'e}s Scientifiques et Industrielles, No. 1337}}", "Groupes et algèbres de Lie. Chapitres 4, 5 et 6", "Bourbaki, Nicolas", 1968, "Hermann", doi="", type=B, held=UNION),
    known(r"@incollection{barendregt, author={Henk Barendregt}, title={Lambda Calculi with Types}, booktitle={Handbook of Logic in Computer Science, Vol. 2}, editor={S. Abramsky, D. Gabbay, and T. Maibaum}, publisher={Oxford Univ. Press}, year={1992}, pages={117--309}}", "Lambda calculi with types", "Barendregt, H P", 1993, "Handbook of Logic in Computer Science: Volume 2. Background: Computational Structures", doi="10.1093/oso/9780198537618.003.0002", type=C, page="117-309"),
    known(r"@incollection{laurel, address={Cambridge, MA, USA}, author={Laurel, Brenda}, booktitle={Software Agents}, numpages={11}, pages={67-77}, publisher={MIT Press}, title={Interface Agents: Metaphors with Character}, year={1997}}", "Interface agents: metaphors with character", "Laurel, B.", 1997, "Software Agents", doi="", held=FREE, openalex_type="book-chapter"),
    # theses
    known(r"@mastersthesis{shannonms, author={Shannon, Claude Elwood}, title={A symbolic analysis of relay and switching circuits}, school={Massachusetts Institute of Technology. Dept. of Electrical Engineering}, year={1937}, type={Thesis (M.S.)}}", "A symbolic analysis of relay and switching circuits", "Shannon, Claude E.", 1938, "Electrical Engineering", doi="10.1109/ee.1938.6431064", type=J, volume="57", page="713-723"),
    known(r"@phdthesis{fielding, author={Fielding, Roy}, title={{Architectural Styles and the Design of Network-based Software Architectures; Doctoral dissertation}}, school={UC Irvine}, year={2000}}", "Architectural Styles and the Design of Network-based Software Architectures", "Fielding, Roy Thomas; Taylor, Richard N.", 2000, "", doi="", held=FREE, openalex_type="dissertation"),
    known(r"@phdthesis{girard, author={Girard, Jean-Yves}, title={Interpr{\'e}tation fonctionnelle et {\'e}limination des coupures de l'arithm{\'e}tique d'ordre sup{\'e}rieur}, school={Universit{\'e} Paris {VII}}, type={Th{\`e}se d'{\'E}tat}, year={1972}}", "Interprétation fonctionnelle et élimination des coupures dans l'arithmétique d'ordre supérieur", "Girard, Jean-Yves", 1972, "", doi="", held=FREE, openalex_type="dissertation"),
    Known(r"@phdthesis{tez, author={Y{\i}ld{\i}z, Ay{\c s}e}, title={Osmanl{\i} {\c s}ehirlerinde su y{\"o}netimi}, school={{\.I}stanbul {\"U}niversitesi Sosyal Bilimler Enstit{\"u}s{\"u}}, type={Yay{\i}nlanmam{\i}{\c s} Doktora Tezi}, year={2003}}", None),
    # standards, programs, data
    known(r"@techreport{rfc2119, author={S. Bradner}, title={Key words for use in {RFCs} to Indicate Requirement Levels}, number={RFC2119 (BCP 14)}, institution={Network Working Group, IETF}, year={1997}, month={3}}", "Key words for use in RFCs to Indicate Requirement Levels", "Bradner, S.", 1997, "", doi="10.17487/rfc2119", type="report", publisher="RFC Editor"),
    known(r"@article{ieee754, title={{IEEE} Standard for Floating-Point Arithmetic}, journal={{IEEE} Std 754-2019 (Revision of {IEEE} 754-2008)}, pages={1--84}, year={2019}, doi={10.1109/IEEESTD.2019.8766229}, author={IEEE}}", "IEEE Standard for Floating-Point Arithmetic", "", 2019, "IEEE", doi="10.1109/ieeestd.2019.8766229", type="standard"),
    Known(r"@standard{iso8601, author={ISO/TC 154}, title={{ISO} 8601-1:2019 Date and time -- Representations for information interchange -- Part 1: Basic rules}, year={2019}}", None),
    Known(r"@manual{rcore, title={R: A Language and Environment for Statistical Computing}, author={{R Core Team}}, organization={R Foundation for Statistical Computing}, address={Vienna, Austria}, year={2021}}", None),
    known(r"@software{pandas, author={{The pandas development team}}, title={pandas-dev/pandas: Pandas}, publisher={Zenodo}, version={latest}, year={2020}, doi={10.5281/zenodo.3509134}}", "pandas-dev/pandas: Pandas", "The pandas development team, ", 2024, "Zenodo", doi="10.5281/zenodo.3509134", general="Software", held=DATA),
    known(r"@misc{era5, author={Hersbach, H. and Bell, B. and Berrisford, P.}, title={{ERA5} hourly data on single levels from 1979 to present}, publisher={Copernicus Climate Change Service (C3S) Climate Data Store (CDS)}, year={2018}, doi={10.24381/cds.adbb2d47}, note={(Accessed on < DD-MMM-YYYY >)}}", "ERA5 hourly data on single levels from 1940 to present", "Hersbach, Hans; Bell, Bill; Berrisford, Paul; Biavati, Gionata", 2018, "Copernicus Climate Change Service (C3S) Climate Data Store (CDS)", doi="10.24381/cds.adbb2d47", general="Dataset", held=DATA),
    # preprints and their articles
    known(r"@article{perelman, author={Grisha Perelman}, title={The entropy formula for the {Ricci} flow and its geometric applications}, journal={arXiv preprint math/0211159}, year={2002}}", "The entropy formula for the Ricci flow and its geometric applications", "Perelman, Grisha", 2002, "arXiv", doi="10.48550/arxiv.math/0211159", held=ARXIV, arxiv="math/0211159v1"),
    known(r"@article{roberta, author={Liu, Yinhan and Ott, Myle and Goyal, Naman and others}, title={Roberta: A robustly optimized bert pretraining approach}, journal={CoRR}, volume={abs/1907.11692}, year={2019}}", "RoBERTa: A Robustly Optimized BERT Pretraining Approach", "Liu, Yinhan; Ott, Myle; Goyal, Naman; Du, Jingfei", 2019, "arXiv", doi="10.48550/arxiv.1907.11692", held=ARXIV, arxiv="1907.11692v1"),
    known(r"@article{afmm, author={Evans, R. and O’Neill, M. and Pritzel, A.}, title={Protein complex prediction with {AlphaFold-Multimer}}, journal={bioRxiv}, pages={2021.10.04.463034}, year={2022}, publisher={Cold Spring Harbor Laboratory}}", "Protein complex prediction with AlphaFold-Multimer", "Evans, Richard; O’Neill, Michael; Pritzel, Alexander; Antropova, Natasha", 2021, "", doi="10.1101/2021.10.04.463034", type="posted-content", subtype="preprint", publisher="openRxiv"),
    known(r"@misc{yarkoni, author={Yarkoni, Tal}, title={The Generalizability Crisis}, publisher={PsyArXiv}, year={2019}, doi={10.31234/osf.io/jqw35}}", "The Generalizability Crisis", "Yarkoni, Tal", 2019, "", doi="10.31234/osf.io/jqw35", type="posted-content", subtype="preprint", publisher="Center for Open Science"),
    known(r"@article{maldacena, author={Maldacena, Juan Martin}, title={{The Large N limit of superconformal field theories and supergravity}}, journal={Int. J. Theor. Phys.}, volume={38}, pages={1113-1133}, year={1999}, note={[Adv. Theor. Math. Phys.2,231(1998)]}, doi={10.1023/A:1026654312961}}", "The Large-N Limit of Superconformal Field Theories and Supergravity", "Maldacena, Juan", 1999, "International Journal of Theoretical Physics", doi="10.1023/a:1026654312961", type=J, volume="38", page="1113-1133"),
    known(r"@article{planck18, author={{Planck Collaboration} and Aghanim, N. and Akrami, Y. and Ashdown, M. and others}, title={{Planck 2018 results. VI. Cosmological parameters}}, journal={\aap}, volume={641}, eid={A6}, pages={A6}, year={2020}}", "Planck 2018 results", "Aghanim, N.; Akrami, Y.; Ashdown, M.; Aumont, J.", 2020, "Astronomy &amp; Astrophysics", doi="10.1051/0004-6361/201833910", type=J, volume="641", page="A6", subtitle=["VI. Cosmological parameters"]),
    # names and scripts
    known("@book{luxun, author={鲁迅}, title={中国小说史略}, publisher={人民文学出版社}, address={北京}, year={1973}}", "中国小说史略", "鲁, 迅", 1973, "人民文学出版社", doi="", type=B, held=UNION),
    known("@book{jabri, author={محمد عابد الجابري}, title={تكوين العقل العربي}, publisher={دار الطليعة}, address={بيروت}, year={1984}}", "تكوين العقل العربي", "الجابري, محمد عابد", 1984, "دار الطليعة", doi="", type=B, held=UNION),
    known("@book{nishida, author={西田 幾多郎}, title={善の研究}, publisher={岩波書店}, series={岩波文庫}, year={1979}}", "善の研究", "西田, 幾多郎", 1950, "岩波書店", doi="", type=B, held=UNION, editions=[1979]),
    known("@book{lyapunov, author={Ляпунов, А. М.}, title={Общая задача об устойчивости движения}, address={М.--Л.}, publisher={Гостехиздат}, year={1950}}", "Общая задача об устойчивости движения", "Ляпунов, Александр Михайлович", 1892, "Харьков", doi="", type=B, held=UNION, editions=[1935, 1950]),
    known(r"@article{erdos, author={Erd{\H o}s, P. and R{\'e}nyi, A.}, title={On the evolution of random graphs}, journal={Magyar Tud. Akad. Mat. Kut. Int. K{\"o}zl.}, volume={5}, pages={17--61}, year={1960}}", "On the evolution of random graphs", "Erdös, Paul; Rényi, Alfréd", 1960, "Publications of the Mathematical Institute of the Hungarian Academy of Sciences", doi="", held=FREE, type=J),
    known(r"@article{ngo, author={Ng{\^o}, Bao Ch{\^a}u}, title={Le lemme fondamental pour les alg{\`e}bres de {Lie}}, journal={Publ. Math. Inst. Hautes {\'E}tudes Sci.}, number={111}, pages={1--169}, year={2010}}", "Le lemme fondamental pour les algèbres de Lie", "Bao Châu, Ngô", 2010, "Publications mathématiques de l'IHÉS", doi="10.1007/s10240-010-0026-7", type=J, volume="111", page="1-169"),
    known(r"@article{cajal, author={Ram{\'o}n y Cajal, Santiago}, title={Estructura de los centros nerviosos de las aves}, journal={Rev. Trim. Histol. Norm. Pat.}, volume={1}, pages={1--10}, year={1888}}", "Estructura de los centros nerviosos de las aves", "Cajal, S. Ramón y", 1888, "Revista trimestral de histología normal y patológica", doi="", held=FREE, type=J),
    known(r"@article{student, author={Student}, title={The Probable Error of a Mean}, journal={Biometrika}, volume={6}, number={1}, pages={1--25}, year={1908}}", "The Probable Error of a Mean", "STUDENT", 1908, "Biometrika", doi="10.1093/biomet/6.1.1", type=J, volume="6", page="1-25"),
]  # fmt: skip

NEAR = [
    record
    for number, case in enumerate(VALID)
    if case.work and " " in case.work["title"]
    for record in near(case.work, 9000 + number)
]

SHELVES = [
    *(work("", title, authors, year, publisher, type=B) for title, authors, year, publisher in (
        ("Legal fictions", "Fuller, Lon L.", 1967, "Stanford University Press"),
        ("Law, liberty and morality", "Hart, H. L. A.", 1963, "Oxford University Press"),
        ("Homo ludens", "Huizinga, Johan", 1949, "Routledge"),
        ("Ecstasies", "Ginzburg, Carlo", 1990, "Hutchinson"),
        ("Whigs and hunters", "Thompson, E. P.", 1975, "Allen Lane"),
        ("Only words", "MacKinnon, Catharine A.", 1993, "Harvard University Press"),
        ("The open society and its enemies", "Popper, Karl R.", 1945, "Routledge"),
        ("Speech genres and other late essays", "Bakhtin, M. M.", 1986, "University of Texas Press"),
        ("Symposium", "Plato", 1989, "Hackett Pub. Co."),
        ("Two applications of logic to mathematics", "Takeuti, Gaisi", 1978, "Princeton University Press"),
        ("Introduction to coalgebra", "Jacobs, B. (Bart)", 2016, "Cambridge University Press"),
    )),
    *(work("", f"{title}, {year}", author, year, publisher, type=B)
      for publisher, year in (
          ("Yale University Press", 1969), ("Clarendon Press", 1994), ("University of Chicago Press", 1996), ("Harvard University Press", 1990), ("Penguin", 1991), ("Springer", 1978),
          ("University of Texas Press", 1981), ("Hackett", 1992), ("MIT Press", 1997), ("Elsevier", 1999), ("Routledge", 2011), ("Oxford University Press", 2007), ("Colin", 1966),
      )
      for title, author in (("A garden of ferns", "Fern, Ada"), ("Notes on hail", "Hail, Bo"), ("Weirs and mills", "Weir, Cy"))),
]  # fmt: skip

#: Works that nobody wrote: by the authors of a record, under nearly the title of one, with a number that is none, and wholly made up.
INVENTED = [
    Known(f"@{bib.partition('{')[0]}{{dust{number}, {bib.partition('{')[2]}", None)
    for number, bib in enumerate((
        r"article{author={R. H. Coase}, title={The Problem of Private Silence}, journal={J.L. \& Econ.}, volume={6}, pages={101}, year={1963}}",
        r"article{author={Louis D. Brandeis}, title={The Right to Publicity of the Absent}, journal={Harv. L. Rev.}, volume={7}, pages={211}, year={1893}}",
        r"article{author={Calabresi, Guido and Coase, R. H.}, title={Transaction Costs of the Cathedral Roof}, journal={Yale L.J.}, volume={84}, pages={501--533}, year={1975}}",
        r"article{author={Skinner, Quentin}, title={Misunderstanding and meaning in the histories of weather}, journal={Hist. Theory}, volume={12}, pages={31--58}, year={1973}}",
        r"article{author={Hanahan, D. and Horby, P.}, title={The Hallmarks of Hospital Corridors}, journal={Cell}, volume={181}, pages={557--570}, year={2020}}",
        r"article{author={Jefferson T and Dooley L}, title={Interventions to interrupt the spread of committee meetings}, journal={Cochrane Database of Systematic Reviews}, year={2018}, doi={10.1002/14651858.CD999207.pub2}}",
        r"article{author={{GBD 2017 Idleness Collaborators}}, title={Global burden of 41 forms of idleness in 195 countries, 1990--2017}, journal={Lancet}, volume={392}, pages={2204--2222}, year={2018}}",
        r"article{author={Ware, J. E. and Dawber, T. R.}, title={The 36-item long-form survey of short hearts}, journal={Med. Care}, volume={33}, pages={173--183}, year={1995}}",
        r"inproceedings{author={Abadi, M. and Howell, J.}, title={Access without Control in a Peripheral Calculus}, booktitle={ICFP}, pages={63--73}, year={2008}}",
        r"inproceedings{author={P. W. Shor}, title={Algorithms for quantum procrastination}, booktitle={Proc. 37th FOCS}, pages={24--34}, year={1996}}",
        r"inproceedings{author={Radford, Alec and Liu, Yinhan}, title={Unlearning Transferable Noses from Visual Supervision}, booktitle={ICML}, year={2022}}",
        r"article{author={Liu, Yinhan and Ott, Myle}, title={RoBORTa: a reluctantly optimized pretraining retreat}, journal={arXiv preprint arXiv:2009.98692}, year={2020}}",
        r"article{author={Evans, R. and Pritzel, A.}, title={Protein loneliness prediction with AlphaFold-Solo}, journal={bioRxiv}, year={2023}, doi={10.1101/2023.13.44.963034}}",
        r"article{author={Maldacena, J.}, title={The small-N remainder of superfluous field theories}, journal={Adv. Theor. Math. Phys.}, volume={5}, pages={431--452}, year={2001}}",
        r"article{author={Erd{\H o}s, P. and Kolmogorov, A. N.}, title={On the devolution of orderly graphs in turbulent libraries}, journal={Acta Math. Hungar.}, volume={15}, pages={117--161}, year={1964}}",
        r"article{author={Ng{\^o}, Bao Ch{\^a}u}, title={Le lemme accessoire pour les groupes de pens{\'e}e}, journal={Publ. Math. IH{\'E}S}, volume={115}, pages={11--69}, year={2012}}",
        r"article{author={Granovetter, M. S.}, title={The weakness of tied shoes: a network approach}, journal={Am. J. Sociol.}, volume={84}, pages={360--380}, year={1978}, doi={10.1086/999469}}",
        r"book{author={Hart, H. L. A.}, title={The Conceit of Lawyers}, publisher={Clarendon Press}, year={1994}}",
        r"book{author={MacKinnon, Catharine A.}, title={Towards a Feminist Theory of Plumbing}, publisher={Harvard University Press}, year={1990}}",
        r"book{author={Bakhtin, M. M.}, title={The Monologic Refrigerator: Three Essays}, publisher={University of Texas Press}, year={1981}}",
        r"incollection{author={Laurel, Brenda}, title={Faceless Agents: Characters without Metaphor}, booktitle={Software Agents}, editor={Bradshaw, J.}, pages={267--277}, publisher={MIT Press}, year={1997}}",
        r"phdthesis{author={Fielding, Roy}, title={Stateless Marriage and the Design of Unnetworked Houses}, school={UC Irvine}, year={2003}, doi={10.7777/irvine.void}}",
        r"article{author={Okello, Beatrice and Svensson, Torbj{\"o}rn}, title={Handwashing stations at bus terminals and the decline of winter colds}, journal={BMJ Open}, volume={9}, pages={e030101}, year={2019}}",
        r"article{author={Haverkamp, Lotte and Ibarra, Joaqu{\'i}n}, title={Customary fishing rights before colonial courts: a quantitative reading}, journal={Law and History Review}, volume={31}, pages={401--433}, year={2013}}",
        r"inproceedings{author={Tanvir Rahman and Elsa Quist and Milo Brandt}, title={Lazy Garbage Collectors Dream of Eager Heaps}, booktitle={Proceedings of the 41st ACM SIGPLAN Conference on Programming Language Design and Implementation}, pages={812--826}, year={2020}}",
    ))
]  # fmt: skip

_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong; the last eight are books and chapters: year, title, publisher, editor for author, author, edition, pages, year.
ALTERED = [
    _altered("coase", "volume={3}", "volume={9}"),
    _altered("warren", "Louis D. Brandeis", "Oliver W. Holmes"),
    _altered("skinner", "Hist. Theory", "Past and Present"),
    _altered("calabresi", "year={1972}", "year={1982}"),
    _altered("hanahan", "57--70", "357--370"),
    _altered("recovery", "Dexamethasone", "Hydroxychloroquine"),
    _altered("gbd", "volume={396}", "volume={386}"),
    _altered("jefferson", "respiratory viruses", "intestinal parasites"),
    _altered("secpal", "centralized authorization", "centralized authentication"),
    _altered("shor", "booktitle={Proc. 35nd Annual Symp. FOCS (Shafi Goldwasser, ed.)}", "booktitle={Proc. 26th ACM Symp. on Theory of Computing (STOC)}"),
    _altered("perelman", "math/0211159", "math/0303109"),
    _altered("planck18", "VI. Cosmological parameters", "VI. Cosmological constants and relics"),
    _altered("hart", "year={1994}", "year={1984}"),
    _altered("huizinga", "Autumn of the Middle", "Spring of the Middle"),
    _altered("bakhtin", "University of Texas Press}, address={Austin}", "Cornell University Press}, address={Ithaca}"),
    _altered("hobsbawm", "author={Eric Hobsbawm}", "author={Terence Ranger}"),
    _altered("fuller", "Fuller, Lon L.", "Dworkin, Ronald"),
    _altered("popper", "10. Aufl.", "4. Aufl."),
    _altered("barendregt", "117--309", "317--509"),
    _altered("ahmad", "year={2018}", "year={2008}"),
]  # fmt: skip


def _noticed(key: str, service: str, status: str, **more: Any) -> Noticed:
    return Noticed(next(case for case in VALID if case.key == key), service, more, status)


#: Notices, each known to one index alone.
NOTICES = [
    _noticed("hanahan", "crossref", "retracted", **{"updated-by": [{"type": "retraction", "DOI": "10.9999/a1"}]}),
    _noticed("recovery", "crossref", "concern", **{"updated-by": [{"type": "expression_of_concern", "DOI": "10.9999/a2"}]}),
    _noticed("lampson", "crossref", "corrected", **{"updated-by": [{"type": "erratum", "DOI": "10.9999/a3"}]}),
    _noticed("skinner", "crossref", "withdrawn", **{"updated-by": [{"type": "withdrawal", "DOI": "10.9999/a4"}]}),
    _noticed("afmm", "crossref", "withdrawn", title="WITHDRAWN: Protein complex prediction with AlphaFold-Multimer"),
    _noticed("croatti", "openalex", "retracted", is_retracted=True),
    _noticed("calabresi", "openalex", "retracted", is_retracted=True),
    _noticed("dawber", "europepmc", "retracted", pubTypes=["Journal Article", "Retracted Publication"]),
    _noticed("gbd", "europepmc", "corrected", corrections=[{"type": "Erratum in", "id": "41"}]),
    _noticed("jefferson", "europepmc", "concern", corrections=[{"type": "Expression of concern in", "id": "42"}]),
    _noticed("roberta", "arxiv", "withdrawn", comment="This paper has been withdrawn by the authors"),
]  # fmt: skip
