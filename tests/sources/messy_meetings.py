r"""Meetings, turned titles, names and bodies once more, as other people write them: what was mended for `messy_catalogues`, tried anew.

Written after that, by the same author, and run once before anything was mended for it.
"""

from __future__ import annotations

from functools import partial

from messy_catalogues import near
from messy_strangers import B, C, J, P, altered, known, made_up

VALID = [
    # meetings
    known(r"@inproceedings{me1, author={Liska, J. and Abreu, P.}, title={Weaving speech from torn tapes}, booktitle={IEEE International Conference on Acoustics, Speech, and Signal Processing}, series={ICASSP-92}, volume={1}, pages={I-233--I-236 vol.1}, year={1992}}", "Weaving speech from torn tapes", "Liska, J.; Abreu, P.", 1992, "[Proceedings] ICASSP-92: 1992 IEEE International Conference on Acoustics, Speech, and Signal Processing", page="233-236 vol.1", type=P),
    known(r"@inproceedings{me2, author={Odile Karr and Benno Thiel}, title={Querying rivers of readings}, booktitle={Proc. VLDB Endow.}, year={2014}, volume={7}, number={13}, pages={1405--16}}", "Querying rivers of readings", "Karr, Odile; Thiel, Benno", 2014, "Proceedings of the VLDB Endowment", volume="7", page="1405-1416", type=J),
    known(r"@inproceedings{me3, author={Suda, Rei and Lopes, Iris}, title={The grammar of kitchen robots}, booktitle={HRI '17: ACM/IEEE Intl. Conf. on Human-Robot Interaction, Vienna, March 6-9}, year={2017}, publisher={ACM}}", "The Grammar of Kitchen Robots", "Suda, Rei; Lopes, Iris", 2017, "Proceedings of the 2017 ACM/IEEE International Conference on Human-Robot Interaction", type=P),
    known(r"@inproceedings{me4, author={Ulla Brandt and Kofi Mensah}, title={Tracing drops in leaking heaps}, booktitle={Proc. 12th {USENIX} Conf. File and Storage Technologies}, year={2014}, pages={17--30}, address={Santa Clara, CA}}", "Tracing Drops in Leaking Heaps", "Brandt, Ulla; Mensah, Kofi", 2014, "File and Storage Technologies", type=P, held=("openalex", "semanticscholar")),
    known(r"@inproceedings{me5, author={Fiona Gale and Tariq Omar}, title={A mesh that folds in one move}, booktitle={ACM SIGGRAPH 2011 papers}, series={SIGGRAPH '11}, year={2011}, articleno={70}, numpages={8}}", "A mesh that folds in one move", "Gale, Fiona; Omar, Tariq", 2011, "ACM Transactions on Graphics", volume="30", page="1-8", type=J),
    known(r"@inproceedings{me6, author={Stipe Kolar}, title={Monads for the slow reader}, booktitle={Advanced Functional Programming, First International Spring School, B{\aa}stad, Sweden, Tutorial Text}, series={LNCS 925}, editor={J. Jeuring and E. Meijer}, year={1995}}", "Monads for the slow reader", "Kolar, Stipe", 1995, "Lecture Notes in Computer Science", type=C),
    known(r"@inproceedings{me7, author={Chen Wei-ting and Ines Faro}, title={Compressive holography of wet leaves}, booktitle={Imaging and Applied Optics Technical Papers}, publisher={Optica Publishing Group}, pages={CTu4C.5}, year={2012}}", "Compressive holography of wet leaves", "Chen, Weiting; Faro, Ines", 2012, "Imaging and Applied Optics Technical Papers", page="CTu4C.5", type=P),
    known(r"@conference{me8, author={Morten Aas}, title={Dead reckoning of cod}, booktitle={ICES CM 2003/Q:17}, organization={International Council for the Exploration of the Sea}, year={2003}}", "Dead reckoning of cod", "Aas, Morten", 2003, "ICES Annual Science Conference", type=P, held=("openalex", "crossref")),
    # turned and cut titles, numbers
    known(r"@book{tu1, author={Rosalind Peck}, title={Avalanche Handbook, The}, edition={3rd}, publisher={The Mountaineers}, address={Seattle}, year={1993}}", "The avalanche handbook", "Peck, Rosalind", 1993, "Mountaineers", type=B, held=("openalex",)),
    known(r"@article{tu2, author={Hedda Lorenz and Guy Baird}, title={{PELICAN} --- {P}robabilistic estimation of lake ice from clouds and noise}, journal={Remote Sens. Environ.}, year={2018}}", "Probabilistic estimation of lake ice from clouds and noise (PELICAN)", "Lorenz, Hedda; Baird, Guy", 2018, "Remote Sensing of Environment", type=J),
    known(r"@article{tu3, author={Casper Munk}, title={Shells as calendars. IV. Growth lines of cockles}, journal={Ophelia}, year={1977}}", "Growth lines of cockles. (Shells as calendars, IV)", "Munk, Casper", 1977, "Ophelia", type=J),
    known(r"@article{tu4, author={Ivor Nash and Lena Sund}, title={Seven years of moth traps in two parks}, journal={Urban Ecosyst.}, year={2010}}", "7 years of moth traps in 2 parks", "Nash, Ivor; Sund, Lena", 2010, "Urban Ecosystems", type=J),
    known(r"@article{tu5, author={Pascal Vidal}, title={Trente ans de suivi des glaciers du Valais}, journal={La Houille Blanche}, year={2004}}", "30 ans de suivi des glaciers du Valais", "Vidal, Pascal", 2004, "La Houille Blanche", type=J),
    known(r"@article{tu6, author={Erna Voigt}, title={Bericht {\"u}ber die Reise nach Island: mit 3 Tafeln und einer Karte}, journal={Petermanns Mitt.}, year={1908}}", "Bericht über die Reise nach Island", "Voigt, Erna", 1908, "Petermanns Geographische Mitteilungen", type=J),
    # names
    known(r"@article{nm1, author={Kohno, Jun and Endoh, Mari and Satoh, Ken}, title={Plankton under sea ice in Saroma lagoon}, journal={Polar Biol.}, year={1994}}", "Plankton under sea ice in Saroma lagoon", "Kono, J.; Endo, M.; Sato, K.", 1994, "Polar Biology", type=J),
    known(r"@article{nm2, author={Chernyshov, Yevgeniy and Yurkevich, Iakov}, title={Peat fires seen from orbit}, journal={Int. J. Remote Sens.}, year={2005}}", "Peat fires seen from orbit", "Černyšov, E.; Jurkevič, J.", 2005, "International Journal of Remote Sensing", type=J),
    known(r"@article{nm3, author={Hatzis, Yannis and Kyriakou, Katerina}, title={Brines in cracked marble}, journal={Stud. Conserv.}, year={2001}}", "Brines in cracked marble", "Chatzis, Ioannis; Kyriakou, Aikaterini", 2001, "Studies in Conservation", type=J),
    known(r"@article{nm4, author={Eva Lund, Ole Krag, Ida Moe and Per Dahl}, title={Herring spawn on artificial reefs}, journal={ICES J. Mar. Sci.}, year={2008}}", "Herring spawn on artificial reefs", "Lund, Eva; Krag, Ole; Moe, Ida; Dahl, Per", 2008, "ICES Journal of Marine Science", type=J),
    known(r"@article{nm5, author={Ferrer, N. and 7 coauthors}, title={Dust from dry lake beds}, journal={Aeolian Res.}, year={2016}}", "Dust from dry lake beds", "Ferrer, Nuria; Pons, Ada; Rius, Pol; Vila, Marc", 2016, "Aeolian Research", type=J),
    known(r"@article{nm6, author={Rajagopalan V. and Subramaniam K. S.}, title={Tank silt as manure for millet}, journal={Indian J. Agron.}, year={1985}}", "Tank silt as manure for millet", "Rajagopalan, V.; Subramaniam, K. S.", 1985, "Indian Journal of Agronomy", type=J),
    known(r"@article{nm7, author={{UNEP}}, title={Sand and sustainability of river mining in five basins}, journal={Environ. Dev.}, year={2019}}", "Sand and sustainability of river mining in five basins", "United Nations Environment Programme, ", 2019, "Environmental Development", type=J),
    known(r"@techreport{nm8, author={{U.S. Geological Survey}}, title={Ice jams of the lower Yukon}, institution={USGS}, type={Circular}, number={1234}, year={2002}, doi={10.7777/nm8}}", "Ice jams of the lower Yukon", "Hart, Roy", 2002, "US Geological Survey", type="report"),
    known(r"@article{nm9, author={\'O Briain, M{\'\i}che{\'a}l and N{\'\i} Dhomhnaill, Sorcha}, title={Seaweed and the limekilns of Connemara}, journal={Irish Geogr.}, year={1991}}", "Seaweed and the limekilns of Connemara", "O'Brien, Michael; Ni Dhomhnaill, Sorcha", 1991, "Irish Geography", type=J),
    known(r"@article{nm10, author={De Smet, J.-P. and D'Hondt, G. and Vanden Berghe, M.}, title={Creep of polder clay}, journal={Eng. Geol.}, year={2000}}", "Creep of polder clay", "Smet, J. P. De; D’hondt, G.; Vandenberghe, M.", 2000, "Engineering Geology", type=J),
    # fields
    known(r"@article{fd1, author={Ada Quill}, title={Halos over the South Pole station}, journal={J. Opt. Soc. Am. A-Opt. Image Sci. Vis.}, volume={22}, pages={e-first}, year={2005}}", "Halos over the South Pole station", "Quill, Ada", 2005, "Journal of the Optical Society of America A", volume="22", page="101-108", type=J),
    known(r"@article{fd2, author={Ada Quill and Ben Orr}, title={Mirages on tarmac}, journal={Appl Opt}, volume={Vol 44(27)}, pages={5623-5}, year={2005 Sep 20}}", "Mirages on tarmac", "Quill, Ada; Orr, Ben", 2005, "Applied Optics", volume="44", page="5623-5625", type=J),
    known(r"@article{fd3, author={Ben Orr}, title={Green flashes at sunset}, journal={Weather}, year={Spring 1989}, volume={xliv}, pages={[97]--102}}", "Green flashes at sunset", "Orr, Ben", 1989, "Weather", volume="44", page="97-102", type=J),
]  # fmt: skip

