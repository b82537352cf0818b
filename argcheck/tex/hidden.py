r"""Text that nobody sees in print and that tells a reviewer or a language model what to do; signs that hide text.

Both must hold: words are made invisible (white, transparent, tiny, off the page, in the metadata of the PDF, in characters
without a shape), and they instruct whoever judges the paper.  A file is searched for instructions only
if it holds something that can hide them, so that most files cost a few searches for plain strings.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Span
from argcheck.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.tex.model import Manuscript


class Hidden(NamedTuple):
    """A hidden passage."""

    span: Span
    words: str  #: what it says, empty for signs that only reorder what is seen
    how: str  #: what hides it, such as ``white``


# -- what instructs

_ORDER = r"(?:instructions?|prompts?|guidelines?|directions?|directives?|commands?|rules)"
_GOOD = (
    r"(?:positive|favou?rable|glowing|flattering|enthusiastic|good|great|high(?:est)?|top|strong|excellent|perfect"
    r"|maximum|best)"
)
_JUDGED = r"(?:reviews?|ratings?|scores?|recommendations?|evaluations?|assessments?|feedback|marks?|grades?|comments)"
_BAD = (
    r"(?:weakness(?:es)?|negatives?|limitations?|flaws?|shortcomings?|criticisms?|concerns|drawbacks|faults|errors"
    r"|problems)"
)
_MODEL = (
    r"(?:(?:large[\s~]+)?language[\s~]+models?|LLMs?|A\.?I\.?|GPT(?:-?\d)?|ChatGPT|Claude|Gemini|chatbots?)"
)
_GAP = r"(?:[\s~]+(?:[\w'’-]+,?)){0,6}?[\s~]+"
_FEW = r"(?:[\s~]+(?:[\w'’-]+,?)){0,3}?[\s~]+"
_NEGATED = r"(?:do[\s~]+not|don['’]t|never|avoid|must[\s~]+not|should[\s~]+not|refrain[\s~]+from)"
_WORK = r"(?:paper|manuscript|submission|article|work)"


def _pattern(*ways: str) -> re.Pattern[str]:
    return lazy("|".join(ways), re.IGNORECASE)


class _Way(NamedTuple):
    """One way to instruct: a passage has one of ``words``, and one of ``others`` near it, in lower case."""

    words: tuple[str, ...]
    others: tuple[str, ...]
    pattern: re.Pattern[str]


_WAYS = (
    _Way(
        ("ignor", "disregard", "forget", "override", "bypass"),
        (
            "instruc",
            "prompt",
            "guideline",
            "direct",
            "command",
            "rules",
            "anweis",
            "instruk",
            "anleit",
            "vorgab",
            "richtl",
            "consigne",
        ),
        _pattern(
            rf"\b(?:ignore|disregard|forget|override|bypass){_GAP}{_ORDER}\b",
            rf"\bignorier\w*{_FEW}(?:Anweisung|Instruktion|Anleitung|Vorgabe|Richtlinie)\w*",
            rf"\bignore[rz]?{_FEW}(?:instructions?|consignes?|directives?)\b",
        ),
    ),
    _Way(
        (
            "review",
            " rating",
            " score",
            "recommendation",
            "evaluation",
            "assessment",
            "feedback",
            " grade",
            " mark",
        ),
        (
            "positive",
            "favo",
            "glowing",
            "flattering",
            "enthusiastic",
            "good",
            "great",
            "high",
            " top ",
            "strong",
            "excellent",
            "perfect",
            "maximum",
            "best",
        ),
        _pattern(
            r"\b(?:give|write|provide|output|produce|generate|return|assign|leave|submit|issue|deliver|draft)"
            rf"{_GAP}{_GOOD}{_FEW}{_JUDGED}\b"
        ),
    ),
    _Way(
        (
            "weakness",
            "negative",
            "limitation",
            "flaw",
            "shortcoming",
            "critici",
            "concern",
            "drawback",
            "fault",
        ),
        ("not ", "not\n", "n't", "n’t", "never", "avoid", "refrain"),
        _pattern(
            rf"\b{_NEGATED}{_FEW}(?:mention|highlight|discuss|list|point|criticize|criticise|note|raise|include|give"
            rf"|report|output|emphasi[sz]e)(?:ing)?{_GAP}{_BAD}\b"
        ),
    ),
    _Way(
        (" accept", "\naccept"),
        ("recommend", "suggest", "advise", "vote", "you must", "please", "always", "simply", "just"),
        _pattern(
            rf"\b(?:recommend|suggest|advise|vote){_FEW}(?:accept(?:ance|ing)?)\b(?=[^.]{{0,40}}\b{_WORK}\b|[\s~]*[.!])",
            rf"\b(?:you[\s~]+must|please|always|simply|just)[\s~]+accept[\s~]+(?:this|the)[\s~]+{_WORK}\b",
        ),
    ),
    _Way(
        (
            "language model",
            "llm",
            " ai ",
            " ai:",
            " ai,",
            "a.i.",
            "gpt",
            "claude",
            "gemini",
            "chatbot",
            "reviewer",
        ),
        (
            "as a",
            "are a",
            "note",
            "attention",
            "message",
            "instruction",
            "dear",
            "hey",
            "hello",
            "please",
            "do ",
            "you",
            "reviewer",
        ),
        _pattern(
            rf"\b(?:as|if[\s~]+you[\s~]+are|you[\s~]+are)[\s~]+an?[\s~]+(?:\w+[\s~]+){{0,2}}?{_MODEL}(?!\w)",
            r"\byou[\s~]+are[\s~]+(?:now[\s~]+)?an?[\s~]+(?:\w+[\s~]+){0,2}?reviewer\b",
            r"\b(?:note|attention|message|instructions?|dear|hey|hello)(?:[\s~]+(?:to|for))?(?:[\s~]+(?:all|any|the))?"
            rf"[\s~,:]+{_MODEL}(?!\w)",
            rf"\b{_MODEL}[\s~]+(?:reviewers?|assistants?|agents?|systems?)[\s~]*(?::|,?[\s~]*(?:please|do|you)\b)",
        ),
    ),
    _Way(
        ("emphasize", "emphasise"),
        ("strength", "novelty", "contribution", "merit"),
        _pattern(
            rf"\bemphasi[sz]e{_FEW}(?:strengths?|novelty|contributions?|merits?)\b[^.]{{0,40}}\b{_WORK}\b"
        ),
    ),
    _Way(
        ("gutachten", "bewertung", "rezension", "urteil", "schwäche", "mängel", "kritik"),
        ("gib", "geben", "schreib", "verfass", "erstell", "erwähn", "nenn"),
        _pattern(
            rf"\b(?:gib|geben|schreib\w*|verfass\w*|erstell\w*){_FEW}(?:positiv|gut|wohlwollend|hervorragend)\w*[\s~]+"
            r"(?:Bewertung|Gutachten|Rezension|Begutachtung|Urteil)\w*",
            rf"\b(?:erwähn\w*|nenn\w*){_FEW}?(?:kein\w*|nicht){_FEW}(?:Schwäche|Mängel|Kritik)\w*",
        ),
    ),
    _Way(
        (" avis", "rapport", "évaluation", "critique", "faiblesse", "défaut", "limite"),
        ("donne", "rédige", "écri", "fourni", "ne mentionne", "ne cite", "ne signale"),
        _pattern(
            rf"\b(?:donne[rz]?|rédige[rz]?|écri(?:s|vez|re)|fournis\w*){_FEW}(?:avis|rapport|évaluation|critique)"
            r"[\s~]+(?:\w+[\s~]+){0,2}?(?:positi\w+|favorable|élogieu\w+|excellente?)\b",
            r"\bne[\s~]+(?:mentionne|cite|signale)[rz]?[\s~]+(?:pas|aucune?)[\s~]+(?:\w+[\s~]+){0,2}?"
            r"(?:faiblesse|défaut|limite|critique)s?\b",
        ),
    ),
)
_WINDOW = 100  # characters
_PASSAGE = lazy(r"[^{}\\]{1,120}")  # what is shown of a passage

# -- what hides


class _Cover(NamedTuple):
    """One way to hide: by one of these commands, in a file that has one of the needles and what the pattern finds, if any."""

    commands: tuple[str, ...]
    needles: tuple[str, ...]
    pattern: re.Pattern[str] | None = None


_COVERS = (
    _Cover(
        ("textcolor", "color"),
        ("{white}", "{white!", "FFFFFF", "ffffff", "]{1}", "{1,1,1}", "{1, 1, 1}", "{1.0,", "!0}"),
    ),
    _Cover(("phantom", "hphantom", "vphantom"), ("hantom",), lazy(r"hantom\s*\{[^{}]{20}")),
    _Cover(("fontsize",), ("fontsize",), lazy(r"fontsize\s*\{\s*(?:[012]?\.\d+|[012])\s*(?:pt)?\s*\}")),
    _Cover(
        ("scalebox", "resizebox"),
        ("lebox", "sizebox"),
        lazy(r"(?:scale|resize)box\s*\{\s*0?\.[012]|sizebox\s*\{\s*[012.]*\s*(?:pt|sp|mm)"),
    ),
    _Cover(
        ("raisebox", "hspace", "vspace", "kern", "hskip", "vskip"),
        ("sebox{-", "space{-", "space*{-", "skip-", "skip -", "kern-", "kern -"),
        lazy(r"(?:sebox\{|space\*?\{|skip ?|kern ?)-\d\d+(?:\.\d*)?\s*(?:cm|in|mm|pt|em)"),
    ),
    _Cover(("transparent", "texttransparent"), ("ransparent",), lazy(r"ransparent\s*\{\s*[0.]+\d?\s*\}")),
    _Cover(
        ("pdfliteral", "pdfextension", "pdfrender", "pdfrendersetup", "textpdfrender"),
        (" Tr", "Invisible"),
        lazy(r"3\s+Tr\b|=\s*\{?(?:3|Invisible)"),
    ),
    _Cover(("hypersetup",), ("pdfkeywords", "pdfsubject", "pdfauthor")),
    _Cover(
        ("pdfinfo", "special", "BeginAccSupp", "pdftooltip", "pdfannot"),
        ("\\pdfinfo", "\\special", "AccSupp", "pdftooltip", "\\pdfannot"),
    ),
    _Cover(("includegraphics",), ("alt=", "alt ="), lazy(r"\balt\s*=\s*\{")),
)
_DEFINED = lazy(
    r"\\definecolor\s*\{([^{}]*)\}\s*\{(\w+)\}\s*\{([^{}]*)\}|\\colorlet\s*\{([^{}]*)\}\s*\{white(?:!(?:9[5-9]|100))?[!}]"
)
_PALE = {
    "rgb": 0.95,
    "gray": 0.95,
    "RGB": 242.0,
    "HTML": 242.0,
}  # what every part of a colour has at least that is no better than white
_COLOUR = r"\s*(?:\[(?P<model>\w+)\])?\s*\{\s*(?P<colour>[^{}]*?)\s*\}"
_NUMBER = r"(-?(?:\d+\.?\d*|\.\d+))"
_LENGTH = lazy(
    rf"\s*\{{?\s*{_NUMBER}\s*(pt|bp|mm|cm|in|em|ex|pc|sp|dd|\\(?:text|line|page|paper|column)(?:width|height))"
)
_CM = {
    "pt": 0.0351,
    "bp": 0.0353,
    "mm": 0.1,
    "cm": 1.0,
    "in": 2.54,
    "em": 0.35,
    "ex": 0.15,
    "pc": 0.42,
    "sp": 0.0,
    "dd": 0.0376,
}
_FAR = 21.0  # centimetres: what is moved by so much stands off the page
_TINY = 3.0  # points: nobody reads that
_SMALL = 0.25  # of the size of the text
_NARROW = 0.1  # centimetres
_DEEP = 100  # groups around a place that are looked at
_TOKEN = lazy(r"\\(?:begin|end)\s*\{[^{}]*\}|\\([A-Za-z@]+)\*?|\\(?s:.)|%[^\n]*|[{}]")
_METADATA = frozenset(
    ("hypersetup", "pdfinfo", "special", "pdfstringdef", "BeginAccSupp", "pdftooltip", "pdfannot")
)
_FIELD = lazy(r"(pdf(?:keywords|subject|author|title)|alt|ActualText)\s*=\s*\Z")
_SIZES = frozenset(
    ("normalsize", "small", "footnotesize", "scriptsize", "large", "Large", "LARGE", "huge", "Huge")
)
#: What gives white text a ground to stand out from.
_GROUNDS = frozenset(
    ("colorbox", "fcolorbox", "rowcolor", "cellcolor", "node", "tcbox", "pagecolor", "psframebox")
)
_GROUND_ENVIRONMENTS = frozenset(
    (
        "tcolorbox",
        "tikzpicture",
        "mdframed",
        "shaded",
        "shaded*",
        "frame",
        "picture",
        "pspicture",
        "tabular",
        "tblr",
        "beamercolorbox",
        "titlepage",
    )
)
_WRAPPER = lazy(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|(?:New|Renew|Provide|Declare)DocumentCommand)\*?\s*"
    r"\{?\s*\\([A-Za-z@]+)\s*\}?\s*(?:\[[1-9]\]|\{[^{}]*\})(?:\s*\[[^\[\]]*\])?\s*(\{)"
)

_IN_WRAPPERS = ("{white}", "hantom{", "fontsize{0", "fontsize{1p", "ransparent{0", "scalebox{0")

# -- characters without a shape

_TAGS = lazy("(?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0020-\U000e007e]{4,}")
_SHAPELESS = "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff"
_RUN = lazy(f"[{_SHAPELESS}]{{16,}}")
_OVERRIDE = lazy("[\u202d\u202e\u2067]([^\n\u202c\u2069]+)")
_RIGHT_TO_LEFT = lazy("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


def hidden(manuscript: Manuscript) -> list[Hidden]:
    """Return hidden instructions and text in characters without a shape, in document order.

    Linear in the size of the files.
    """
    found: list[Hidden] = []
    covers = [one for one in _COVERS if not manuscript.commands.isdisjoint(one.commands)]
    colours, wrappers = _own(manuscript)
    needles = [*(f"\\{name}" for name in wrappers), *(f"{{{name}}}" for name in colours if name != "white")]
    if "pdf" in manuscript.packages.get("hyperref", ""):
        needles.append("{hyperref}")
    kind = "covering " + " ".join(one.commands[0] for one in covers)
    for path, file in manuscript.files.items():
        text = file.text
        if not text.isascii():
            found += _shapeless(path, text)
        may = manuscript.remember(kind, file.digest, lambda text=text: _may_cover(text, covers))  # type: ignore[misc]
        if may or any(needle in text for needle in needles):
            found += _covered(manuscript, path, text, colours, wrappers)
    return found


def _may_cover(text: str, covers: Iterable[_Cover]) -> bool:
    return any(
        any(needle in text for needle in one.needles)
        and (one.pattern is None or one.pattern.search(text) is not None)
        for one in covers
    )


def _own(manuscript: Manuscript) -> tuple[frozenset[str], dict[str, str]]:
    """Return the document's own names of white, and its macros that hide their argument."""
    colours = {"white"}
    if not manuscript.commands.isdisjoint(("definecolor", "colorlet")):
        for file in manuscript.files.values():
            if "definecolor" in file.text or "colorlet" in file.text:
                colours |= {
                    found[1] or found[4]
                    for found in _DEFINED.finditer(file.text)
                    if found[4] or _is_pale(found[2], found[3])
                }
    named = frozenset(colours)
    wrappers: dict[str, str] = {}
    for text in (file.text for file in manuscript.files.values()):
        if "ommand" in text and any(needle in text for needle in _IN_WRAPPERS):
            for match in _WRAPPER.finditer(text):
                body = _Groups(text[match.end(2) : match.end(2) + 400], named, {})
                place = body.text.find("#1")
                how = body.covers([place])[0][0] if place >= 0 else ""
                if how:
                    wrappers[match[1]] = how
    return named, wrappers


