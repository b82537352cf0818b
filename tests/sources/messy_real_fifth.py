"""A fifth set of entries of real bibliographies, 72 of 16 other repositories: finance, astronomy, statistics, ecology, categories, history.

Drawn and written as the fourth, by the same author, after the classes that it showed had been mended; committed before it was run.
"""

from __future__ import annotations

from functools import partial

from messy_catalogues import near
from messy_real import read
from messy_strangers import B, C, J, altered, made_up
from services import work

VALID = read("real_entries_fifth.jsonl")
#: What the indexes have under nearly the same title: other editions and versions, reprints, second parts.
NEAR = [
    *(record for number, case in enumerate(VALID) if case.work for record in near(case.work, 900 + number)),
    work("10.1007/978-1-4899-3242-6", "Generalized Linear Models", "McCullagh, P.; Nelder, J. A.", 1989, "", type=B),
    work("10.1002/andp.200590006", "Zur Elektrodynamik bewegter Körper [AdP 17, 891 (1905)]", "Einstein, A.", 2005, "Annalen der Physik", type=J, volume="14", page="194-224"),
    work("10.1017/cbo9780511804090", "Computational Complexity", "Arora, Sanjeev; Barak, Boaz", 2009, "", type=B, subtitle=["A Modern Approach"]),
    work("10.1137/1020098", "Nineteen Dubious Ways to Compute the Exponential of a Matrix", "Moler, Cleve; Van Loan, Charles", 1978, "SIAM Review", type=J, volume="20", page="801-836"),
    work("10.1038/nbt.3838", "Reproducible RNA-seq analysis using recount2", "Collado-Torres, Leonardo; Nellore, Abhinav; Kammers, Kai; Ellis, Shannon E; Taub, Margaret A; Hansen, Kasper D; Jaffe, Andrew E; Langmead, Ben; Leek, Jeffrey T", 2017, "Nature Biotechnology", type=J, volume="35", page="319-321"),
    work("10.1070/pu1968v010n06abeh003710", "LOCAL STRUCTURE OF TURBULENCE IN AN INCOMPRESSIBLE VISCOUS FLUID AT VERY HIGH REYNOLDS NUMBERS", "Kolmogorov, A N", 1968, "Soviet Physics Uspekhi", type=J, volume="10", page="734-746"),
    work("", "Modal Intervals Revisited, Part 2: A Generalized Interval Mean Value Extension", "Goldsztejn, Alexandre", 2012, "Reliable Computing", type=J),
    work("10.1007/978-3-662-02661-8", "Sheaves on Manifolds", "Kashiwara, Masaki; Schapira, Pierre", 1990, "Grundlehren der mathematischen Wissenschaften", type=B),
    work("10.1016/b978-0-444-59406-8.00001-2", "Chapter 1 Taxation and household saving", "Bernheim, B. Douglas", 2002, "Handbook of Public Economics", type=C),
    work("10.1002/9780470742174", "Geodiversity and geoconservation", "Gray, Murray", 2013, "", type=B),
]  # fmt: skip

#: Works that nobody wrote; the last is a book.
INVENTED = made_up(
    "feign",
    r"article{author={Fearon, James D}, title={Bluffing with borders: private information in river disputes}, journal={International organization}, volume={53}, pages={511--540}, year={1999}}",
    r"article{author={Iori, Giulia and Jafarey, Saqib}, title={{Overnight contagion and the shape of payment queues}}, journal={Journal of Economic Behavior and Organization}, year={2009}}",
    r"article{author={{Bowman}, J.~D. and {Hewitt}, J.~N.}, title={{A Lunar Baseline for Redshifted 21 cm Closure Phases}}, journal={\apj}, year=2011, volume=731, pages={88-97}}",
    r"inproceedings{author={Varoquaux, G. and Thirion, B.}, title={{Resting networks that survive head motion by design}}, booktitle={{Inf Proc Med Imag}}, year={2013}, pages={412--423}}",
    r"article{author={Stormo, Gary D}, title={Splice sites that hide from weight matrices}, journal={Genome research}, volume={13}, year={2003}, doi={10.1101/gr.9999903}}",
    r"inproceedings{author={Spivak, David I. and Wisnesky, Ryan}, title={Lenses for the functorial repair of broken schemas}, booktitle={Proceedings of the 17th Symposium on Database Programming Languages}, year={2019}}",
    r"article{author={Zarnetske, Phoebe L. and Record, Sydne}, title={Lichen geodiversity predicts the arrival of alien snails}, journal={Global Ecology and Biogeography}, volume={27}, year={2018}, doi={10.1111/geb.12887}}",
    r"book{author={Kashiwara, Masaki and Schapira, Pierre}, title={Microlocal stacks: a first course}, publisher={Springer-Verlag, Berlin}, year={2011}, doi={10.1007/978-3-642-99999-9}}",
)  # fmt: skip

_altered = partial(altered, VALID)

#: Works that exist, with one thing wrong; the first two are books.
ALTERED = [
    _altered("v53r", "Categories and sheaves", "Categories and stacks"),
    _altered("v1r", "Weeks, Jessica LP", "Fearon, James D"),
    _altered("v4r", "Journal of financial Intermediation", "Journal of Monetary Economics"),
    _altered("v29r", "eukaryotes", "prokaryotes"),
    _altered("v54r", "year={2006}", "year={1996}"),
    _altered("v66r", "Krueger, Eric M.", "Bordwell, David"),
]
