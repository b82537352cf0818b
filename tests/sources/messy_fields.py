r"""Entries as reference managers, scanners and styles leave them: inherited and odd fields, damaged letters, series, two dates.

Written when the comparison had been mended for the other sets, and run before anything was mended for this one.
"""

from __future__ import annotations

from functools import partial

from messy_strangers import B, C, J, P, altered, known, made_up, near

VALID = [
    # damaged letters
    known(r"@article{c1, author={GarcÃ­a, JosÃ© and MÃ¼ller, JÃ¶rg}, title={Movilidad de los nÃ³madas del Sahel}, journal={Estudios de Asia y Ãfrica}, year={1997}}", "Movilidad de los nómadas del Sahel", "García, José; Müller, Jörg", 1997, "Estudios de Asia y África", type=J),
    known(r"@article{c2, author={Rausch, Eva}, title={Eﬃcient ﬁltering of ﬂoating ice in ﬁords}, journal={Cold Regions Science and Technology}, year={2011}}", "Efficient filtering of floating ice in fjords", "Rausch, Eva", 2011, "Cold Regions Science and Technology", type=J),
    known(r"@article{c3, author={Muller, Jorg and Strom, Bjorn}, title={Uber die Grosse der Baume am Ufer}, journal={Flora}, year={1931}}", "Über die Größe der Bäume am Ufer", "Müller, Jörg; Ström, Björn", 1931, "Flora", type=J),
    known("@article{c4, author={O\u2019Neill,\u00a0Kate}, title={Soft\u00adware for tide\u2010gauges: a \u201cminimal\u201d\u00a0approach}, journal={Comput. Geosci.}, year={2006}}", 'Software for tide-gauges: a "minimal" approach', "O'Neill, Kate", 2006, "Computers & Geosciences", type=J),
    known(r"@article{c5, author={Vance, Ira$^{1,2}$ and Koch, Mia$^{*}$}, title={Frost cracks in loess}, journal={Permafr. Periglac. Process.}, year={2015}}", "Frost cracks in loess", "Vance, Ira; Koch, Mia", 2015, "Permafrost and Periglacial Processes", type=J),
    known(r"@article{c6, author={N. Bly}, title={Growth &amp; decay of sand banks &#8211; a note}, journal={Mar. Geol.}, year={1984}}", "Growth & decay of sand banks – a note", "Bly, N.", 1984, "Marine Geology", type=J),
    # fields
    known(r"@article{f1, author={Ott, Rosa}, title={Hedgerows as corridors of dormice}, journaltitle={Mammal Review}, shortjournal={Mammal Rev.}, date={2003-06}, volume={33}, issue={2}, pages={99-108}}", "Hedgerows as corridors of dormice", "Ott, Rosa", 2003, "Mammal Review", volume="33", page="99-108", type=J),
    known("@proceedings{pro, title={Proceedings of the Sixth Workshop on Small Languages}, booktitle={Proceedings of the Sixth Workshop on Small Languages}, year={2009}, editor={Zoe Adler}}\n@inproceedings{f2, author={Per Lind}, title={A tagger for Faroese in a week}, crossref={pro}, pages={11--18}}", "A Tagger for Faroese in a Week", "Lind, Per", 2009, "Proceedings of the Sixth Workshop on Small Languages", page="11-18", type=P),
    known(r"@article{f3, author={Gale, Una}, title={Ship noise and the calls of porpoises}, journal={JASA Express Letters}, number={7}, eid={071201}, year={2021}}", "Ship noise and the calls of porpoises", "Gale, Una", 2021, "JASA Express Letters", volume="1", page="071201", type=J),
    known(r"@online{f4, author={Gale, Una and Reef, Tom}, title={Porpoises near wind farms}, url={https://doi.org/10.7777/f4}, urldate={2022-01-03}, year={2020}}", "Porpoises near wind farms", "Gale, Una; Reef, Tom", 2020, "Marine Policy", doi="10.7777/f4", type=J),
    known(r"@article{f5, author={Reef, Tom}, title={Eider ducks and mussel farms}, journal={Aquaculture}, volume={2009 (290)}, pages={123-45}, year={2009}}", "Eider ducks and mussel farms", "Reef, Tom", 2009, "Aquaculture", volume="290", page="123-145", type=J),
    known(r"@article{f6, author={Mole, Ada}, title={Earthworm casts on lawns}, journal={Elsevier}, year={1999}}", "Earthworm casts on lawns", "Mole, Ada", 1999, "Pedobiologia", type=J),
    known(r"@incollection{f7, author={Mole, Ada}, title={Casts}, booktitle={Soil Animals}, booksubtitle={A Field Guide}, editor={Vole, Bo}, publisher={Meadow}, year={2004}, pages={xi--xx}}", "Casts", "Mole, Ada", 2004, "Soil Animals: A Field Guide", page="xi-xx", type=C),
    known(r"@article{f8, author={Vole, Bo}, title={Runways of voles under snow}, journal={Arctic}, year={2018}, month=dec, note={Epub ahead of print}}", "Runways of voles under snow", "Vole, Bo", 2020, "ARCTIC", type=J, **{"published-online": {"date-parts": [[2018, 12, 1]]}}),
    known(r"@techreport{f9, author={Hare, Jo and Lynx, Al}, title={Minimum wages and vacancies}, institution={National Bureau of Economic Research}, type={Working Paper}, number={12345}, year={2006}}", "Minimum Wages and Vacancies", "Hare, Jo; Lynx, Al", 2006, "National Bureau of Economic Research", type="report"),
    known(r"@article{f10, author={Hare, Jo and Lynx, Al}, title={Minimum wages and vacancies: new evidence}, journal={J. Labor Econ.}, year={2009}, volume={27}}", "Minimum Wages and Vacancies: New Evidence", "Hare, Jo; Lynx, Al", 2009, "Journal of Labor Economics", volume="27", type=J),
    known(r"@article{f11, author={{van Dam}, K. and {de Boer}, L. {and others}}, title={Dikes that breathe}, journal={Water Sci. Technol.}, year={1998}}", "Dikes that breathe", "van Dam, Karel; de Boer, Lies; Smit, Jan", 1998, "Water Science and Technology", type=J),
    known(r"@article{f12, author={Zhang Wei and Wang Fang}, title={Dust on the leaves of poplars}, journal={Chin. Sci. Bull.}, year={2007}}", "Dust on the leaves of poplars", "Wei, Zhang; Fang, Wang", 2007, "Chinese Science Bulletin", type=J),
    # series, parts, answers
    known(r"@article{s1, author={Dirk Hahn}, title={Lattice sums {III}. {Alternating} signs}, journal={Mathematika}, year={1968}}", "Lattice Sums III: Alternating Signs", "Hahn, Dirk", 1968, "Mathematika", type=J),
    known(r"@article{s2, author={Dirk Hahn}, title={Lattice sums {II}. {Slow} series}, journal={Mathematika}, year={1966}}", "Lattice Sums II: Slow Series", "Hahn, Dirk", 1966, "Mathematika", type=J),
    known(r"@article{s3, author={Ines Roth}, title={Annual report of the seismic station, 1974}, journal={Bull. Seism. Obs.}, year={1975}}", "Annual report of the seismic station, 1974", "Roth, Ines", 1975, "Bulletin of the Seismological Observatory", type=J),
    known(r"@article{s4, author={Ines Roth}, title={Author's reply}, journal={Quaternary Research}, year={1981}, volume={15}, pages={120--121}}", "Author's reply", "Roth, Ines", 1981, "Quaternary Research", volume="15", page="120-121", type=J),
    known(r"@article{s5, author={Lea Stern and Pal Nagy}, title={[Varves of Lake Balaton]. Comment}, journal={Boreas}, year={1990}}", "Varves of Lake Balaton: Comment", "Stern, Lea; Nagy, Pál", 1990, "Boreas", type=J),
    known(r"@article{s6, author={Lea Stern}, title={Erratum to: Varves and pollen of the north}, journal={Boreas}, year={1992}}", "Erratum to: Varves and pollen of the north", "Stern, Lea", 1992, "Boreas", type=J),
    known(r"@book{s7, editor={Hugo Wall}, title={The Cambridge History of Salt, Vol. 2: Trade}, publisher={CUP}, year={1989}}", "The Cambridge History of Salt", "Wall, Hugo", 1989, "Cambridge University Press", type=B),
    known(r"@inproceedings{s8, author={Rita Moss}, title={Poster: Sensors in bird boxes}, booktitle={ACM SenSys}, year={2012}}", "Sensors in bird boxes", "Moss, Rita", 2012, "Proceedings of the 10th ACM Conference on Embedded Network Sensor Systems", type=P),
    known(r"@article{s9, author={Rita Moss and Bo Fern}, title={Swifts in church towers (research article)}, journal={Bird Study}, year={2014}}", "Swifts in church towers", "Moss, Rita; Fern, Bo", 2014, "Bird Study", type=J),
    known(r"@article{s10, author={Fern, B.}, title={Swallows}, journal={Bird Study}, volume={60}, pages={1}, year={2013}}", "Swallows", "Fern, Bo", 2013, "Bird Study", volume="60", page="1-9", type=J),
]  # fmt: skip

