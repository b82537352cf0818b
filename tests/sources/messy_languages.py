r"""Entries as bibliographies in many languages have them, by somebody who had not read the comparison: valid, invented and altered ones.

What an index gives is what such records look like: transcribed names, titles in English only, a name alone, an asterisk behind a title.
"""

from __future__ import annotations

from functools import partial

from messy_strangers import B, C, J, P, altered, known, made_up, near

VALID = [
    # German
    known(r'@article{de1, author={M{\"u}ller, Hans-J{\"u}rgen and von der Heide, Kl.}, title={{\"U}ber die Entstehung von Bodenfrost -- ein Beitrag zur Agrarmeteorologie}, journal={Meteorol. Z. (N.F.)}, volume={Bd.~12}, pages={S.~33--41}, year=2003}', "Über die Entstehung von Bodenfrost – Ein Beitrag zur Agrarmeteorologie", "Müller, H.-J.; Heide, Klaus von der", 2003, "Meteorologische Zeitschrift", volume="12", page="33-41", type=J),
    known(r"@article{de2, author={E. Harnack jun.}, title={Zur Kenntniss der Eiweissk{\"o}rper im Blute. (Vorl{\"a}ufige Mittheilung)}, journal={Ber. Dtsch. Chem. Ges.}, volume={XIV}, pages={45 ff.}, year={1881}}", "Zur Kenntniß der Eiweißkörper im Blute", "Harnack, E.", 1881, "Berichte der deutschen chemischen Gesellschaft", volume="14", page="45-52", type=J),
    known(r"@incollection{de3, author={Gro{\ss}mann, Inge}, title={Wanderwege der Zugvögel am Bodensee}, booktitle={In: Vögel Mitteleuropas. Ein Handbuch}, editor={Weber, K. (Hrsg.)}, publisher={Ulmer}, address={Stuttgart}, year={1979}, pages={101--130}}", "Wanderwege der Zugvögel am Bodensee", "Grossmann, Inge", 1979, "Vögel Mitteleuropas", type=C),
    known(r"@book{de4, author={Lenz, Ute}, title={Die Wiese. Lebensraum und Landschaft. 3., {\"u}berarb. Aufl.}, publisher={Haupt}, address={Bern}, year={2011}}", "Die Wiese: Lebensraum und Landschaft", "Lenz, Ute", 1999, "Haupt", type=B),
    # French
    known(r"@article{fr1, author={de La Vall{\'e}e Poussin, {Ch.-J.}}, title={L'{\oe}uvre de Fourier et les s{\'e}ries doubles~: {\'e}tude critique}, journal={C. R. Acad. Sci. Paris, S{\'e}r. I}, volume={t.~158}, pages={1083--6}, year={1914}}", "L’œuvre de Fourier et les séries doubles : étude critique", "La Vallée-Poussin, Charles-Jean de", 1914, "Comptes Rendus de l'Académie des Sciences - Series I - Mathematics", volume="158", page="1083-1086", type=J),
    known(r"@article{fr2, author={Dupont (J.-P.) et Lef{\`e}vre (M.)}, title={La vigne et le climat du Jura au {XIX}\textsuperscript{e} si{\`e}cle}, journal={Annales de G{\'e}ographie}, year={1987}}", "La vigne et le climat du Jura au XIXe siècle", "Dupont, Jean-Pierre; Lefèvre, Marie", 1987, "Annales de géographie", type=J),
    known(r"@article{fr3, author={Anne-Ma{\"e}lle LE GOFF}, title={\og Parler breton \fg{} : enqu{\^e}te dans trois {\'e}coles}, journal={Langage \& soci{\'e}t{\'e}}, year={Printemps 2006}}", "« Parler breton » : enquête dans trois écoles", "Le Goff, Anne-Maëlle", 2006, "Langage et société", type=J),
    known(r"@inproceedings{fr4, author={Salima Benali and Luc Tran}, title={Un analyseur incr{\'e}mental pour le fran{\c c}ais oral}, booktitle={Actes de la 15e conf{\'e}rence sur le Traitement Automatique des Langues Naturelles (TALN'08)}, year={2008}}", "Un analyseur incrémental pour le français oral", "Benali, Salima; Tran, Luc", 2008, "TALN 2008", type=P),
    # Spanish, Portuguese, Italian, Catalan, Romanian
    known(r"@article{es1, author={Ram{\'o}n y Cajal, Santiago}, title={?`Por qu{\'e} se cruzan las fibras {\'o}pticas? {N}ota preliminar}, journal={Rev. Trim. Microgr{\'a}f.}, year={1898}}", "¿Por qué se cruzan las fibras ópticas?", "Ramón Y Cajal, S.", 1898, "Revista Trimestral Micrográfica", type=J),
    known(r"@article{es2, author={Genoveva de la O and Jos{\'e} Mar{\'\i}a {Mart{\'\i}n Fern{\'a}ndez}}, title={Ganader{\'\i}a y fuego en los p{\'a}ramos de {M}{\'e}rida}, journal={Interciencia}, year={2009}}", "Ganadería y fuego en los páramos de Mérida", "De La O, Genoveva; Fernández, José María Martín", 2009, "Interciencia", type=J),
    known(r"@article{pt1, author={SILVA, J. da and SOUZA FILHO, A. P. de}, title={A fauna de {\^a}caros do cacaueiro na Bahia, Brasil}, journal={Rev. bras. Zool.}, volume={v. 17}, number={n. 2}, pages={p. 411-420}, year={2000}}", "A fauna de ácaros do cacaueiro na Bahia, Brasil", "da Silva, João; de Souza Filho, Antônio P.", 2000, "Revista Brasileira de Zoologia", volume="17", page="411-420", type=J),
    known(r"@article{it1, author={G. D'Annunzio e S. Lo Bianco}, title={Sull'origine delle terre rare in Sardegna. Nota II}, journal={Rend. Soc. Ital. Mineral. Petrol.}, year={1972}}", "Sull’origine delle terre rare in Sardegna. Nota 2", "D’Annunzio, Gino; Lo Bianco, Sara", 1972, "Rendiconti della Società Italiana di Mineralogia e Petrologia", type=J),
    known(r"@article{ro1, author={{\c S}erban, {\c T}icu and Ion, Andrei}, title={Influen{\c t}a s{\u a}rurilor asupra malurilor Dun{\u a}rii}, journal={Rev. Roum. G{\'e}ogr.}, year={1995}}", "Influența sărurilor asupra malurilor Dunării", "Şerban, Ț.; Ion, A.", 1995, "Revue Roumaine de Géographie", type=J),
    # Slavic
    known(r"@article{pl1, author={W{\k a}sik, {\L}ucja and {\.Z}urek, St.}, title={Wp{\l}yw suszy na plonowanie pszenicy ozimej [Effect of drought on yields of winter wheat]}, journal={Zesz. Probl. Post. Nauk Roln.}, volume={z. 481}, year={2002}}", "Wpływ suszy na plonowanie pszenicy ozimej", "Wasik, L.; Zurek, S.", 2002, "Zeszyty Problemowe Postępów Nauk Rolniczych", volume="481", type=J),
    known(r"@article{cs1, author={{\v C}ern{\'y}, Ji{\v r}{\'\i} and Nov{\'a}kov{\'a}, Eva}, title={Ptactvo rybn{\'\i}k{\r u} {T}{\v r}ebo{\v n}ska}, journal={Sylvia}, year={1984}}", "Ptactvo rybníků Třeboňska", "Cerny, Jiri; Novakova, Eva", 1984, "Sylvia", type=J),
    known("@article{ru1, author={Иванов, И. И. and Петров, П. П.}, title={О колебаниях упругих балок под подвижной нагрузкой}, journal={Прикл. матем. и мех.}, volume={28}, year={1964}, doi={10.7777/RU1}}", "On the vibrations of elastic beams under a moving load", "Ivanov, I.I.; Petrov, P.P.", 1964, "Journal of Applied Mathematics and Mechanics", doi="10.7777/ru1", type=J),
    known("@article{ru2, author={Соколова, Н. В. and Жуков, А. Щ.}, title={Таяние ледников Алтая за последние сто лет}, journal={Лёд и Снег}, year={2012}}", "Melting of the glaciers of the Altai in the last hundred years", "Sokolova, N. V.; Zhukov, A. Sh.", 2012, "Ice and Snow", type=J),
    known(r"@article{ru3, author={Ljusternik, L. A. and Schnirelman, L. G.}, title={Topological methods in problems of closed curves}, journal={Izv. Akad. Nauk SSSR, Ser. Mat.}, volume={8}, year={1974}}", "Topological methods in problems of closed curves", "Lyusternik, L. A.; Shnirel'man, L. G.", 1974, "Mathematics of the USSR-Izvestiya", volume="8", type=J),
    known("@article{uk1, author={Шевченко О. П., Коваль Ю. І.}, title={Ґрунти Полісся та їх осушення}, journal={Укр. геогр. журн.}, year={2005}}", "Ґрунти Полісся та їх осушення", "Shevchenko, Olha P.; Koval, Yurii I.", 2005, "Ukrainian Geographical Journal", type=J),
    known(r"@article{sr1, author={Djindji\'c, Zoran and {\DJ}or{\dj}evi\'c, Milica}, title={Poplave Morave i njihova {\v z}etva}, journal={Glasnik SGD}, year={1990}, url={https://doi.org/10.7777/sr1}}", "Поплаве Мораве и њихова жетва", "Đinđić, Zoran; Đorđević, Milica", 1990, "Glasnik Srpskog geografskog društva", doi="10.7777/sr1", type=J),
    # Greek, Turkish, Hungarian, Finnish, the North
    known("@article{el1, author={Παπαδόπουλος, Γιώργος}, title={Η ΑΛΙΕΙΑ ΤΟΥ ΤΟΝΟΥ ΣΤΟ ΒΟΡΕΙΟ ΑΙΓΑΙΟ}, journal={Θάλασσα}, year={2001}}", "Η αλιεία του τόνου στο Βόρειο Αιγαίο", "Papadopoulos, Giorgos", 2001, "Θάλασσα", type=J),
    known(r"@article{tr1, author={YILDIZ, {\.I}brahim and {\c C}a{\u g}lar, {\c S}ule}, title={ISPARTA {\.I}L{\.I}NDE {\.I}{\c C}ME SULARININ N{\.I}TEL{\.I}{\u G}{\.I}}, journal={Ekoloji}, year={2007}}", "Isparta ilinde içme sularının niteliği", "Yıldız, İbrahim; Caglar, Sule", 2007, "Ekoloji", type=J),
    known(r"@article{hu1, author={Szab{\'o} Istv{\'a}n and Nagyn{\'e} T{\'o}th, {\'A}gnes}, title={A {T}isza {\'a}rvizei {\'e}s a hull{\'a}mt{\'e}r erdei}, journal={F{\"o}ldrajzi K{\"o}zlem{\'e}nyek}, year={2004}}", "A Tisza árvizei és a hullámtér erdei", "Szabó, István; Nagyné Tóth, Ágnes", 2004, "Földrajzi Közlemények", type=J),
    known(r"@article{no1, author={{\AA}ngstr{\"o}m, {\AA}. and S{\o}rensen, Bj{\o}rn}, title={Om m{\aa}ling av str{\aa}ling fra sn{\o}}, journal={Geofys. Publ.}, year={1933}}", "Om måling av stråling fra snø", "Aangstroem, A.; Soerensen, B.", 1933, "Geofysiske Publikasjoner", type=J),
    known(r"@article{is1, author={J{\'o}nsd{\'o}ttir, Gu{\dh}r{\'u}n and {\TH}{\'o}rarinsson, S.}, title={Ash layers of Hekla in peat of the south}, journal={J{\"o}kull}, year={1967}}", "Ash layers of Hekla in peat of the south", "Jonsdottir, Gudrun; Thorarinsson, Sigurdur", 1967, "Jökull", type=J),
    known(r"@article{nl1, author={family=Vries, given=Hugo, prefix=de and family=Hoff, given=Gerard, prefix={van 't}}, title={Over het openspringen van boomschors}, journaltitle={Album der Natuur}, date={1889-02-01}}", "Over het openspringen van boomschors", "de Vries, Hugo; van ’t Hoff, G.", 1889, "Album der Natuur", type=J),
    # Asia
    known("@article{zh1, author={张伟 and 李娜}, title={黄土高原的水土流失与植被恢复}, journal={地理学报}, volume={第60卷}, year={2005}, doi={10.7777/zh1}}", "Soil erosion and the recovery of vegetation on the Loess Plateau", "Zhang, Wei; Li, Na", 2005, "Acta Geographica Sinica", type=J, doi="10.7777/zh1"),
    known("@article{zh2, author={王小明 and 赵丽}, title={长江口悬浮泥沙的季节变化}, journal={海洋学报}, year={2011}}", "Seasonal change of suspended sediment in the Yangtze estuary", "Wang, X. M.; Zhao, L.", 2011, "Haiyang Xuebao", type=J),
    known("@article{ja1, author={山田, 太郎 and 鈴木, 花子}, title={北海道における鮭の遡上時期の変化}, journal={日本水産学会誌}, year={1998}}", "北海道における鮭の遡上時期の変化", "YAMADA, Taro; SUZUKI, Hanako", 1998, "NIPPON SUISAN GAKKAISHI", type=J),
    known(r"@article{ko1, author={Kim, Min-su and Lee, Young-Hee and {Bak}, Jiseong}, title={Charge transport in doped polymer nanowires}, journal={J. Korean Phys. Soc.}, year={2013}}", "Charge transport in doped polymer nanowires", "Kim, Minsu; Lee, Younghee; Park, Ji Sung", 2013, "Journal of the Korean Physical Society", type=J),
    known(r"@article{id1, author={Suharto and Ni Luh Putu Ayu Dewi}, title={Litter fall in a coffee garden under shade trees}, journal={Agrofor. Syst.}, year={2010}}", "Litter fall in a coffee garden under shade trees", "Suharto, Suharto; Dewi, Ni Luh Putu Ayu", 2010, "Agroforestry Systems", type=J),
    known(r"@article{in1, author={S. Chandrasekhara Rao and K. V. Subba}, title={Rainfall of the monsoon and the price of millet}, journal={Curr. Sci.}, year={1956}}", "Rainfall of the Monsoon and the Price of Millet", "Rao, S. Chandrasekhara; Subba, K. V.", 1956, "Current Science", type=J),
    known(r"@article{ar1, author={al-Khal{\=\i}l{\=\i}, J. and {El-Sayed}, M. A. and ibn \d{H}amm\=ad, {\textquoteleft}Al{\=\i}}, title={Dust storms over the Nile delta in spring}, journal={J. Arid Environ.}, year={1999}}", "Dust storms over the Nile delta in spring", "Al‐Khalili, Jamal; El Sayed, Mostafa A.; Ibn Hammad, Ali", 1999, "Journal of Arid Environments", type=J),
    known(r"@article{he1, author={Ben-Ami, Y. and Levi-Strauss Cohen, D.}, title={Potters and their marks in the Iron Age Shephelah}, journal={IEJ}, year={1994}}", "Potters and Their Marks in the Iron Age Shephelah", "Ben Ami, Yosef; Cohen, Dina Levi‐Strauss", 1994, "Israel Exploration Journal", type=J),
    # formats of the bibliography
    known('@STRING(JGR = "J. Geophys. Res.")\n@ARTICLE(fo1,\n  AUTHOR = "Dale, Ivy" # { and Moor, Abel},\n  TITLE = "Fetch and the growth of wind waves on small lakes*",\n  JOURNAL = JGR # { (Oceans)},\n  YEAR = "c.~1989",\n  PAGES = {12,345\\,--\\,12,351},\n)', "Fetch and the growth of wind waves on small lakes", "Dale, Ivy; Moor, Abel", 1989, "Journal of Geophysical Research: Oceans", page="12345-12351", type=J),
    known(r"@article{fo2, author={Dale, Ivy}, title={Wave setup on shelving beaches of shingle}, journal={Coast. Eng.}, year={1994}, doi={https://doi.org/10.7777%2FFO2}, doi={10.7777/fo2}}", "Wave setup on shelving beaches of shingle*", "Dale, Ivy", 1994, "Coastal Engineering", doi="10.7777/fo2", type=J),
    known(r"@article{fo3, author={N. Marsh and 5 others}, title={On {$\mathbb{Z}_2$}-graded {L}ie superalgebras of type {$B(0,n)$}}, journal={Lett. Math. Phys.}, year={1985}}", "On ℤ<sub>2</sub>-graded Lie superalgebras of type <i>B</i>(0, <i>n</i>)", "Marsh, N.; Ok, P.; Ra, Q.; Su, R.; Te, S.; Va, T.", 1985, "Letters in Mathematical Physics", type=J),
    known(r"@article{fo4, author={Lind, Ola and Rask, Mia}, title={{$^{13}$C} {NMR} and {H$\alpha$} lines of two sugars in {D$_2$O}}, journal={Carbohydr.\ Res.}, year={1978}, pages={C12}}", "<sup>13</sup>C NMR and Hα lines of two sugars in D₂O", "Lind, Ola; Rask, Mia", 1978, "Carbohydrate Research", page="C12-C14", type=J),
    known(r"@inproceedings{fo5, author={Ross, Kay and Penn, Gil}, title={Buffer pools that tell hot pages from cold}, booktitle={Proc. of the 12th Intl. Conf. on Very Large Data Bases (VLDB '86), Kyoto}, year={1986}, pages={205--212}}", "Buffer Pools That Tell Hot Pages from Cold", "Ross, Kay; Penn, Gil", 1986, "Very Large Data Bases", type=P),
    known(r"@article{fo6, author={{World Soil Council} and Ade Obi}, title={Status of the world's peat: A call}, journal={Soil Use Manage.}, year={n.d.}}", "Status of the world’s peat: a call", "World Soil Council; Obi, Ade", 2014, "Soil Use and Management", type=J),
    known(r"@article{fo7, author={Ada N.\ Field}, title={Frost heave revisited}, journal={Cold Reg. Sci. Tech.}, volume={45 (1--2)}, pages={Article 17, 9 pages}, year={2006}, note={(published online Dec. 2005)}}", "Frost heave revisited", "Field, Ada N.", 2006, "Cold Regions Science and Technology", volume="45", page="17", type=J),
    known(r"@article{fo8, author={Field, A. \& Hart, B.}, title={ {T}he {L}ong-{T}erm {F}ate of {R}oad {S}alt} , journal = {{Env. Sci. {\&} Technol.}}, year = { 2010 }, pages={1--1}}", "The long-term fate of road salt", "Field, Ada N.; Hart, Bo", 2010, "Environmental Science & Technology", page="8765-8770", type=J),
    known(r"@article{fo9, author={Frey, Beat AND Kunz, Urs}, title={Larch and stone pine at the upper limit of trees.\ I.\ Growth}, journal={Mitt. Eidgen. Anst. forstl. Versuchswes.}, year={1981}}", "Larch and stone pine at the upper limit of trees. Part 1: Growth", "Frey, B.; Kunz, U.", 1981, "Mitteilungen der Eidgenössischen Anstalt für das forstliche Versuchswesen", type=J),
    known(r"@book{fo10, author={Hahn, Rolf}, title={The Silent Mill}, note={Transl. of ``Die stille M{\"u}hle'' by A. Wood}, publisher={Orchard}, year={1961}}", "Die stille Mühle", "Hahn, Rolf", 1927, "Insel", type=B),
]  # fmt: skip

