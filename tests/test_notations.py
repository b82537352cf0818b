r"""The notations of numbers, from the source to the quantity: what LaTeX, babel and siunitx print is what is read.

The rows are written from the manuals of these packages and from the habits of three languages. A value is ``value``,
``low..high`` for a range, ``value±uncertainty``; several in one source are divided by blanks.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from argcheck.prose.numbers import Numbers
from argcheck.prose.quantities import read, same
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.prose.quantities import Quantity

LANGUAGES = {"en": "english", "de": "ngerman", "fr": "french"}


def quantities(folder: Path, body: str, languages: str) -> list[Quantity]:
    """The quantities of the running text of a document in some languages, of which the last is the main one."""
    preamble = f"\\documentclass{{article}}\\usepackage[{languages}]{{babel}}\\usepackage{{siunitx}}"
    (folder / "main.tex").write_text(f"{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n", "utf-8")
    settings = settings_for([folder], cwd=folder, isolated=True)
    [document] = Workspace([folder], settings, cwd=folder).read()
    return [one for passage in Numbers(document.manuscript).body for one in passage.quantities]


def expected(values: str) -> list[tuple[Decimal, Decimal, Decimal]]:
    """Value, end of the range and uncertainty of each of some numbers."""
    found = []
    for one in values.split():
        number, _, uncertainty = one.partition("±")
        low, _, high = number.partition("..")
        found.append((Decimal(low), Decimal(high or low), Decimal(uncertainty or 0)))
    return found


@pytest.mark.parametrize(
    ("source", "language", "values", "unit"),
    [
        # whole numbers and their separators
        ("It has 412 pages.", "en", "412", ""),
        ("It has 12,345 pages.", "en", "12345", ""),
        ("It has 12{,}345 pages.", "en", "12345", ""),
        (r"It has 12\,345 pages.", "en", "12345", ""),
        ("It has 12~345 pages.", "en", "12345", ""),
        (r"It has $12\,345$ pages.", "en", "12345", ""),
        ("It has $12{,}345$ pages.", "en", "12345", ""),
        ("It has 1,234,567 pages.", "en", "1234567", ""),
        ("Es hat 12.345 Seiten.", "de", "12345", ""),
        (r"Es hat 12\,345 Seiten.", "de", "12345", ""),
        ("Es hat 12'345 Seiten.", "de", "12345", ""),
        (r"Il a 12\,345 pages.", "fr", "12345", ""),
        ("Il a 12~345 pages.", "fr", "12345", ""),
        # fractions
        ("It is 0.934 here.", "en", "0.934", ""),
        ("It is .934 here.", "en", "0.934", ""),
        ("It is 1,234.5 here.", "en", "1234.5", ""),
        ("Es ist 0,934 hier.", "de", "0.934", ""),
        ("Es ist $0{,}934$ hier.", "de", "0.934", ""),
        ("Es ist 1.234,5 hier.", "de", "1234.5", ""),
        ("Il est 0,934 ici.", "fr", "0.934", ""),
        (r"Il est 1\,234,5 ici.", "fr", "1234.5", ""),
        ("It is $-3.5$ here.", "en", "-3.5", ""),
        # percent
        (r"It is 5\% of it.", "en", "5", "%"),
        (r"It is 5~\% of it.", "en", "5", "%"),
        (r"It is $93.4\,\%$ of it.", "en", "93.4", "%"),
        ("It is 5 percent of it.", "en", "5", "%"),
        ("It is 5 per cent of it.", "en", "5", "%"),
        ("Es sind 5,2 Prozent davon.", "de", "5.2", "%"),
        (r"Es sind 5,2\,\% davon.", "de", "5.2", "%"),
        ("Il est de 5,2 pour cent ici.", "fr", "5.2", "%"),
        (r"Il est de 5,2~\% ici.", "fr", "5.2", "%"),
        ("It rose by 3 percentage points.", "en", "3", "percentage points"),
        ("Es stieg um 3 Prozentpunkte.", "de", "3", "percentage points"),
        # words
        ("It has twenty-five pages.", "en", "25", ""),
        ("It has two hundred and five pages.", "en", "205", ""),
        ("It has three thousand pages.", "en", "3000", ""),
        ("It has 3.5 million pages.", "en", "3500000", ""),
        ("Es hat fünfundzwanzig Seiten.", "de", "25", ""),
        ("Es hat dreihundertzwölf Seiten.", "de", "312", ""),
        ("Es hat 3,5 Millionen Seiten.", "de", "3500000", ""),
        ("Il a vingt-cinq pages.", "fr", "25", ""),
        ("Il a quatre-vingt-dix-sept pages.", "fr", "97", ""),
        ("Il a soixante-douze pages.", "fr", "72", ""),
        ("Il a trois cent douze pages.", "fr", "312", ""),
        ("Il a 3,5 millions de pages.", "fr", "3500000", ""),
        # siunitx: numbers
        (r"It is \num{12345.67} here.", "en", "12345.67", ""),
        (r"It is \num{12345,67} here.", "en", "12345.67", ""),
        (r"Es ist \num{12345.67} hier.", "de", "12345.67", ""),
        (r"Es ist \num{0.934} hier.", "de", "0.934", ""),
        (r"Es ist \num{1.234} hier.", "de", "1.234", ""),
        (r"Il est \num{0.934} ici.", "fr", "0.934", ""),
        (r"It is \num[round-mode=places]{0.934} here.", "en", "0.934", ""),
        (r"It is \num{12 345.678} here.", "en", "12345.678", ""),
        (r"It is \num{.3e4} here.", "en", "3000", ""),
        (r"It is \num{3e-4} here.", "en", "0.0003", ""),
        (r"It is \num{3d-4} here.", "en", "0.0003", ""),
        (r"It is \num{-1.5} here.", "en", "-1.5", ""),
        (r"It is \num{1.23(4)} here.", "en", "1.23±0.04", ""),
        (r"It is \num{1.23 \pm 0.04} here.", "en", "1.23±0.04", ""),
        (r"It is \num{1.23 +- 0.04} here.", "en", "1.23±0.04", ""),
        (r"It is \numrange{10}{30} here.", "en", "10..30", ""),
        (r"It is \numrange[range-phrase=--]{1.5}{3.5} here.", "en", "1.5..3.5", ""),
        (r"It is \numlist{10;30;50} here.", "en", "10 30 50", ""),
        # siunitx: quantities, with the names of version 2 and of version 3
        (r"It is \SI{5.3}{\kilo\metre} long.", "en", "5.3", "km"),
        (r"It is \qty{5.3}{\kilo\metre} long.", "en", "5.3", "km"),
        (r"It is \SI[per-mode=symbol]{20}{\milli\second} long.", "en", "20", "ms"),
        (r"It is \qty[mode=text]{20}{\micro\second} long.", "en", "20", "µs"),
        (r"It is \SI{20}{\percent} of it.", "en", "20", "%"),
        (r"It is \qty{5}{km} long.", "en", "5", "km"),
        (r"It is \SI{20}{\degreeCelsius} warm.", "en", "20", "°C"),
        (r"It is \qty{20}{\celsius} warm.", "en", "20", "°C"),
        (r"It is \SI{1.23(4)}{\electronvolt} here.", "en", "1.23±0.04", "eV"),
        (r"It is \SI{2.5e3}{\hertz} here.", "en", "2500", "Hz"),
        (r"Es ist \SI{5.3}{\kilo\metre} lang.", "de", "5.3", "km"),
        (r"Es ist \qty{1.250}{\kilo\metre} lang.", "de", "1.25", "km"),
        (r"Il fait \qty{5,3}{\kilo\metre} ici.", "fr", "5.3", "km"),
        (r"It is \SIrange{10}{20}{\milli\metre} long.", "en", "10..20", "mm"),
        (r"It is \qtyrange{10}{20}{\milli\metre} long.", "en", "10..20", "mm"),
        # angles
        (r"It turns by \ang{45} here.", "en", "45", "°"),
        (r"It turns by \ang{12.5} here.", "en", "12.5", "°"),
        (r"It turns by $45^\circ$ here.", "en", "45", "°"),
        (r"It turns by 45\textdegree{} here.", "en", "45", "°"),
        # units with powers and quotients
        (r"It has \SI{20}{\square\metre} of it.", "en", "20", "m²"),
        (r"It has \qty{20}{\metre\squared} of it.", "en", "20", "m²"),
        (r"It has 20~m$^2$ of it.", "en", "20", "m²"),
        (r"It has $20\,\mathrm{m}^2$ of it.", "en", "20", "m²"),
        (r"It has \qty{7}{\cubic\centi\metre} of it.", "en", "7", "cm³"),
        (r"It has \qty{7}{cm^3} of it.", "en", "7", "cm³"),
        (r"It does \qty{7}{\metre\per\second} here.", "en", "7", "m/s"),
        (r"It does 7\,m/s here.", "en", "7", "m/s"),
        (r"It does $7\,\mathrm{m\,s^{-1}}$ here.", "en", "7", "m/s"),
        (r"It does 120\,km/h here.", "en", "120", "km/h"),
        (r"It does \qty{7}{\metre\per\second\squared} here.", "en", "7", "m/s²"),
        # uncertainties, ranges, powers of ten without siunitx
        (r"It is $3.2 \pm 0.1$\,ms long.", "en", "3.2±0.1", "ms"),
        (r"It is $1.23(4)$\,eV here.", "en", "1.23±0.04", "eV"),
        (r"Es ist $3{,}2 \pm 0{,}1$\,ms lang.", "de", "3.2±0.1", "ms"),
        (r"It is $3 \times 10^{8}$\,m long.", "en", "300000000", "m"),
        (r"It is $3\cdot10^{-4}$ here.", "en", "0.0003", ""),
        (r"It is $10^{5}$ here.", "en", "100000", ""),
        ("It is 1.5e-4 here.", "en", "0.00015", ""),
        ("It is 10--20\\,ms long.", "en", "10..20", "ms"),
        ("It is 10 to 20\\,ms long.", "en", "10..20", "ms"),
        (r"It is 5--7\,\% of it.", "en", "5..7", "%"),
        ("Es sind 10 bis 20 Sekunden hier.", "de", "10..20", "s"),
        ("Il y a 10 à 20 secondes ici.", "fr", "10..20", "s"),
        # money and units in words
        (r"It costs \$5 here.", "en", "5", "$"),
        (r"It costs 5~\euro{} here.", "en", "5", "€"),
        ("Es kostet 5 Euro hier.", "de", "5", "€"),
        ("It lasts five minutes here.", "en", "5", "min"),
        ("It lasts 3 hours here.", "en", "3", "h"),
        (r"It has 16\,GB here.", "en", "16", "GB"),
    ],
)
def test_notation(tmp_path: Path, source: str, language: str, values: str, unit: str) -> None:
    found = quantities(tmp_path, source, LANGUAGES[language])
    assert [(one.value, one.high, one.uncertainty) for one in found] == expected(values)
    assert {one.unit for one in found} == {unit}


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("36 km/h", "10 m/s", True),
        ("36 km/h", "11 m/s", False),
        ("4 m²", "40000 cm²", True),
        ("4 m²", "4 m", False),
        ("2 g/cm^3", "2000 kg/m³", True),
        ("9.81 m/s²", "9.81 m s^{-2}", True),
        ("9.81 m/s²", "9.81 m/s", False),
    ],
)
def test_units_with_powers_are_converted(one: str, other: str, *, equal: bool) -> None:
    assert same(*read(one), *read(other)) is equal


SWITCHES = [
    "\\selectlanguage{ngerman} GERMAN \\selectlanguage{english}",
    "\\begin{otherlanguage}{ngerman} GERMAN \\end{otherlanguage}",
    "\\begin{otherlanguage*}{ngerman} GERMAN \\end{otherlanguage*}",
    "\\begin{ngerman} GERMAN \\end{ngerman}",
    "\\foreignlanguage{ngerman}{GERMAN}",
]


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize(
    ("german", "values"),
    [
        ("Der Fehler ist 0,934 groß.", "0.934"),
        ("Es sind 1.234 Seiten.", "1234"),
        ("Es sind fünfundzwanzig Seiten.", "25"),
        ("Es sind \\num{1.5} Seiten, dreihundert Bilder und 2,5 Prozent.", "1.5 300 2.5"),
    ],
)
def test_german_in_an_english_document(tmp_path: Path, switch: str, german: str, values: str) -> None:
    before, after = "The error is 1.234 here, on twenty pages.", "The error is 5,678 in sixty-two cases."
    body = f"{before}\n\n{switch.replace('GERMAN', german)}\n\n{after}"
    found = quantities(tmp_path, body, "ngerman,english")
    assert [one.value for one in found] == [one[0] for one in expected(f"1.234 20 {values} 5678 62")]


def test_german_words_in_an_english_sentence(tmp_path: Path) -> None:
    german = "\\foreignlanguage{ngerman}{1,234 von fünfundzwanzig Metern}"
    found = quantities(
        tmp_path, f"Of 5,678 words it says 1.5 times: {german}, and 1,234 times.", "ngerman,english"
    )
    assert [one.value for one in found] == [one[0] for one in expected("5678 1.5 1.234 25 1234")]


@pytest.mark.parametrize("switch", SWITCHES)
def test_english_in_a_german_document(tmp_path: Path, switch: str) -> None:
    english = "The error is 1.234 on twenty pages."
    body = f"Der Fehler ist 1,234 groß.\n\n{switch.replace('german', 'tmp').replace('english', 'ngerman').replace('ntmp', 'english').replace('GERMAN', english)}\n\nEs sind 5.678 oder zweiundsechzig."
    found = quantities(tmp_path, body, "english,ngerman")
    assert [one.value for one in found] == [one[0] for one in expected("1.234 1.234 20 5678 62")]


BODY = """\\section{Methods} We asked everybody who had bought a lamp in one of the two shops of the town, by a letter that said
what the study was for and how long it would take, and once more by telephone, if nobody had answered within two weeks.
\\section{Results} In the end 1,412 customers came back, most of them within two weeks, and the mean error was 0.934.
They were older than those who did not, had bought more lamps, and lived nearer to the shop, as was to be expected."""


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize(
    ("german", "found"),
    [
        ("Es kamen 1.412 Kunden zurück, der mittlere Fehler ist 0,934.", []),
        ("Es kamen 1.421 Kunden zurück, der mittlere Fehler ist 0,934.", ["1.421 Kunden"]),
        ("Es kamen 1.412 Kunden zurück, der mittlere Fehler ist 0,943.", ["0,943"]),
    ],
)
def test_a_german_abstract_is_compared_with_an_english_body(
    tmp_path: Path, switch: str, german: str, found: list[str]
) -> None:
    abstract = f"\\begin{{abstract}}\n{switch.replace('GERMAN', german)}\n\\end{{abstract}}"
    preamble = "\\documentclass{article}\\usepackage[ngerman,english]{babel}"
    (tmp_path / "main.tex").write_text(
        f"{preamble}\n\\begin{{document}}\n{abstract}\n{BODY}\n\\end{{document}}\n", "utf-8"
    )
    settings = settings_for([tmp_path], cwd=tmp_path, isolated=True)
    [document] = Workspace([tmp_path], settings, cwd=tmp_path).read()
    assert [one.text for one in Numbers(document.manuscript).unfounded] == found
