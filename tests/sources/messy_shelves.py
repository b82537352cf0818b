"""A fourteenth set: books alone, as bibliographies cite and as catalogues of libraries hold them, after catalogues were asked.

Records are those that catalogues make: one library of the two, titles cut or with the statement of who is responsible, editors left
out, translators as authors, originals with the translation as a further title, names turned or with initials.  The last of the valid
ones are books, reports and notes that no index and no library has.  By the author of how catalogues are asked; committed before it was run.
"""

from __future__ import annotations

from functools import partial

from messy_strangers import B, Known, altered, known
from services import work

BOTH = ("openlibrary", "k10plus")
OPEN, UNION = ("openlibrary",), ("k10plus",)


def _book(key: str, fields: str, *record: str, **more: object) -> Known:
    title, authors, year, publisher = record
    return known(f"@book{{{key}, {fields}}}", title, authors, int(year), publisher, doi="", type=B, **more)


VALID = [
    _book("sv1", "author={Tufte, E.R.}, title={The Visual Display of Quantitative Information, 2nd Edition}, publisher={Graphics Press}, year={2001}", "The visual display of quantitative information", "Tufte, Edward R.", "1983", "Graphics Press", held=BOTH),
    _book("sv2", "author={Anderson, Benedict}, title={Imagined Communities: Reflections on the Origins and Spread of Nationalism}, publisher={Verso}, address={London}, year={1983}", "Imagined communities", "Anderson, Benedict R. O'G.", "1983", "Verso", subtitle=["reflections on the origin and spread of nationalism"], held=UNION),
    _book("sv3", "author={Jane Jacobs}, title={Death and Life of Great American Cities}, publisher={Random House}, year={1961}", "The death and life of great American cities", "Jacobs, Jane", "1961", "Random House", held=OPEN),
    _book("sv4", "author={Barthes, R.}, title={Camera Lucida: Reflections on Photography (R. Howard, Trans.)}, publisher={Hill and Wang}, year={1981}", "La chambre claire", "Barthes, Roland", "1980", "Gallimard", held=OPEN),
    _book("sv5", "author={Geertz, C}, title={The Interpretation of Cultures - Selected Essays}, publisher={Basic Books}, year={1973}", "The interpretation of cultures", "Geertz, Clifford", "1973", "Basic Books", subtitle=["selected essays"], held=BOTH),
    _book("sv6", "author={Goffman, Erving}, title={The Presentation of Self in Every Day Life}, publisher={Doubleday}, year={1959}", "The presentation of self in everyday life", "Goffman, Erving", "1959", "Doubleday", held=UNION),
    _book("sv7", "editor={Denzin, N. K. and Lincoln, Y. S.}, title={The SAGE Handbook of Qualitative Research}, publisher={SAGE}, year={2011}", "The Sage handbook of qualitative research", "", "2005", "Sage", editor=[{"family": "Denzin", "given": "Norman K."}, {"family": "Lincoln", "given": "Yvonna S."}], held=BOTH),
    _book("sv8", "author={Brooks, Jr., Frederick P.}, title={The Mythical Man-Month (Anniversary Ed.)}, publisher={Addison-Wesley Longman Publishing Co., Inc.}, year={1995}", "The mythical man-month", "Brooks, Frederick P.", "1975", "Addison-Wesley", subtitle=["essays on software engineering"], held=BOTH),
    _book("sv9", "author={Gamma, Erich and Helm, Richard and Johnson, Ralph and Vlissides, John M.}, title={Design Patterns: Elements of Reusable Object-Oriented Software}, publisher={Addison-Wesley Professional}, year={1994}", "Design patterns", "Gamma, Erich", "1995", "Addison-Wesley", subtitle=["elements of reusable object-oriented software"], held=UNION),
    _book("sv10", "author={Aho, Alfred V. and Lam, Monica S. and Sethi, Ravi and Ullman, Jeffrey D.}, title={Compilers: Principles, Techniques, and Tools (2nd Edition)}, publisher={Addison Wesley}, year={2006}", "Compilers, principles, techniques, and tools", "Aho, Alfred V.; Sethi, Ravi; Ullman, Jeffrey D.", "1986", "Addison-Wesley Pub. Co.", held=OPEN),
    _book("sv11", "author={van Fraassen, Bas C.}, title={The scientific image}, series={Clarendon Library of Logic and Philosophy}, publisher={Oxford}, year={1980}", "The scientific image", "Fraassen, Bas C. van", "1980", "Clarendon Press", held=BOTH),
    _book("sv12", "author={O'Neil, C.}, title={Weapons of math destruction: How big data increases inequality and threatens democracy}, publisher={Broadway Books}, year={2016}", "Weapons of Math Destruction", "O'Neil, Cathy", "2016", "Crown", held=OPEN),
    _book("sv13", "author={Latour, Bruno and Woolgar, Steve}, title={Laboratory life: The construction of scientific facts}, publisher={Princeton University Press}, year={1986}", "Laboratory life", "Latour, Bruno; Woolgar, Steve; Salk, Jonas", "1979", "Sage", subtitle=["the social construction of scientific facts"], held=BOTH),
    _book("sv14", "author={Said, Edward}, title={Orientalism: Western Conceptions of the Orient}, publisher={Penguin}, year={1995}", "Orientalism", "Said, Edward W.", "1978", "Pantheon Books", held=BOTH),
    _book("sv15", "author={Thompson, E. P.}, title={The Making of the {E}nglish Working Class}, publisher={Victor Gollancz}, year={1963}, note={repr. Penguin 1991}", "The making of the English working class", "Thompson, Edward Palmer", "1963", "Gollancz", held=UNION),
    _book("sv16", "author={Lakoff, George and Johnson, Mark}, title={Metaphors We Live By}, publisher={University of Chicago press}, year={2008}", "Metaphors we live by", "Lakoff, George; Johnson, Mark", "1980", "University of Chicago Press", held=BOTH),
    _book("sv17", "author={Scott, James C.}, title={Seeing like a State: How Certain Schemes to Improve the Human Condition Have Failed}, series={The Institution for Social and Policy Studies}, publisher={Yale Univ. Press}, year={1998}", "Seeing like a state", "Scott, James C.", "1998", "Yale University Press", held=OPEN),
    _book("sv18", "author={Ostrom, E.}, title={Governing the Commons. The Evolution of Institutions for Collective Action}, publisher={CUP}, year={1990}", "Governing the commons", "Ostrom, Elinor", "1990", "Cambridge Univ. Press", held=UNION),
    _book("sv19", 'author={Hofstadter, Douglas R.}, title={G{\\"o}del, Escher, Bach: An Eternal Golden Braid}, publisher={Basic Books, Inc.}, year={1979}', "Gödel, Escher, Bach", "Hofstadter, Douglas R.", "1979", "Harvester Press", subtitle=["an eternal golden braid"], held=UNION),
    _book("sv20", "author={Wilson, E.O. and MacArthur, R.}, title={The Theory of Island Biogeography}, publisher={Princeton}, year={1967}", "The theory of island biogeography", "MacArthur, Robert H.; Wilson, Edward O.", "1967", "Princeton University Press", held=BOTH),
    _book("sv21", "author={Luria, A. R.}, title={The Mind of a Mnemonist: A little book about a vast memory}, publisher={Harvard University Press}, year={1987}", "The mind of a mnemonist", "Lurija, Aleksandr R.", "1968", "Basic Books", held=UNION),
    _book("sv22", "author={Polanyi, Karl}, title={The Great Transformation. {T}he political and economic origins of our time}, publisher={Beacon Press}, year={1957 [1944]}", "The great transformation", "Polanyi, Karl; Stiglitz, Joseph E.", "1944", "Farrar & Rinehart", held=BOTH),
    _book("sv23", "author={Braudel, F.}, title={The Mediterranean and the Mediterranean World in the Age of Philip II}, volume={1}, publisher={Collins}, year={1972}", "The Mediterranean and the Mediterranean world in the age of Philip II. Vol. 1", "Braudel, Fernand; Reynolds, Siân", "1972", "Collins", held=UNION),
    _book("sv24", "author={Pearl, J. and Mackenzie, D.}, title={The book of why: the new science of cause and effect}, publisher={Basic books}, year={2018}", "The book of why", "Pearl, Judea; Mackenzie, Dana", "2018", "Basic Books", held=OPEN),
    _book("sv25", "author={Foucault, M.}, title={The Order of Things: An Archaeology of the Human Sciences}, publisher={Pantheon}, year={1970}", "Les mots et les choses", "Foucault, Michel", "1966", "Gallimard", held=UNION),
    _book("sv26", "author={Polya, George}, title={How to solve it: A new aspect of mathematical method}, publisher={Princeton university press}, year={2004}", "How to solve it", "Pólya, G.", "1945", "Princeton University Press", held=OPEN),
    _book("sv27", "author={Cronon, William}, title={Nature's Metropolis: {C}hicago and the {G}reat {W}est}, publisher={W. W. Norton \\& Company}, year={1991}", "Nature’s metropolis", "Cronon, William", "1991", "Norton", held=OPEN),
    _book("sv28", 'author={Habermas, J{\\"u}rgen}, title={The Structural Transformation of the Public Sphere}, publisher={Polity}, year={1989}, note={trans. Thomas Burger}', "The structural transformation of the public sphere", "Habermas, Jürgen; Burger, Thomas", "1989", "Polity Press", held=UNION),
    # what no index and no library has
    Known("@book{sv29, author={Hastings, Keith}, title={Notes on the Theory of Queues for Second-Year Students}, publisher={University of Aberdeen}, year={1978}}", None),
    Known("@book{sv30, author={NVIDIA}, title={A Guide to the Programming of Graphics Cards}, publisher={NVIDIA Corporation}, year={2012}}", None),
    Known("@book{sv31, author={Wood, Ida}, title={The Mills of the Upper Dane and Their Millers}, publisher={Dane Valley Local History Society}, year={1986}}", None),
    Known("@book{sv32, author={Peel, Jonathan}, title={How to Write a Parser in a Weekend}, publisher={Leanpub}, year={2016}}", None),
    Known("@book{sv33, author={Berg, Anna}, title={Livet i de store skove}, publisher={Gyldendal}, year={1994}}", None),
    Known("@book{sv34, author={Costa, Ana}, title={A cidade e os rios do norte}, publisher={Springer}, year={2011}}", None),
    Known("@book{sv35, author={Harker, Tom}, title={The Birds of the Solway Marshes in Winter}, publisher={Harker}, address={Silloth}, year={1969}}", None),
    Known("@book{sv36, author={Rossi, Ada and Lee, Bo}, title={Proceedings of the Second Workshop on Wet Cables}, publisher={CEUR}, year={2013}}", None),
]  # fmt: skip

