"""Sources in three languages and quotations of them, true ones and altered ones, written before the search."""

from __future__ import annotations

from typing import NamedTuple

ENGLISH = (
    "When two armies of equal strength meet on open ground the chances are about fifty-fifty, and no general should count on luck.",
    "The officers who wrote these reports were seldom present at the battles, and their figures must be read with caution.",
    "We found that the oldest letters were also the most reliable, although they had been copied at least three times.",
    "No single document proves that the treaty was signed before the harvest; the efficient clerks left no note of it.",
    "A difference of 12.5 percent remains unexplained after every correction that we could think of.",
    "It is a truth seldom admitted that victory belongs to whoever has the better roads and the fuller granaries.",
    "The king's physician called it “a fever of the marshes”, which was the common name for malaria.",
    "Peasants did not revolt because they were poor but because they had been promised relief that never came.",
    "Every chronicle of the period repeats the same seven errors about the siege, and none corrects them.",
    "In the end the fortress surrendered without a shot, since its wells had run dry during the second week.",
)
GERMAN = (
    "Die Überlieferung der Briefe ist lückenhaft, und die ältesten Abschriften stammen erst aus dem fünfzehnten Jahrhundert.",
    "Wer die Straße über den Paß beherrschte, der beherrschte auch den Handel mit Salz und Getreide.",
    "Keine der Quellen nennt die Zahl der Gefallenen, doch muß sie erheblich gewesen sein.",
    "Das Schiff sank nicht im Sturm, sondern lief bei ruhiger See auf eine Sandbank.",
    "Die Zeitgenossen hielten den Grafen für einen klugen Verwalter und einen schlechten Feldherrn.",
)
FRENCH = (
    "L'hiver fut si rude que les loups entrèrent dans les faubourgs de la ville pendant trois semaines.",
    "On ne saurait expliquer cette révolte par la seule misère des campagnes, car les provinces les plus pauvres restèrent calmes.",
    "Le traité fut signé à l'aube par des hommes qui n'avaient pas dormi depuis deux jours.",
    "Aucun témoin n'a vu brûler les archives, mais tous ont parlé de la fumée.",
)


class Case(NamedTuple):
    """A sentence of a manuscript; of an altered one, what the source has in the place of what."""

    text: str
    ours: str = ""  #: altered words; empty for a true quotation
    theirs: str = ""