def _instructing(text: str) -> list[tuple[int, int]]:
    """Return the places of what instructs in a text, in order; only around the words that such passages have is it searched."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    found: list[tuple[int, int]] = []
    for words, others, pattern in _WAYS:
        ranges = sorted(place for word in words for place in _around(lower, word))
        end = 0
        for start, stop in _merged(ranges):
            near = lower[start:stop]
            if any(other in near for other in others):
                for match in pattern.finditer(text, max(start, end), stop):
                    found.append(match.span())
                    end = match.end()
    return sorted(found)


def _around(lower: str, word: str) -> Iterator[tuple[int, int]]:
    position = lower.find(word)
    while position >= 0:
        yield max(0, position - _WINDOW), position + _WINDOW
        position = lower.find(word, position + len(word))


def _merged(ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Join ranges that overlap."""
    start, end = -1, -1
    for first, last in ranges:
        if first > end:
            if end >= 0:
                yield start, end
            start, end = first, last
        else:
            end = max(end, last)
    if end >= 0:
        yield start, end


def _covered(
    manuscript: Manuscript, path: str, text: str, colours: frozenset[str], wrappers: dict[str, str]
) -> Iterator[Hidden]:
    """Yield the instructions of one file that something hides; several in one group are one."""
    digest = manuscript.files[path].digest
    places = manuscript.remember("instructing", digest, lambda: _instructing(text))
    if not places:
        return
    covers = _Groups(text, colours, wrappers).covers([start for start, _ in places])
    dead = sorted(manuscript.dead.get(path, ()))
    before = "", 0
    for (start, end), cover in zip(places, covers, strict=True):
        which = bisect_right(dead, start, key=lambda one: one[0]) - 1
        if not cover[0] or (which >= 0 and start < dead[which][1]):
            continue
        if cover != before:
            passage = _PASSAGE.match(text, start)
            yield Hidden(Span(path, start, end), " ".join((passage[0] if passage else "").split()), cover[0])
        before = cover


