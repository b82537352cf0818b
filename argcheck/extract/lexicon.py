"""Words that betray what a sentence does, as data: one table for each language, English the fullest.

Every value is a regular expression over a lower-case sentence.  A table that lacks a key has no such
words, and a sentence in a language without tables betrays nothing.
"""

from __future__ import annotations

import re
from functools import cache

from argcheck.patterns import lazy

#: The roles in the order in which they are tried: the first that fits is the role.
ROLES = {
    "en": {
        "limitation": r"\blimitations?\b|\bdrawbacks?\b|\bis limited (?:to|by)\b|\bbeyond the scope\b|\bfuture work\b"
        r"|\bremains? (?:open|unclear|to be)\b|\bwe (?:do|did) not\b",
        "counterevidence": r"\bcontrary to\b|\bcontradicts?\b|\bin (?:disagreement|conflict) with\b|\bfails? to\b"
        r"|\bdoes not (?:support|confirm)\b|\bin contrast to\b|\binconsistent with\b",
        "hypothesis": r"\b(?:we|i) (?:therefore )?(?:hypothesi[sz]ed?|conjectured?|predict(?:ed)?|suspect(?:ed)?)\b"
        r"|\b(?:our|the) (?:main |central |working )?hypothesis (?:is|was)\b|\bwe expect(?:ed)? (?:that|to)\b",
        "assumption": r"\bwe assume\b|\bassum(?:e|ing) that\b|\bunder the assumption\b|\bsuppose that\b|\bis assumed to\b",
        "conclusion": r"\bwe (?:can |may )?conclude\b|\bin conclusion\b|\btaken together\b|\bthis (?:implies|means) that\b"
        r"|\bit follows that\b|\boverall,|\bin summary\b|\bcan be concluded\b",
        "result": r"\b(?:we|i) (?:have |also |further |then )?(?:find|found|show(?:ed|n)?|demonstrated?|prove[dn]?|obtain(?:ed)?"
        r"|achieved?|observed?|report(?:ed)?|establish(?:ed)?|confirm(?:ed)?)\b"
        r"|\bresults? (?:clearly |also )?(?:show|indicate|suggest|demonstrate|confirm|reveal)s?\b"
        r"|\boutperforms?\b|\b(?:has|have|was|were) (?:been )?(?:shown|found|demonstrated|proven)\b"
        r"|\b(?:table|figure|fig\.) (?:\[[^\]]*\] )?(?:shows?|summari[sz]es|presents|demonstrates|indicates)\b",
        "method": r"\b(?:we|i) (?:have )?(?:used?|apply|applied|propos(?:e|ed)|present(?:ed)?|introduced?|develop(?:ed)?"
        r"|implement(?:ed)?|train(?:ed)?|describe[d]?|derived?|provide[d]?)\b|\bour (?:method|approach|algorithm|model)\b"
        r"|\bthis (?:paper|thesis|work|article) (?:presents|introduces|proposes|describes|develops|provides)\b",
        "claim": r"\bwe (?:argue|claim|believe|suggest|contend|maintain)\b|\bthis (?:paper|thesis|work|article) argues\b",
        "evidence": r"\bas (?:can be seen|shown|seen|illustrated)\b|\bthe data (?:show|indicate|suggest)\b|\bwe measured\b"
        r"|\bexperiments? (?:show|indicate)s?\b",
        "context": r"\bprevious (?:work|stud)|\bit is (?:well )?known\b|\bin recent years\b|\bhas been (?:studied|investigated)\b",
    },
    "de": {
        "limitation": r"\beinschränkung(?:en)?\b|\bbleibt (?:offen|unklar)\b|\bkünftige arbeiten?\b|\bist beschränkt auf\b",
        "counterevidence": r"\bim gegensatz zu\b|\bwiderspricht\b|\bstützen? .{0,40}\bnicht\b",
        "hypothesis": r"\b(?:wir|ich) (?:vermuten?|erwarten?)\b|\bunsere hypothese\b|\bdie hypothese lautet\b",
        "assumption": r"\bwir nehmen an\b|\bunter der annahme\b|\bangenommen\b|\bvorausgesetzt\b",
        "conclusion": r"\bwir schließen\b|\bzusammenfassend\b|\bdaraus folgt\b|\binsgesamt\b",
        "result": r"\bwir (?:zeigen|finden|beweisen|beobachten|erhalten|weisen nach)\b|\bdie ergebnisse zeigen\b"
        r"|\b(?:es wird|wurde) (?:gezeigt|bewiesen|nachgewiesen)\b",
        "method": r"\bwir (?:verwenden|benutzen|entwickeln|stellen .{0,60} vor|führen .{0,60} ein|beschreiben)\b"
        r"|\bdiese arbeit (?:stellt|beschreibt|entwickelt|führt)\b",
        "claim": r"\bwir (?:behaupten|argumentieren|meinen)\b",
        "evidence": r"\bwie .{0,40}zu sehen\b|\bdie daten zeigen\b|\bwir haben gemessen\b",
        "context": r"\bfrühere arbeiten\b|\bbekanntlich\b|\bin den letzten jahren\b",
    },
    "fr": {
        "limitation": r"\blimites?\b|\breste(?:nt)? (?:ouverte?|à)\b|\btravaux futurs\b",
        "counterevidence": r"\bcontrairement à\b|\bcontredit\b|\bne confirme(?:nt)? pas\b",
        "hypothesis": r"\bnous (?:supposons|conjecturons|faisons l['’]hypothèse)\b|\bnotre hypothèse\b",
        "assumption": r"\bon suppose\b|\bsous l['’]hypothèse\b|\bsupposons que\b",
        "conclusion": r"\bnous concluons\b|\ben conclusion\b|\bil s['’]ensuit\b|\ben résumé\b",
        "result": r"\bnous (?:montrons|démontrons|prouvons|observons|obtenons|trouvons)\b|\bles résultats (?:montrent|indiquent)\b",
        "method": r"\bnous (?:utilisons|proposons|présentons|introduisons|développons|décrivons)\b",
        "claim": r"\bnous (?:soutenons|affirmons)\b",
        "evidence": r"\bcomme le montre\b|\bles données montrent\b|\bnous avons mesuré\b",
        "context": r"\btravaux précédents\b|\bil est bien connu\b",
    },
}
#: How a sentence that begins so stands to the one before it: (relation, whether it points backwards).
LINKS = {
    "en": {
        "rests": r"(?:therefore|thus|hence|consequently|accordingly|as a (?:result|consequence)|it follows"
        r"|this (?:shows|implies|suggests|means|indicates|demonstrates)|these results|we conclude|from this)\b",
        "grounds": r"(?:this is because|indeed|this is (?:due to|supported by|confirmed by)|the reason is)\b",
        "attacks": r"(?:however|contrary to|in contrast|nevertheless|on the other hand|but|yet|despite this)\b",
    },
    "de": {
        "rests": r"(?:daher|deshalb|folglich|somit|demnach|daraus folgt|dies zeigt)\b",
        "grounds": r"(?:denn|der grund dafür|dies liegt daran)\b",
        "attacks": r"(?:jedoch|allerdings|dagegen|im gegensatz dazu|aber|dennoch)\b",
    },
    "fr": {
        "rests": r"(?:donc|ainsi|par conséquent|il s['’]ensuit|cela montre)\b",
        "grounds": r"(?:en effet|car|cela est dû)\b",
        "attacks": r"(?:cependant|toutefois|en revanche|mais|au contraire|néanmoins)\b",
    },
}
#: What a text beside a result says of its proof, and how a sentence right behind it begins that proves it in words.
PROOF_NAMES = r"proof|\bproves?\b|\bprov(?:ed|ing)\b|exercise|omit|well[- ]known|beweis|\bübung|démonstr|\bpreuve|\bexercice"
PROVING = {
    "en": r"(?:this|these|it|they|that|both|all|the (?:\w+ ){0,2}?(?:lemma|theorem|proposition|claim|result|statement|assertion|part)s?)\b"
    r"[^.]{0,60}?\b(?:follows?|consequences?|clear|obvious|immediate|trivial|easy|easily|straightforward|verified|checked|shown)\b"
    r"|(?:indeed|in fact|clearly|obviously|trivially|immediate|follows|to (?:see|show|verify|check) (?:this|that|it|why))\b",
    "de": r"(?:dies|das|es|diese|die (?:aussage|behauptung|formel)|der satz|das (?:lemma|korollar))\b"
    r"[^.]{0,60}?\b(?:folgt|ergibt|klar|offensichtlich|trivial|unmittelbar)\b|(?:tatsächlich|in der tat|offensichtlich|denn)\b",
    "fr": r"(?:ce|cela|ceci|c['’]est|le (?:lemme|théorème|résultat)|la proposition|il)\b"
    r"[^.]{0,60}?\b(?:résulte|découle|suit|conséquence|clair|évident|immédiat|trivial)|(?:en effet|clairement|évidemment)\b",
}
#: How the sentence before a result says that it has its ground already.
LEADING = {
    "en": r"\b(?:get|obtain|deduce|conclude|infer|derive|yields?|gives?|implies)\b[^.]{0,40}\bfollowing\b"
    r"|\bfollows?\b[^.]{0,30}\bfrom\b|\bconsequence\b|\bas a corollary\b",
    "de": r"\b(?:erhalten|folgern|ergibt|folgt|schließen)\b[^.]{0,40}\b(?:folgende|daraus|aus)|\bals folgerung\b",
    "fr": r"\b(?:obtient|obtenons|déduit|déduisons|résulte|découle)\b|\bconséquence\b",
}
#: What stands before a result that a proof speaks of and does not use: another one is put in its place, or its proof
#: is what is meant.
MENTIONING = {
    "en": r"proofs? (?:of|for)|in (?:place|lieu) of|instead of|rather than|replac(?:e|es|ing)|similar(?:ly)? (?:to|as in)|analogous(?:ly)? to"
    r"|identical to|just (?:as|like)|(?:exactly|same) as|as in|compare(?: with)?|compared to|cf|unlike|converse of|generali[sz](?:e|es|ing)",
    "de": r"beweis(?:e|en|es)? (?:von|zu|des|der)|anstelle (?:von|des|der)|anstatt|statt|analog zu|ähnlich (?:zu|wie)|genauso wie|wie in|wie im beweis von|vgl|vergleiche",
    "fr": r"(?:preuve|démonstration)s? d(?:e|u|es)|(?:au lieu|à la place) d(?:e|u|es)|plutôt que|remplaçant|(?:de même|comme) (?:que )?dans|analogue (?:à|au)|cf",
}
#: Roles of a sentence in an abstract or a conclusion that make it a claim of the document.
CLAIMING = frozenset({"result", "conclusion", "claim"})
#: What sections are called, by language: the whole title of an abstract, words in the titles of the others.
SECTION_NAMES = {
    "en": {
        "abstract": "abstract",
        "concluding": "conclu|summary|concluding|closing",
        "answering": "result|discussion|evaluation|finding|analys|experiment|conclu|summary|answer|test",
    },
    "de": {
        "abstract": "zusammenfassung|kurzfassung|kurzzusammenfassung",
        "concluding": "zusammenfassung|fazit|schluss|resümee",
        "answering": "ergebnis|auswertung|diskussion|fazit|zusammenfassung|schluss|resultat|befund|überprüfung",
    },
    "fr": {
        "abstract": "résumé",
        "concluding": "conclusion|résumé|synthèse|bilan",
        "answering": "résultat|évaluation|discussion|analyse|conclusion|synthèse|expérience|vérification",
    },
}