#: What catalogues have beside: books of the same authors and publishers, and under nearly the same titles.
SHELVES = [
    *(work("", title, authors, year, publisher, type=B) for title, authors, year, publisher in (
        ("Beautiful evidence", "Tufte, Edward R.", 2006, "Graphics Press"),
        ("The rhetoric of the image", "Barthes, Roland", 1977, "Hill and Wang"),
        ("Image, music, text", "Barthes, Roland; Heath, Stephen", 1981, "Hill and Wang"),
        ("The economy of cities", "Jacobs, Jane", 1969, "Random House"),
        ("Life and death in great cities", "Gross, Ann", 1961, "Random House"),
        ("Compilers: theory and construction", "Holub, Allen", 2006, "Prentice Hall"),
        ("Design patterns explained", "Shalloway, Alan; Trott, James", 1994, "Addison-Wesley"),
        ("The archaeology of knowledge", "Foucault, Michel", 1970, "Pantheon Books"),
        ("Island biogeography and its theory", "Williamson, Mark", 1967, "Oxford University Press"),
        ("The order of nature", "Henderson, Lawrence J.", 1970, "Pantheon Books"),
        ("Working life: the making of English machines", "Thompson, Flora", 1963, "Gollancz"),
        ("Aspects of motion: the mathematical method", "Polya, George", 2004, "Princeton University Press"),
    )),
    *(work("", f"{title} of {year}", author, year, publisher, type=B)
      for publisher, year in (
          ("Graphics Press", 2001), ("Verso", 1983), ("Random House", 1961), ("Hill and Wang", 1981), ("Basic Books", 1973), ("Doubleday", 1959),
          ("Sage", 2011), ("Addison-Wesley", 1995), ("Oxford University Press", 1980), ("Broadway Books", 2016), ("Princeton University Press", 1986),
          ("Penguin", 1995), ("Victor Gollancz", 1963), ("University of Chicago Press", 2008), ("Yale University Press", 1998), ("Basic Books", 1979),
          ("Princeton University Press", 1967), ("Harvard University Press", 1987), ("Beacon Press", 1957), ("Collins", 1972), ("Basic Books", 2018),
          ("Pantheon Books", 1970), ("Princeton University Press", 2004), ("W. W. Norton & Company", 1991), ("Polity Press", 1989),
          ("Gyldendal", 1994), ("Springer", 2011), ("MIT Press", 2006), ("Routledge", 2001), ("Cambridge University Press", 1993), ("Oxford University Press", 2009),
      )
      for title, author in (("An atlas of mosses", "Moss, Ada"), ("Lectures on rain", "Rain, Bo"), ("The gardens and ponds", "Pond, Cy"))),
]  # fmt: skip
NEAR: list[dict[str, object]] = []