class _Level:
    """One group or environment: what hides the text in it, from which offset on, and whether it has a ground of its own."""

    __slots__ = ("begin", "environment", "ground", "how", "since")

    def __init__(self, how: str, *, ground: bool = False, environment: str = "") -> None:
        self.how = how
        self.begin = -1
        self.since = -1
        self.ground = ground
        self.environment = environment

    def set(self, how: str, since: int = -1) -> None:
        """Let the text from here on be hidden so, or seen."""
        self.how = how
        self.since = since


class _Groups:
    """Walks through the groups of a text."""

    def __init__(self, text: str, colours: frozenset[str], wrappers: dict[str, str]) -> None:
        self.text = text
        self.colours = colours
        self.wrappers = wrappers

    def covers(self, offsets: Iterable[int]) -> list[tuple[str, int]]:
        """Return for each of the offsets, which ascend, what hides the text there, and since where; ("", 0) if nothing does."""
        waiting = list(offsets)
        found: list[tuple[str, int]] = []
        stack = [_Level("")]
        pending: tuple[int, _Level] | None = None  # what the group that begins here is to a command before it
        for token in _TOKEN.finditer(self.text):
            start = token.start()
            while len(found) < len(waiting) and waiting[len(found)] < start:
                found.append(self._hiding(stack, waiting[len(found)]))
            if len(found) == len(waiting):
                break
            what = token[0]
            early = pending is not None and start < pending[0]  # an argument before the one that counts
            if what == "{":
                if pending is not None and not early and not self.text[pending[0] : start].strip():
                    stack.append(pending[1])
                else:
                    stack.append(_field(self.text, start))
                stack[-1].begin = start
                pending = pending if early else None
            elif what == "}":
                if len(stack) > 1:
                    stack.pop()
                pending = pending if early else None
            elif what[0] == "%":
                if len(found) < len(waiting) and waiting[len(found)] < token.end():
                    found += [("", 0)] * sum(
                        start <= offset < token.end() for offset in waiting[len(found) :]
                    )
            elif what.startswith(("\\begin", "\\end")) and what.endswith("}"):
                self._environment(what, stack)
            elif token[1]:
                pending = self._command(token[1], token.end(), stack[-1])
        return found + [self._hiding(stack, offset) for offset in waiting[len(found) :]]

    def _hiding(self, stack: list[_Level], offset: int) -> tuple[str, int]:
        """Return the innermost group that hides its text; white on a ground of its own is seen."""
        for level in reversed(stack):
            if level.ground:
                break
            if level.since >= 0 and "\n\n" in self.text[level.since : offset]:
                continue  # what is moved ends with its paragraph
            if level.how == "white" and any(outer.ground for outer in stack[-_DEEP:]):
                break
            if level.how:
                return level.how, max(level.begin, level.since)
        return "", 0

    def _environment(self, what: str, stack: list[_Level]) -> None:
        name = what[what.index("{") + 1 : -1].strip()
        if what.startswith("\\begin"):
            stack.append(_Level("", ground=name in _GROUND_ENVIRONMENTS, environment=name))
        elif any(level.environment == name for level in stack):
            while stack.pop().environment != name:
                pass

    def _command(self, name: str, end: int, level: _Level) -> tuple[int, _Level] | None:
        """Take in what a command does to the text behind it, or to its argument: where that begins, and how."""
        text = self.text
        if name in self.wrappers:
            return _after_options(text, end), _Level(self.wrappers[name])
        if name in ("textcolor", "color"):
            colour = re.compile(_COLOUR).match(text, end)
            if colour is None:
                return None
            how = "white" if self._is_white(colour["model"] or "", colour["colour"]) else ""
            if name == "textcolor":
                return colour.end(), _Level(how)
            level.set(how)
        elif name == "normalcolor" or name in _SIZES:
            if level.how == ("white" if name == "normalcolor" else "tiny"):
                level.set("")
        elif name in ("phantom", "hphantom", "vphantom"):
            return end, _Level("phantom")
        elif name in _GROUNDS:
            return _after_groups(text, end, 2 if name == "fcolorbox" else 1), _Level("", ground=True)
        elif name in _METADATA:
            return _after_groups(text, end, 1 if name == "pdftooltip" else 0), _Level("metadata")
        elif name in (
            "fontsize",
            "scalebox",
            "resizebox",
            "raisebox",
            "hspace",
            "vspace",
            "kern",
            "hskip",
            "vskip",
        ):
            return self._moved(name, end, level)
        elif name in ("transparent", "texttransparent"):
            value = re.compile(r"\s*\{\s*(0?\.?0\d?|0)\s*\}").match(text, end)
            if name == "texttransparent" and value:
                return value.end(), _Level("transparent")
            if name == "transparent":
                level.set("transparent" if value else "")
        elif name in ("pdfliteral", "pdfextension", "pdfrender", "pdfrendersetup", "textpdfrender"):
            said = text[end : end + 120].partition("\n")[0]
            mode = re.search(r"(\d)\s+Tr\b|TextRenderingMode\s*=\s*\{?(\w+)", said)
            if mode:
                invisible = (mode[1] or mode[2]) in ("3", "Invisible")
                if name == "textpdfrender":
                    return _after_groups(text, end, 1), _Level("render mode 3" if invisible else "")
                level.set("render mode 3" if invisible else "")
        return None

    def _is_white(self, model: str, colour: str) -> bool:
        if not model:
            return colour in self.colours or bool(re.match(r"white!(?:9[5-9]|100)(?:!|\Z)|\w+!0\Z", colour))
        return _is_pale(model, colour)

    def _moved(self, name: str, end: int, level: _Level) -> tuple[int, _Level] | None:
        r"""Take in a size or a distance: ``\fontsize{0.1pt}``, ``\scalebox{0.01}{..}``, ``\hspace*{-60cm}``."""
        text = self.text
        if name == "scalebox":
            factor = re.compile(rf"\s*\{{\s*{_NUMBER}\s*\}}").match(text, end)
            return (
                (factor.end(), _Level("tiny" if abs(float(factor[1])) < _SMALL else "")) if factor else None
            )
        if name == "fontsize":
            size = re.compile(rf"\s*\{{\s*{_NUMBER}\s*(?:pt)?\s*\}}").match(text, end)
            level.set("tiny" if size and float(size[1]) < _TINY else "")
            return None
        length = _LENGTH.match(text, end)
        if length is None:
            return None
        distance = abs(float(length[1]) * _CM.get(length[2], 16.0))
        if name == "resizebox":
            return _after_groups(text, end, 2), _Level("tiny" if distance < _NARROW else "")
        if name == "raisebox":
            return _after_groups(text, end, 1), _Level("off the page" if distance > _FAR else "")
        if distance > _FAR:
            level.set("off the page", end)
        return None