NEAR = [record for number, one in enumerate(VALID) if one.work for record in near(one.work, f"l{number}")]

#: Works that nobody wrote.
INVENTED = made_up(
    "m",
    "article{author={Müller, Hans-Jürgen}, title={Über die Entstehung von Hagel in den Voralpen und seine Vorhersage}, journal={Meteorol. Z.}, year={2005}}",
    "article{author={Großmann, Inge}, title={Wanderwege der Fledermäuse am Bodensee}, journal={Die Vogelwarte}, year={1981}}",
    "article{author={Le Goff, Anne-Maëlle}, title={Parler occitan : enquête dans cinq lycées de Toulouse}, journal={Langage et société}, year={2009}}",
    "inproceedings{author={Benali, Salima and Tran, Luc}, title={Un analyseur neuronal pour le français médiéval}, booktitle={TALN 2012}, year={2012}}",
    "article{author={Ramón y Cajal, Santiago}, title={La corteza olfativa de los reptiles y sus fibras cruzadas}, journal={Rev. Trim. Micrográf.}, year={1899}}",
    "article{author={de la O, Genoveva}, title={Ovejas y nieve en los páramos de Trujillo}, journal={Interciencia}, year={2012}}",
    "article{author={da Silva, João}, title={A fauna de aranhas do cafeeiro em Minas Gerais}, journal={Rev. bras. Zool.}, year={2003}, volume={20}, pages={11-20}}",
    "article{author={D'Annunzio, G.}, title={Sull'origine delle argille rosse in Puglia}, journal={Rend. Soc. Ital. Mineral. Petrol.}, year={1975}}",
    "article{author={Wąsik, Łucja}, title={Wpływ mrozu na plonowanie rzepaku jarego}, journal={Zesz. Probl. Post. Nauk Roln.}, year={2004}}",
    "article{author={Černý, Jiří}, title={Netopýři jeskyní Moravského krasu po roce 1950}, journal={Sylvia}, year={1987}}",
    "article{author={Ivanov, I. I. and Petrov, P. P.}, title={On the buckling of elastic shells under a moving shock}, journal={J. Appl. Math. Mech.}, year={1967}, doi={10.7777/gone.1}}",
    "article{author={Lyusternik, L. A.}, title={Closed geodesics on twisted surfaces of higher genus}, journal={Mathematics of the USSR-Izvestiya}, year={1976}}",
    "article{author={Yıldız, İbrahim}, title={Burdur ilinde yağmur sularının niteliği ve dağılımı}, journal={Ekoloji}, year={2010}}",
    "article{author={Szabó, István}, title={A Duna jégzajlása és a partok védelme}, journal={Földrajzi Közlemények}, year={2007}}",
    "article{author={Sørensen, Bjørn}, title={Om måling av varme i snøskred om våren}, journal={Geofys. Publ.}, year={1936}}",
    "article{author={Zhang, Wei and Li, Na}, title={Terraces and the income of farmers on the Loess Plateau}, journal={Acta Geographica Sinica}, year={2008}, doi={10.7777/gone.2}}",
    "article{author={Kim, Minsu and Lee, Younghee}, title={Spin transport in doped polymer nanotubes at low fields}, journal={J. Korean Phys. Soc.}, year={2015}}",
    "article{author={Suharto and Dewi, Ni Luh Putu Ayu}, title={Root growth in a cocoa garden without shade trees}, journal={Agrofor. Syst.}, year={2013}}",
    "article{author={Al-Khalili, J. and El-Sayed, M. A.}, title={Fog over the Nile delta and the flowering of cotton}, journal={J. Arid Environ.}, year={2002}}",
    "inproceedings{author={Ross, Kay and Penn, Gil}, title={Log records that tell cold pages from dead ones}, booktitle={Proc. VLDB}, year={1988}}",
    "article{author={Dale, Ivy and Moor, Abel}, title={Swell and the loss of shingle from groyned beaches}, journal={Coast. Eng.}, year={1996}, doi={10.7777/fo4}}",
    "incollection{author={Großmann, Inge}, title={Rastplätze der Kraniche an der Müritz im Herbst}, booktitle={Vögel Mitteleuropas}, editor={Weber, K.}, publisher={Ulmer}, year={1979}}",
)  # fmt: skip