#: Works that nobody wrote, by authors of books and by nobody.
INVENTED = [
    Known(f"@book{{si{number}, {bib}}}", None)
    for number, bib in enumerate((
        "author={Anderson, Benedict}, title={Borrowed Anthems: Music and the Making of Late Nations}, publisher={Verso}, year={1984}",
        "author={Goffman, E.}, title={The Etiquette of Waiting Rooms}, publisher={Doubleday}, year={1960}",
        "author={Scott, James C.}, title={Unmapped: How Marshes Resist the State}, publisher={Yale University Press}, year={1999}",
        "author={Pearl, Judea}, title={Reasons from Ruins: Causation in the Historical Sciences}, publisher={MIT Press}, year={2006}",
        "author={Ostrom, Elinor and Hess, Charlotte}, title={Sharing the Night Sky: The Commons after Dark}, publisher={Cambridge University Press}, year={1993}",
        "author={Whitcombe, Harold P.}, title={A Grammar of Silence in Coastal Speech}, publisher={Oxford University Press}, year={2009}",
        "author={Thorne, Imogen and Vasquez, Luis}, title={Machines for the Reading of Rivers}, publisher={Routledge}, year={2001}",
        "author={Tufte, Edward R.}, title={The Honest Axis: Scales and Their Abuse}, publisher={Graphics Press}, year={2002}",
        "author={Said, Edward W.}, title={The Cartographer's Silence: Maps and Empire}, publisher={Penguin}, year={1996}",
        "author={MacArthur, R. H.}, title={The Assembly of Mountain Faunas}, publisher={Princeton University Press}, year={1968}",
    ))
]  # fmt: skip

_altered = partial(altered, VALID)

#: Books that exist, with one thing wrong.
ALTERED = [
    _altered("sv1", "Visual Display of Quantitative", "Verbal Display of Qualitative"),
    _altered("sv2", "Anderson, Benedict", "Hobsbawm, Eric"),
    _altered("sv16", "Metaphors We Live By", "Metaphors We Die By"),
    _altered("sv20", "Island Biogeography", "Mountain Biogeography"),
    _altered("sv28", "Public Sphere", "Private Sphere"),
    _altered("sv24", "Pearl, J. and Mackenzie, D.", "Dawkins, R. and Gould, S. J."),
]