NEAR = [record for number, one in enumerate(VALID) if one.work for record in near(one.work, f"f{number}")]

#: Works that nobody wrote.
INVENTED = made_up(
    "u",
    "article{author={Dirk Hahn}, title={Lattice sums {V}. {Random} signs and their limits}, journal={Mathematika}, year={1974}}",
    "article{author={Ott, Rosa}, title={Stone walls as winter quarters of dormice}, journaltitle={Mammal Review}, date={2006}}",
    "article{author={Gale, Una and Reef, Tom}, title={Porpoises, pile driving and the price of offshore wind}, journal={Marine Policy}, year={2023}}",
    "techreport{author={Hare, Jo and Lynx, Al}, title={Minimum wages and the training of apprentices}, institution={NBER}, number={99999}, year={2007}, doi={10.7777/nber99999}}",
    "inproceedings{author={Per Lind}, title={A parser for Faroese in a month}, booktitle={Workshop on Small Languages}, year={2010}}",
    "article{author={Stern, Lea}, title={Varves and charcoal of the far south}, journal={Boreas}, year={1996}}",
)  # fmt: skip


_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong.
ALTERED = [
    _altered("s1", "{III}", "{IV}"),
    _altered("s3", "1974}", "1975}"),
    _altered("f1", "dormice", "hedgehogs"),
    _altered("f10", "2009", "2003"),
    _altered("c2", "Rausch, Eva", "Rausch, Eva and Newton, Isaac"),
    _altered("f12", "Wang Fang", "Albert Einstein"),
]