def _titles(kind: str) -> tuple[str, ...]:
    """Return the words of titles of this kind in any language: a German thesis has an abstract, too."""
    return tuple(word for titles in SECTION_NAMES.values() for word in titles[kind].split("|"))


_CONCLUDING, _ABSTRACT = _titles("concluding"), _titles("abstract")
ANSWERING = lazy("|".join(_titles("answering")), re.IGNORECASE)


def concludes(title: str) -> bool:
    """Whether a section that is called so may say what was found."""
    lower = title.lower()
    return any(word in lower for word in _CONCLUDING)


def is_abstract(title: str) -> bool:
    """Whether a section that is called so is the abstract."""
    return title.strip().lower() in _ABSTRACT


#: A sentence about the text itself claims nothing.
META = lazy(
    r"\b(?:previous|following|next|preceding|last) (?:sub)?(?:section|chapter|paragraph)s?\b|\borgani[sz]ed as\b"
    r"|\bin (?:this|the) (?:sub)?(?:section|chapter|appendix)\b|\bwill be (?:shown|discussed|presented)\b",
    re.IGNORECASE,
)
#: What a sentence says of a float beyond that it shows something.
FINDING = lazy(
    r"\b(?:shows?|indicates?|demonstrates?|reveals?|confirms?|suggests?|found|seen|see|observed?|implies) that\b"
    r"|\b(?:outperforms?|increases?|decreases?|improves?|reduces?|exceeds?|depends?|correlates?|correlation|differs?|agrees?)\b"
    r"|\b(?:higher|lower|better|worse|faster|slower|larger|smaller|greater|fewer|more|less)\b[^.]{0,60}\bthan\b"
    r"|\bsignificant(?:ly)?\b|\bzeigt,? dass\b|\bmontre que\b",
    re.IGNORECASE,
)
#: What a sentence reports that was found.
REPORTED = lazy(
    r"\b(?:(?:has|have) (?:been )?|(?:was|were|could be|is|are) )?(?:show(?:s|ed|n)?|f(?:ind|inds|ound)|demonstrate[sd]?"
    r"|indicate[sd]?|suggest(?:s|ed)?|reveal(?:s|ed)?|confirm(?:s|ed)?|conclude[sd]?|report(?:s|ed)?|observed?|prove[dns]?) that\b"
    r"|\bsignificant(?:ly)? (?:\w+ )?(?:higher|lower|better|worse|smaller|larger|degraded|difference)\b",
    re.IGNORECASE,
)
#: What was done is no finding.
PROCEDURE = lazy(
    r"\b(?:was|were) (?:\w+ly )?(?:placed|applied|used|chosen|created|presented|employed|asked|tested|recorded|plotted)\b"
    r"|\bis given by\b|\bcan be calculated\b",
    re.IGNORECASE,
)
REJECTING = lazy(
    r"\breject(?:s|ed)?\b|\brefut(?:es|ed)\b|\bnot (?:supported|confirmed)\b|\bdoes not hold\b|\bcontradicts?\b"
    r"|\bverworfen\b|\bwiderlegt\b|\brejet[ée]",
    re.IGNORECASE,
)