TRUE = {
    "en": (
        r"``the chances are about fifty-fifty''~\cite{en}.",
        r"``the chances are about $\omega^F_2$, and no general should count on luck''~\cite{en}.",
        r"``the \is{chance}chances are about fifty-fifty''~\cite{en}.",
        r"\enquote{the chances are about fifty-fifty, and no general should count on luck} \cite[p.~2]{en}.",
        r"``The chances are about fifty-fifty'' is what \citet{en} says.",
        r"As \cite{en} puts it, ``no general should count on luck''.",
        r"“their figures must be read with caution” \cite{en}.",
        r"``The officers who wrote these reports \dots{} must be read with caution'' \cite{en}.",
        r"``[t]he officers who wrote these reports were seldom present'' \cite{en}.",
        r"``[W]e found that the oldest letters were also the most reliable'' \cite{en}.",
        r"``the oldest letters [of the archive] were also the most reliable'' \cite{en}.",
        r"``the oldest letters were [...] copied at least three times'' \cite{en}.",
        r"``the oldest letters were \textelp{} copied at least three times'' \cite{en}.",
        r"``the treaty was signed [sic] before the harvest'' \cite{en}.",
        r"\textquote[\cite{en}]{No single document proves that the treaty was signed before the harvest}.",
        r"\textcquote[p.~3]{en}{the efficient clerks left no note of it}.",
        r"``A difference of 12.5 percent remains unexplained'' \cite{en}.",
        r"``a difference of 12.5\,percent remains \emph{unexplained}'' (emphasis added) \cite{en}.",
        r"He wrote: ``It is a truth seldom admitted that victory belongs to whoever has the better roads'' \cite{en}.",
        r"``which was the common name for malaria. Peasants did not revolt because they were poor'' \cite{en}.",
        r"``The king’s physician called it ‘a fever of the marshes’, which was the common name'' \cite{en}.",
        r"``Peasants did not revolt because they were poor but because they had been promised relief'' \cite{en}.",
        "\\begin{quote}\nEvery chronicle of the period repeats the same seven errors about the siege, and none corrects them.\n\\end{quote}\n\\cite{en}",
        "It is well known \\cite{en}:\n\\begin{quotation}\nIn the end the fortress surrendered without a shot, since its wells had run dry.\n\\end{quotation}",
        "\\begin{displayquote}[\\cite{en}]\nPeasants did not revolt because they were poor \\ldots\\ promised relief that never came.\n\\end{displayquote}",
        "\\begin{quote}\nNo single document proves that the treaty was signed before the harvest. \\hfill --- The Author \\cite{en}\n\\end{quote}",
        r"\blockquote[\cite{en}]{the fortress surrendered without a shot, since its wells had run dry during the second week}.",
        r"Two works say that ``no general should count on luck'' \cite{en,other}.",
        r"Smith \cite{other} doubts it, but ``none corrects them. In the end the fortress surrendered'', he says \cite{en}.",
    ),
    "de": (
        r"„Die Überlieferung der Briefe ist lückenhaft“ \cite{de}.",
        r"„[d]ie ältesten Abschriften stammen erst aus dem fünfzehnten Jahrhundert“ \cite{de}.",
        r"\glqq Wer die Straße über den Paß beherrschte, der beherrschte auch den Handel\grqq{} \cite{de}.",
        r"„Wer die Stra\ss e über den Paß beherrschte […] beherrschte auch den Handel mit Salz“ \cite{de}.",
        r"»doch muß sie erheblich gewesen sein« \cite{de}.",
        r"\enquote{Das Schiff sank nicht im Sturm, sondern lief bei ruhiger See auf eine Sandbank} \cite{de}.",
        r"„Die Zeitgenossen hielten den Grafen [...] für einen klugen Verwalter“ \cite{de}.",
    ),
    "fr": (
        r"«~L'hiver fut si rude que les loups entrèrent dans les faubourgs~» \cite{fr}.",
        r"\og L'hiver fut si rude que les loups entr\`erent dans les faubourgs\fg{} \cite{fr}.",
        r"«~cette révolte par la seule misère des campagnes~» \cite{fr}.",
        r"\enquote{Aucun témoin n'a vu brûler les archives} \cite{fr}.",
        r"«~Le traité fut signé à l'aube (...) depuis deux jours~» \cite{fr}.",
    ),
}
ALTERED = {
    "en": (
        Case(r"``the chances are about even'' \cite{en}.", "even", "fifty-fifty"),
        Case(
            r"\enquote{the chances are roughly fifty-fifty, and no general should count on luck} \cite{en}.",
            "roughly",
            "about",
        ),
        Case(r"``their figures must be read with care'' \cite{en}.", "care", "caution"),
        Case(
            r"``The officers who wrote these reports were often present at the battles'' \cite{en}.",
            "often",
            "seldom",
        ),
        Case(r"``We found that the oldest letters were the most reliable'' \cite{en}.", "", "also"),
        Case(r"``the newest letters were also the most reliable'' \cite{en}.", "newest", "oldest"),
        Case(r"``the oldest letters were \dots{} copied at least four times'' \cite{en}.", "four", "three"),
        Case(
            r"``No document proves that the treaty was signed before the harvest'' \cite{en}.", "", "single"
        ),
        Case(r"``A difference of 15.2 percent remains unexplained'' \cite{en}.", "15.2", "12.5"),
        Case(
            r"``[i]t is a truth often admitted that victory belongs to whoever has the better roads'' \cite{en}.",
            "often",
            "seldom",
        ),
        Case(
            r"``Peasants revolt because they were poor but because they had been promised relief'' \cite{en}.",
            "",
            "did not",
        ),
        Case(
            r"\textquote[\cite{en}]{Every chronicle of the period repeats the same nine errors about the siege}.",
            "nine",
            "seven",
        ),
        Case(
            r"\textcquote{en}{the fortress fell without a shot, since its wells had run dry}.",
            "fell",
            "surrendered",
        ),
        Case(
            "\\begin{quote}\nIn the end the fortress surrendered without a fight, since its wells had run dry.\n\\end{quote}\n\\cite{en}",
            "fight",
            "shot",
        ),
        Case(
            "\\begin{displayquote}[\\cite{en}]\nNo single document proves that the treaty was signed after the harvest.\n\\end{displayquote}",
            "after",
            "before",
        ),
        Case(r"``The king's physician called it `a plague of the marshes''' \cite{en}.", "plague", "fever"),
    ),
    "de": (
        Case(
            r"„Die Überlieferung der Briefe ist vollständig, und die ältesten Abschriften“ \cite{de}.",
            "vollständig",
            "lückenhaft",
        ),
        Case(
            r"„Wer die Straße über den Fluß beherrschte, der beherrschte auch den Handel“ \cite{de}.",
            "Fluß",
            "Paß",
        ),
        Case(
            r"\glqq Das Schiff sank im Sturm, sondern lief bei ruhiger See auf eine Sandbank\grqq{} \cite{de}.",
            "",
            "nicht",
        ),
        Case(
            r"»Die Zeitgenossen hielten den Grafen für einen klugen Verwalter und einen guten Feldherrn« \cite{de}.",
            "guten",
            "schlechten",
        ),
    ),
    "fr": (
        Case(
            r"«~L'hiver fut si doux que les loups entrèrent dans les faubourgs~» \cite{fr}.", "doux", "rude"
        ),
        Case(
            r"\og Le traité fut signé à midi par des hommes qui n'avaient pas dormi\fg{} \cite{fr}.",
            "midi",
            "l'aube",
        ),
        Case(
            r"\enquote{On ne saurait expliquer cette révolte par la seule misère des villes} \cite{fr}.",
            "villes",
            "campagnes",
        ),
        Case(r"«~Aucun témoin n'a vu voler les archives~» \cite{fr}.", "voler", "brûler"),
    ),
}


