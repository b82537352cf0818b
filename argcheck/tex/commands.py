r"""What argcheck knows of LaTeX commands without reading a style: tables of names and argument shapes.

An argument pattern is a string such as ``[][]{*}``: ``[]``, ``()`` and ``<>`` are
optional arguments, ``{}`` a mandatory one, and the one with a ``*`` holds the
names.  Text around the ``*`` is put around each name (``{tab:*}``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.files.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


def words(text: str) -> list[str]:
    """Split a table of names."""
    return text.split()


class Slot(NamedTuple):
    """One argument of a pattern; ``prefix`` is None where the argument holds no names."""

    opener: str
    prefix: str | None
    suffix: str


class Spec(NamedTuple):
    """How a command names things: ``kind`` is ``cite``, ``nocite``, ``ref``, ``label``, ``caption``, ``multicite``..."""

    kind: str
    slots: tuple[Slot, ...]
    many: bool  #: whether the argument is a comma-separated list
    more: Spec | None = None  #: what else the same arguments name, as in a macro with a caption and a label

    @property
    def openers(self) -> list[str]:
        """What its arguments begin with."""
        return [slot.opener for slot in self.slots]


_SLOT = lazy(r"\[([^\[\]]*)\]|\{([^{}]*)\}|\(([^()]*)\)|<([^<>]*)>")


def parse_pattern(pattern: str) -> tuple[Slot, ...]:
    """Read the slots of an argument pattern.

    :raises ValueError: text outside of brackets, or no ``*`` in any of them.
    """
    slots, position = [], 0
    for match in _SLOT.finditer(pattern):
        if pattern[position : match.start()].strip(" *"):
            raise ValueError(f"cannot read the argument pattern {pattern!r}")
        position = match.end()
        inner = match[match.lastindex or 1]
        before, star, after = inner.partition("*")
        slots.append(Slot(match[0][0], before if star else None, after if star else ""))
    if pattern[position:].strip(" *") or not any(slot.prefix is not None for slot in slots):
        raise ValueError(f"the argument pattern {pattern!r} has no argument with a *")
    return tuple(slots)


def _specs(kind: str, many: bool, pattern: str, names: str) -> dict[str, Spec]:
    spec = Spec(kind, parse_pattern(pattern), many)
    return dict.fromkeys(names.split(), spec)


# natbib, biblatex, kernel, apacite, harvard, chicago, jurabib, cite.sty, revtex, abntex2, kao, tufte and csquotes
_CITE = """
cite Cite citet Citet citep Citep citealt Citealt citealp Citealp citeauthor Citeauthor citefullauthor Citefullauthor
citeyear citeyearpar citenum citetalias citepalias
parencite Parencite footcite Footcite footcitetext Footcitetext textcite Textcite smartcite Smartcite autocite Autocite
supercite citetitle Citetitle citedate citeurl fullcite footfullcite notecite Notecite pnotecite Pnotecite fnotecite
Fnotecite fullcitebib headlesscite Headlesscite headlessfullcite shortcite Shortcite shortrefcite shorthandcite
shorthandrefcite surnamecite Surnamecite citejournal gentextcite Gentextcite posscitet posscite citepos citeposs
nptextcite npcite Npcite ftvolcitetext parencitetitle autocitetitle footcitetitle citetitles
citeA citeNP citeauthorNP citeyearNP fullciteA fullciteNP fullciteauthor fullciteauthorNP shortciteA
shortciteNP shortciteauthor shortciteauthorNP maskcite maskciteA maskciteNP nocitemeta maskfullcite maskshortcite
citeasnoun possessivecite citeaffixed citeN shortciteN citeANP shortciteANP shortciteyear citeaN
citen onlinecite citeonline citeauthoronline citeyearonline Citeauthoronline
sidecite sidecitet sidetextcite sideparencite sidecitep marginnotecite margincite bibentry ycite ocite citesup
inlinecite textsupercite upcite upcitep citeboxed citesee footciteurl mancite Mancite citeindex
citeauthorfull citeauthoryear footciteref
"""
_MULTICITE = """
cites Cites parencites Parencites footcites footcitetexts textcites Textcites smartcites Smartcites autocites Autocites
supercites citeauthors Citeauthors citeyears fullcites footfullcites sidecites notecites pnotecites fnotecites
gentextcites nptextcites headlesscites shortcites
"""
_VOLCITE = """
volcite Volcite pvolcite Pvolcite fvolcite Fvolcite ftvolcite Ftvolcite svolcite Svolcite tvolcite Tvolcite
avolcite Avolcite
"""
_VOLCITES = """
volcites Volcites pvolcites Pvolcites fvolcites Fvolcites ftvolcites Ftvolcites svolcites Svolcites tvolcites Tvolcites
avolcites Avolcites
"""


# The commands that refer to labels, as the documentation of their packages gives them.  A row has an argument pattern, whether
# the argument with the names is a list, and the commands of that shape; a star after a command makes no difference.
_ONE = """
ref Ref pageref eqref refeq autoref Autoref autopageref nameref Nameref titleref fullpageref vnameref subref Subref
subeqref fref Fref prettyref pref Pref thref Thref footref zref zpageref ztitleref zvref Zvref zvpageref zfullref nref
Nref refstepref
"""
_SEVERAL = """
cref Cref cpageref Cpageref labelcref labelcpageref namecref nameCref namecrefs nameCrefs lcnamecref lcnamecrefs lcref
zcref zcpageref crefs Crefs multiref vref Vref fullref Fullref
"""
_BETWEEN = """
crefrange Crefrange cpagerefrange Cpagerefrange labelcrefrange labelcpagerefrange namecrefrange vrefrange Vrefrange
vpagerefrange zvrefrange zvpagerefrange
"""
_SMARTREF = """
partref chapterref sectionref subsectionref subsubsectionref paragraphref equationref figureref tableref footnoteref
pagenumref
"""

#: read in every document: hardly anything else is called so
_REFERENCE_ROWS = (
    # the kernel, amsmath, mathtools, hyperref, nameref, titleref, subcaption, subfig, fancyref, prettyref, ntheorem,
    # footmisc, scrextend, zref and its modules
    ("[]{*}", False, _ONE),
    ("[][]{*}", False, "vpageref Vpageref"),  # varioref
    ("[]{*}", True, _SEVERAL),  # cleveref, zref-clever; varioref, whose commands cleveref gives lists
    ("[]{*}{*}", False, _BETWEEN),  # cleveref, varioref, zref-vario: both ends are labels
    ("[*]{}", False, "hyperref"),
)

_ALGORITHMICX = (("{*}{*}", False, "algref"),)  # an algorithm, and a line of it
#: of these packages and classes alone: elsewhere authors give the names to macros of their own
_PACKAGE_REFERENCES = {
    "algorithmicx": _ALGORITHMICX,
    "algpseudocode": _ALGORITHMICX,
    "algcompatible": _ALGORITHMICX,
    "smartref": (("{*}", False, _SMARTREF),),
    "memoir": (("{*}", False, "tref aref bref Aref Bref Sref"),),
    "refstyle": (
        ("[]{part:*}", True, "partref Partref"),
        ("[]{chap:*}", True, "chapref Chapref"),
        ("[]{sec:*}", True, "secref Secref"),
        ("[]{app:*}", True, "appref Appref"),
        ("[]{eq:*}", True, "eqref Eqref"),
        ("[]{fig:*}", True, "figref Figref"),
        ("[]{tab:*}", True, "tabref Tabref"),
        ("[]{fn:*}", True, "fnref Fnref"),
        ("[]{fig:*}{fig:*}", False, "figrangeref"),
        ("[]{tab:*}{tab:*}", False, "tabrangeref"),
        ("[]{eq:*}{eq:*}", False, "eqrangeref"),
        ("[]{sec:*}{sec:*}", False, "secrangeref"),
    ),
}


def _references(table: Iterable[tuple[str, bool, str]]) -> dict[str, Spec]:
    rows = (_specs("ref", many, pattern, names) for pattern, many, names in table)
    return {name: spec for row in rows for name, spec in row.items()}


_REFERENCES = _references(_REFERENCE_ROWS)
SPECS: dict[str, Spec] = {
    **_specs("cite", True, "<>[][]{*}", _CITE),
    **_specs("multicite", True, "[][]{*}", _MULTICITE),
    **_specs("multicite", True, "[]{}[]{*}", _VOLCITES),
    **_specs("cite", True, "[]{}[]{*}", _VOLCITE),
    **_specs("cite", True, "[][]{*}", "citefield citelist citename Citename"),
    **_specs("cite", True, "[][]{*}", "textcquote Textcquote blockcquote textcquote* blockcquote*"),
    **_specs(
        "cite",
        True,
        "{}[][]{*}",
        "foreigntextcquote hyphentextcquote foreignblockcquote hyphenblockcquote hybridblockcquote",
    ),
    **_specs("cite", True, "[]{*}{*}", "apud apudonline"),
    **_specs("nocite", True, "{*}", "nocite"),
    **_specs("nocite", True, "{*}", "defcitealias"),
    **_REFERENCES,
    **_specs("uses", True, "{*}", "uses proves proofof alsoIn lean supports attacks assumes argroot"),
    **_specs("uses", True, "{*}{*}", "proofgraphedge proofgraphignore"),
    **_specs("uses", True, "{*}", "proofgraphexclude proofgraphtrack proofgraphuntrack"),
    **_specs("uses", False, "[]{*}{}", "argclaim"),
    **_specs("uses", False, "{*}{}", "argdata"),
    **_specs("uses", False, "{*}{}", "refuted"),
    **dict.fromkeys(words("leanok mathlibok notready"), Spec("uses", (), many=False)),
    **_specs("label", False, "<>[]{*}", "label zlabel ltx@label"),
    **_specs(
        "caption", False, "[]{*}", "caption topcaption bottomcaption subcaption sidecaption subcaptionbox"
    ),
    **_specs("caption", False, "[]{*}", "tablecaption figcaption tabcaption tcaption fcaption bicaption"),
    **_specs("caption", False, "{}[]{*}", "captionof"),
    **_specs("caption", False, "{*}{}{}", "processtable"),
    **_specs("caption", False, "[*]{}", "subfloat subfigure subtable"),
    **_specs("footnote", False, "[]{*}", "footnote footnotetext sidenote marginnote endnote thanks"),
}

#: commands that mean something else where a package is loaded, or that only it has
PACKAGE_SPECS = {
    "jurabib": _specs("cite", True, "[]{}{*}", "citefield"),
    **dict.fromkeys(
        words("jmlr jmlrutils"),
        _specs(
            "ref",
            True,
            "{*}",
            """sectionref equationref tableref figureref algorithmref theoremref lemmaref remarkref corollaryref
            definitionref conjectureref axiomref exampleref appendixref partref subfigref subtabref""",
        ),
    ),
    **{package: _references(table) for package, table in _PACKAGE_REFERENCES.items()},
    "aomart": _specs("ref", False, "{}{*}", "fullref pfullref bfullref eqfullref")
    | _specs("ref", False, "[]{*}", "fullpageref"),
}

#: environments whose arguments name things
ENVIRONMENT_SPECS: dict[str, Spec] = {
    **_specs("cite", True, "[][]{*}", "displaycquote displaycquote*"),
    **_specs("cite", True, "{}[][]{*}", "foreigndisplaycquote hyphendisplaycquote"),
    **_specs("addbibresource", True, "[*]", "refsection"),
    **_specs("bibliography", True, "[]{*}", "btSect"),
    **_specs("caption", False, "[]{*}", "captionbeside"),
}

SECTION_LEVELS = {
    "part": -1, "chapter": 0, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "subparagraph": 5,
    "addpart": -1, "addchap": 0, "addsec": 1,
}  # fmt: skip

VERBATIM = frozenset(
    words("""verbatim verbatim* Verbatim Verbatim* BVerbatim BVerbatim* LVerbatim LVerbatim* SaveVerbatim VerbatimOut
    lstlisting lstlisting* minted minted* comment spverbatim boxedverbatim verbatimtab verbatimwrite listingcont
    sagesilent sageblock sageexample pycode pyblock pyconsole pyverbatim pysub luacode luacode* asy asydef gnuplot
    Sinput Soutput Schunk CCSXML pygmented dot2tex code tcblisting tcboutputlisting tcbverbatimwrite prooftree*
    xcomment lilypond scontents htmlonly rawhtml codeexample dispExample dispExample* dispListing dispListing*
    LTXexample verbbox myverbbox verbnobox""")
)


def _printing(environments: str = "", commands: str = "", signs: str = "") -> tuple[tuple[str, str], ...]:
    r"""Name the form and the name of each definition of what prints code; ``signs`` are short for ``\verb`` in the text."""
    forms = (("verbatim", words(environments)), ("verb", words(commands)), ("shortverb_of_text", list(signs)))
    return tuple((form, name) for form, names in forms for name in names)


_BY_CNLTX = _printing("example sidebyside sourcecode bash", "verbcode")
_BY_HAGENBERG = _printing(
    """CCode CppCode CsCode CssCode GenericCode HtmlCode JavaCode JsCode LaTeXCode ObjCCode PhpCode PythonCode
    SwiftCode XmlCode"""
)
#: and what prints code in documents of a class or with a package that is hardly ever in the project
PACKAGE_CODE = {
    "jss": _printing("Code CodeInput CodeOutput"),
    "ltxdoc": _printing(signs="|"),
    "ltxguide": _printing(signs="|"),
    "ltxguidex": _printing("latexcode", signs="|"),
    "ltxdockit": _printing("ltxcode ltxexample"),
    "l3doc": _printing(signs='|"'),
    "ydoc": _printing("examplecode", signs="|"),
    "denisbdoc": _printing("bodycode listingshell preamblecode preamblecode*", signs="|\u00d7"),
    **dict.fromkeys(words("cnltx cnltx-doc cnltx-example"), _BY_CNLTX),
    **dict.fromkeys(words("hgbthesis hgbarticle hgbreport hgblistings"), _BY_HAGENBERG),
    **dict.fromkeys(words("gzt gztarticle"), _printing("gztcode")),
    **dict.fromkeys(words("nostarch tudscrmanual"), _printing("Code")),
    "hu-berlin-bundle-style": _printing("code codetext", signs="|"),
    "unam-thesis": _printing(signs="|"),
    "emisa": _printing("java java* sourcecode sourcecode*"),
    "ffcode": _printing("ffcode", "ff"),
    "highlightlatex": _printing("highlightblock hllblock", "hll"),
    "pythonhighlight": _printing("python", "pyth"),
    "texsurgery": _printing("run runsilent"),
    "vdmlisting": _printing("vdm_al vdmpp vdmrt vdmsl"),
}
#: options of these environments may hold ``label=`` and ``caption=``
LISTING_OPTIONS = frozenset(words("lstlisting lstlisting* tcblisting"))
#: and of these, where a ``label=`` is a label whatever it looks like
OPTION_LABEL = frozenset(words("frame tcolorbox restatable longtblr talltblr tblr"))
#: a ``label=`` here is a counter format or a printed title, not a label
NO_OPTION_LABEL = frozenset(
    words(
        "enumerate itemize description enumerate* itemize* description* list Verbatim Verbatim* BVerbatim LVerbatim minted "
        "tikzpicture scope axis exe xlist tasks questions parts choices"
    )
)
FLOATS = frozenset(
    words("""figure figure* table table* sidewaysfigure sidewaysfigure* sidewaystable sidewaystable* wrapfigure wraptable
    wrapfloat algorithm algorithm* listing listing* marginfigure margintable SCfigure SCfigure* SCtable SCtable*
    longtable longtable* ltablex sidewaysalgorithm floatingfigure floatingtable scheme chart graph program deluxetable
    deluxetable* teaserfigure mdfigure supertabular xtabular longtblr talltblr photo video plate""")
)
THEOREMS = {
    name: name
    for name in words("""theorem lemma proposition corollary definition remark example conjecture claim assumption axiom
    hypothesis problem question exercise observation fact notation postulate criterion sublemma scholium property
    construction convention case condition solution note result""")
} | {
    "thm": "theorem", "lem": "lemma", "prop": "proposition", "cor": "corollary", "coro": "corollary",
    "defn": "definition", "defi": "definition", "dfn": "definition", "rem": "remark", "rmk": "remark",
    "ex": "example", "exa": "example", "exam": "example", "conj": "conjecture", "obs": "observation",
    "ass": "assumption", "hyp": "hypothesis", "theo": "theorem", "lemme": "lemme", "satz": "satz",
}  # fmt: skip


class Include(NamedTuple):
    """How a command reads a file: argument openers, and where the folder and the name come from (``#n``)."""

    openers: str
    folder: str
    name: str
    command: str  #: the built-in command whose search rule holds
    default: str = ""  #: of the first argument, where that is optional


INCLUDES: dict[str, tuple[Include, ...]] = {
    "LTXtable": (Include("{{", "", "#2", "input"),),
    **{
        name: (Include("{", "", "#1", name),)
        for name in words(
            "input include subfile subfileinclude @input @@input InputIfFileExists includestandalone SweaveInput"
        )
    },
    **{
        name: (Include("{{", "#1", "#2", name),)
        for name in words("import subimport includefrom inputfrom subincludefrom subinputfrom")
    },
}

#: commands that do without the file if there is none
OPTIONAL = frozenset({"InputIfFileExists", "@input"})

PACKAGES = frozenset(
    words("usepackage RequirePackage RequirePackageWithOptions LoadClass LoadClassWithOptions")
)

#: classes that load no bibliography and set no labels by themselves
CLASSES = frozenset(
    words("""article report book letter proc minimal slides extarticle extreport extbook amsart amsbook amsproc scrartcl
    scrreprt scrbook memoir beamer standalone subfiles tufte-handout tufte-book ctexart ctexrep ctexbook jarticle
    jsarticle jlreq ltjsarticle ltxdoc IEEEtran acmart llncs svjour svjour3 svmult svmono sn-jnl elsarticle cas-sc cas-dc
    revtex4 revtex4-1 revtex4-2 aastex aastex62 aastex63 aastex631 mnras aa emulateapj iopart jss apa6 apa7 lipics-v2019
    lipics-v2021 eptcs easychair PoS siamart siamltex siamonline aipproc achemso agujournal2019 mdpi wlscirep sagej
    interact WileyNJD-v2 imsart ejs""")
)

BIBLIOGRAPHIES = frozenset(
    words("bibliography addbibresource addglobalbib addsectionbib nobibliography putbib")
)

#: TeX conditionals that end in \fi; others that begin with "if" are taken for one unless a brace follows
NOT_CONDITIONALS = frozenset(words("iff ifthenelse iflanguage ifstrequal"))