_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong; four are books or chapters.
ALTERED = [
    _altered("de1", "Bodenfrost", "Bodennebel"),
    _altered("fr1", "158", "185"),
    _altered("es2", "Genoveva de la O", "Alonso Quijano"),
    _altered("pl1", "year={2002}", "year={2008}"),
    _altered("cs1", r"Nov{\'a}kov{\'a}", "Havlov{\\'a}"),
    _altered("nl1", "boomschors", "zaaddozen"),
    _altered("ko1", "Korean Phys. Soc.", "Chem. Phys."),
    _altered("fo7", "title={Frost heave revisited}", "title={Frost heave reconsidered}"),
    _altered("fo2", "doi={https://doi.org/10.7777%2FFO2}, doi={10.7777/fo2}", "doi={10.7777/fo7}"),
    _altered("de4", "Die Wiese. Lebensraum und Landschaft", "Der Acker. Lebensraum und Landschaft"),
    _altered("de4", "de4, author={Lenz, Ute}", "de5, author={Lorenz, Konrad}"),
    _altered("de3", "Zugvögel", "Wildgänse"),
    _altered("de3", r"de3, author={Gro{\ss}mann, Inge}", "de6, author={Kleinert, Paul}"),
    _altered("ja1", "遡上時期の変化", "産卵場所の変化"),
]  # fmt: skip