def filler(language: str, number: int) -> str:
    """A paragraph that says little, so that a source has the length of an article."""
    nouns = {
        "en": ("ledger", "chapel", "harbour", "mill", "bridge", "orchard", "quarry", "tower"),
        "de": ("Mühle", "Kapelle", "Brücke", "Werft", "Zeche", "Scheune", "Kanzlei", "Warte"),
        "fr": ("moulin", "chapelle", "port", "pont", "verger", "tour", "grange", "greffe"),
    }[language]
    patterns = {
        "en": "The {a} of district {n} was surveyed in the year {y}, and the {b} beside it was left to the parish until the {c} had been paid for.",
        "de": "Die {a} im Bezirk {n} wurde im Jahre {y} vermessen, und die {b} daneben blieb der Gemeinde, bis die {c} bezahlt war.",
        "fr": "Dans le canton {n}, le registre du {a} date de {y}, et celui du {b} fut confié au notaire jusqu'au paiement du {c}.",
    }[language]
    rows = (
        patterns.format(
            a=nouns[(number + k) % 8],
            b=nouns[(number * 3 + k) % 8],
            c=nouns[(number + 5 * k) % 8],
            n=number * 4 + k,
            y=1400 + number + k,
        )
        for k in range(4)
    )
    return " ".join(rows)


def paragraphs(language: str, sentences: tuple[str, ...]) -> list[str]:
    """An article of some 2,000 words, in which the sentences stand in their order."""
    found = []
    for number in range(24):
        text = filler(language, number)
        if number % 2 and number // 2 < (len(sentences) + 1) // 2:
            place = number // 2 * 2
            text += " " + " ".join(sentences[place : place + 2])
        found.append(text)
    return found
