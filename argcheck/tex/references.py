r"""The commands that refer to labels, as the documentation of their packages gives them: data for `argcheck.tex.commands`.

A row has an argument pattern, whether the argument with the names is a list, and the commands of that shape; a star
after a command makes no difference.
"""

from __future__ import annotations

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
REFERENCES = (
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
PACKAGE_REFERENCES = {
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