@cache
def _proving() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    patterns = (PROOF_NAMES, rf"\W*(?:{'|'.join(PROVING.values())})", "|".join(LEADING.values()))
    names, starts, leads = (re.compile(one, re.IGNORECASE) for one in patterns)
    return names, starts, leads


def leads_to(text: str) -> bool:
    """Whether the last sentence before a result says that it follows, in any language."""
    return _proving()[2].search(text.rstrip(" .:\n").rpartition(". ")[2]) is not None


def speaks_of_proof(text: str) -> bool:
    """Whether a text beside a result says anything of its proof, in any language."""
    return _proving()[0].search(text) is not None


def begins_to_prove(text: str) -> bool:
    """Whether a text right behind a result begins as a proof in words does, in any language."""
    return _proving()[1].match(text) is not None


@cache
def _compiled(table: str, language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    words = {"roles": ROLES, "links": LINKS}[table].get(language, {})
    return tuple((name, re.compile(pattern)) for name, pattern in words.items())


def role_of(text: str, language: str = "en") -> str:
    """Return the role that the words of a sentence betray, empty where none does."""
    lower = text.lower()
    return next((role for role, pattern in _compiled("roles", language) if pattern.search(lower)), "")


def link_of(text: str, language: str = "en") -> str:
    """Return how a sentence stands to the one before: ``rests``, ``grounds``, ``attacks`` or empty."""
    lower = text.lower().lstrip("([“\"' ")
    return next((link for link, pattern in _compiled("links", language) if pattern.match(lower)), "")