def _is_pale(model: str, value: str) -> bool:
    """Whether a colour such as ``1,1,1`` of the model ``rgb`` is as good as white."""
    try:
        if model == "HTML":
            parts = [float(int(value.strip()[at : at + 2], 16)) for at in (0, 2, 4)]
        else:
            parts = [float(part) for part in value.split(",")]
    except ValueError:
        return False
    return model in _PALE and min(parts) >= _PALE[model]


def _field(text: str, start: int) -> _Level:
    """Return the level of a group that no command calls: a field of the metadata, or nothing; a title is seen."""
    named = _FIELD.search(text, max(0, start - 20), start) if text[start - 1 : start] in ("=", " ") else None
    if named is None:
        return _Level("")
    return _Level("", ground=True) if named[1] == "pdftitle" else _Level("metadata")


def _after_options(text: str, end: int) -> int:
    found = re.compile(r"(?:\s*\[[^\[\]]*\])*").match(text, end)
    return found.end() if found else end


def _after_groups(text: str, end: int, count: int) -> int:
    found = re.compile(r"(?:\s*\[[^\[\]]*\])*" + r"\s*\{[^{}]*\}" * count + r"(?:\s*\[[^\[\]]*\])*").match(
        text, end
    )
    return found.end() if found else end


def _shapeless(path: str, text: str) -> Iterator[Hidden]:
    """Yield what is written in characters that nobody sees, and what turns the order of the others."""
    if any(chr(0xE0000 + code) in text for code in (0x65, 0x74, 0x20, 0x45, 0x54)):
        for match in _TAGS.finditer(text):
            said = "".join(chr(ord(char) - 0xE0000) for char in match[0])
            yield Hidden(Span(path, *match.span()), said, "characters without a shape")
    if any(char in text for char in _SHAPELESS):
        for match in _RUN.finditer(text):
            yield Hidden(Span(path, *match.span()), _decoded(match[0]), "characters without a shape")
    if any(char in text for char in "\u202d\u202e\u2067"):
        for match in _OVERRIDE.finditer(text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.end()]
            if not _RIGHT_TO_LEFT.search(line) and re.search(r"\w\W*\w", match[1]):
                yield Hidden(Span(path, *match.span()), "", "a sign that reverses the order of the letters")


def _decoded(signs: str) -> str:
    """Read a run of two different signs as the bits of text, empty where it is none."""
    kinds = sorted(set(signs))
    if len(kinds) != 2 or len(signs) % 8:
        return ""
    for zero in kinds:
        codes = [
            int("".join("0" if sign == zero else "1" for sign in signs[at : at + 8]), 2)
            for at in range(0, len(signs), 8)
        ]
        if all(32 <= code < 127 for code in codes):
            return "".join(map(chr, codes))
    return ""
