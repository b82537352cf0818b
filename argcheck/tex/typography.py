r"""What LaTeX prints as text: accents, symbols, simple formulas, units. Data for `argcheck.tex.printing_commands`."""

# ruff: noqa: SIM905 - lists of names read best as text

from __future__ import annotations

_ACCENTED = {
    "`": "AÀEÈIÌOÒUÙaàeèiìoòuùNǸnǹ",
    "'": "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźGǴgǵ",
    "^": "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷ",
    '"': "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸ",
    "~": "AÃNÑOÕaãnñoõIĨiĩUŨuũ",
    "=": "AĀaāEĒeēIĪiīOŌoōUŪuū",
    ".": "CĊcċEĖeėGĠgġIİZŻzż",
    "c": "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩ",
    "v": "CČcčDĎdďEĚeěNŇnňRŘrřSŠsšTŤtťZŽzžGǦgǧLĽlľAǍaǎOǑoǒ",
    "H": "OŐoőUŰuű",
    "u": "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭ",
    "k": "AĄaąEĘeęIĮiįUŲuų",
    "r": "AÅaåUŮuů",
    "d": "AẠaạEẸeẹHḤhḥNṆnṇOỌoọSṢsṣTṬtṭUỤuụ",
    "b": "DḎdḏLḺlḻNṈnṉTṮtṯ",
    "t": "",
}
_MARKS = dict(
    zip(
        "`'^\"~=.cvHukrdbt",
        "\u0300\u0301\u0302\u0308\u0303\u0304\u0307\u0327\u030c\u030b\u0306\u0328\u030a\u0323\u0331\u0361",
        strict=True,
    )
)
ACCENTS: dict[str, dict[str, str]] = {
    sign: dict(zip(pairs[::2], pairs[1::2], strict=True)) for sign, pairs in _ACCENTED.items()
}

#: what a control symbol prints
SYMBOLS = {
    "%": "%", "&": "&", "_": "_", "#": "#", "$": "$", "{": "{", "}": "}",
    ",": "\xa0", " ": "\xa0", "\n": "\xa0", "\t": "\xa0", ";": " ", ":": " ", "!": "", "-": "", "/": "", "|": "",
    ">": " ", "<": "", "+": "", ")": "", "]": "",
}  # fmt: skip

#: what a command without arguments prints
WORDS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "SS": "ẞ", "dj": "đ", "DJ": "Đ",
    "ldots": "…", "dots": "…", "textellipsis": "…", "textendash": "–", "textemdash": "—", "textasciitilde": "~",
    "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”",
    "guillemotleft": "«", "guillemotright": "»", "og": "«\xa0", "fg": "\xa0»", "glqq": "„", "grqq": "“",
    "quotedblbase": "„", "flqq": "«", "frqq": "»", "glq": "‚", "grq": "‘", "lq": "‘", "rq": "’", "textquotedbl": '"',
    "textbackslash": "\\", "textunderscore": "_", "textbar": "|", "textless": "<", "textgreater": ">",
    "textperiodcentered": "·", "textbullet": "•", "textdegree": "°", "degree": "°", "textmu": "µ", "euro": "€",
    "texteuro": "€", "EUR": "€", "pounds": "£", "textsterling": "£", "copyright": "©", "textcopyright": "©",
    "textregistered": "®", "texttrademark": "™", "S": "§", "P": "¶", "dag": "†", "ddag": "‡", "textdagger": "†",
    "textpm": "±", "texttimes": "×", "slash": "/", "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX",
    "LaTeXe": "LaTeX2e", "XeTeX": "XeTeX", "LuaTeX": "LuaTeX", "quad": " ", "qquad": " ", "space": " ",
    "enspace": " ", "enskip": " ", "thinspace": "\xa0", "nobreakspace": "\xa0", "newline": " ", "linebreak": " ",
    "hfill": " ", "tabularnewline": " ", "ier": "er", "iere": "re", "ieme": "e", "degres": "°", "no": "n°\xa0",
    "No": "N°\xa0", "primo": "1°", "secundo": "2°",
}  # fmt: skip

#: commands of siunitx, with how many arguments they print
QUANTITIES = {
    "num": 1,
    "ang": 1,
    "si": 1,
    "unit": 1,
    "SI": 2,
    "qty": 2,
    "numrange": 2,
    "SIrange": 3,
    "qtyrange": 3,
}


def accent(sign: str, letter: str) -> str:
    """Return the letter under this accent: ``("v", "s")`` gives ``š``."""
    base = {"\\i": "i", "\\j": "j"}.get(letter, letter)
    return ACCENTS[sign].get(base) or base + (_MARKS[sign] if base else "")