NEAR = [record for number, case in enumerate(VALID) if case.work for record in near(case.work, 200 + number)]

#: Works that nobody wrote.
INVENTED = made_up(
    "g",
    "inproceedings{author={Odile Karr and Benno Thiel}, title={Indexing rivers that run backwards}, booktitle={Proc. VLDB Endow.}, volume={9}, year={2016}}",
    "inproceedings{author={Fiona Gale and Rei Suda}, title={A mesh that unfolds in the kitchen}, booktitle={SIGGRAPH '13}, year={2013}}",
    "inproceedings{author={Ulla Brandt}, title={Garbage that collects itself on slow disks}, booktitle={FAST}, year={2016}}",
    "article{author={Ivor Nash and Lena Sund}, title={Seven years of bird boxes in two parks}, journal={Urban Ecosyst.}, year={2012}}",
    "article{author={Hedda Lorenz and Guy Baird}, title={{HERON}: harmonised estimation of river ice from orbit}, journal={Remote Sens. Environ.}, year={2020}}",
    "article{author={Kohno, Jun and Satoh, Ken}, title={Krill below the pack ice of Okhotsk}, journal={Polar Biol.}, year={1998}}",
    "article{author={Eva Lund and Per Dahl}, title={Cod that shun artificial reefs}, journal={ICES J. Mar. Sci.}, year={2012}}",
    "article{author={Ada Quill and Ben Orr}, title={Halos, mirages and the pilots who saw them}, journal={Applied Optics}, volume={46}, year={2007}}",
    "article{author={{UNEP}}, title={Gravel and the sustainability of mountain roads}, journal={Environ. Dev.}, year={2017}}",
    "article{author={Ferrer, N. and others}, title={Dust from ploughed fields}, journal={Aeolian Res.}, year={2016}, doi={10.7777/aeolia.none}}",
)  # fmt: skip


_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong.
ALTERED = [
    _altered("me1", "1992", "1998"),
    _altered("me3", "kitchen robots", "garden robots"),
    _altered("tu4", "Seven", "Nine"),
    _altered("nm1", "Satoh, Ken", "Sakoda, Ken"),
    _altered("nm4", "Per Dahl", "Linus Pauling"),
    _altered("fd2", "Appl Opt", "J. Virol."),
]