#: commands whose first n arguments in braces (and whatever options stand between) print nothing in running text
DROPPED = {
    1: """
    label href index sindex is il glossary vspace hspace input include includeonly subfile usepackage RequirePackage
    bibliography bibliographystyle addbibresource addglobalbib addsectionbib nocite pagestyle thispagestyle
    pagenumbering includegraphics includesvg includepdf graphicspath hypersetup geometry sisetup lstset
    tikzset pgfplotsset captionsetup color definecolorset hyphenation ProvidesPackage ProvidesClass
    PassOptionsToPackage lstinputlisting verbatiminput cline cmidrule rule markright phantom hphantom vphantom
    textcolor colorbox raisebox scalebox rotatebox rotate fontfamily fontseries fontshape usetikzlibrary
    usepgfplotslibrary tag author affil affiliation affiliations institute institution address email date
    subjclass keywords hyperlink hypertarget stepcounter refstepcounter value arabic roman Roman alph Alph
    includestandalone shorttitle shortauthors orcid orcidlink corref thanksref inst ead linespread parbox
    makeindex notag selectfont crefalias foreignlanguage pdfbookmark hangindent allowdisplaybreaks
    addlinespace setlist usefonttheme usetheme usecolortheme setbeamertemplate setbeamercolor setbeamerfont
    bookmarksetup mdfsetup ifoot ofoot cfoot ihead ohead chead lhead rhead lfoot rfoot fancyhead fancyfoot
    fancyhf DeclareGraphicsExtensions externaldocument theoremstyle ExecuteBibliographyOptions AtBeginDocument
    AtEndDocument AtBeginBibliography setmainfont setsansfont setmonofont setmainlanguage setdefaultlanguage
    setotherlanguage setotherlanguages setstretch enlargethispage lean leanok mathlibok notready proves
    proofof uses assumes supports attacks argroot argclaim argdata alsoIn proofgraphexclude proofgraphtrack
    proofgraphuntrack dochead papertype glsadd printglossary printacronyms SweaveOpts write immediate special pdfinfo
    tablenotemark startdata tablewidth tabletypesize tablecolumns tablenum colnumbers rotatetable
    """,
    2: """
    setlength addtolength setcounter addtocounter fontsize resizebox markboth multicolumn multirow multido
    pdfstringdef hyphenrules fcolorbox numberwithin counterwithin counterwithout DeclareMathOperator
    setbeamersize newtheorem newglossaryentry DeclareUnicodeCharacter DeclareSIUnit settowidth settoheight
    addtokomafont setkomafont acrodef DeclareAcronym declaretheoremstyle nomenclature pgfmathsetmacro
    crefformat import subimport refuted proofgraphedge proofgraphignore newunicodechar DeclareFieldFormat
    DeclareNameAlias DeclareBibliographyDriver newbibmacro renewbibmacro DeclareCaptionFont
    DeclareCaptionFormat DeclareCaptionLabelFormat
    """,
    3: """
    addcontentsline definecolor newacronym crefname Crefname newenvironment renewenvironment crefrangeformat
    specialrule setkeys DeclarePairedDelimiter
    """,
    4: "NewDocumentEnvironment RenewDocumentEnvironment titlespacing",
    5: "titleformat",
}

#: declarations that print nothing and eat the blank after them
SILENT = frozenset(
    """
    bf it rm sf tt sc sl em bfseries itshape rmfamily sffamily ttfamily scshape slshape mdseries upshape
    normalfont tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge centering raggedright
    raggedleft noindent emph textbf textit textrm textsf texttt textsc textsl textmd textup textnormal text
    mbox underline uline hbox fbox framebox makebox uppercase lowercase MakeUppercase MakeLowercase
    textsuperscript textsubscript footnotemark protect relax indent bgroup egroup begingroup endgroup
    leavevmode null strut sloppy fussy newblock xspace hl sout uwave ul alert structure textlf foreign gls Gls
    glspl acs ac acp acl acf unskip ignorespaces nobreak allowbreak hfil hss limits nolimits displaystyle
    textstyle mathstrut
    """.split()
)

#: commands between paragraphs
BREAKS = frozenset(
    """par bigskip medskip smallskip newpage clearpage cleardoublepage pagebreak maketitle tableofcontents listoffigures
    listoftables appendix frontmatter mainmatter backmatter hrule hline toprule midrule bottomrule printbibliography
    printindex vfill hrulefill endgraf endfirsthead endhead endfoot endlastfoot smallbreak medbreak bigbreak bibitem
    maketitlesupplementary nextsubfigure twocolumn onecolumn""".split()
)

DISPLAYS = frozenset(
    name + star
    for name in """equation align gather multline eqnarray displaymath alignat flalign dmath dgroup xalignat
    IEEEeqnarray subeqnarray empheq tikzcd prooftree tikzpicture picture pgfpicture forest circuitikz feynman diagram
    CD xy math""".split()
    for star in ("", "*")
)
#: environments that hold no text of the document
SKIPPED = frozenset(
    """thebibliography filecontents filecontents* algorithmic algorithm2e pspicture keywords IEEEkeywords
    scope axis bibliography references nomenclature acronym acronyms excludecomment""".split()
)
TABLES = {
    "tabular": 1, "tabular*": 2, "tabularx": 2, "tabulary": 2, "longtable": 1, "supertabular": 1, "xtabular": 1,
    "tblr": 1, "longtblr": 1, "deluxetable": 1, "deluxetable*": 1, "tabu": 1, "longtabu": 1, "array": 1, "tabbing": 0,
    "NiceTabular": 1, "mpxtabular": 1, "ltablex": 1,
}  # fmt: skip
LISTS = frozenset(
    "itemize enumerate description itemize* enumerate* description* list compactitem compactenum inparaenum "
    "inparaitem asparaenum asparaitem trivlist tasks questions parts compactdesc dinglist".split()
)
#: other environments with arguments that print nothing
ARGUMENTS = {
    "minipage": 1, "wrapfigure": 2, "wraptable": 2, "multicols": 1, "adjustbox": 1, "subfigure": 1, "subtable": 1,
    "list": 2, "adjustwidth": 2, "otherlanguage": 1, "otherlanguage*": 1, "spacing": 1, "textblock": 1, "column": 1,
    "floatrow": 0, "hyphenrules": 1, "turn": 1, "rotate": 1, "addmargin": 1, "addmargin*": 1, "block": 0,
}  # fmt: skip
#: environments around text that goes on in the same sentence
TRANSPARENT = frozenset(
    "subequations small footnotesize large sloppypar spacing onehalfspace singlespace doublespace doublespacing "
    "landscape multicols linenumbers otherlanguage otherlanguage* english german ngerman french em bf it "
    "inparaenum inparaitem enumerate* itemize*".split()
)
