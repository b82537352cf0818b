r"""The size of one sample that is told twice: what is found, and what must stay silent since it may be two samples.

Of 35 conflicts, 20 written before the rule looked at such sentences and 15 meanwhile, the first table has the 30 that it
finds, and three more, of tables. The second was written to lead it astray; its last rows are settings, which may differ from one
experiment to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from argcheck.prose.numbers import Numbers
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = {"en": "english", "de": "ngerman", "fr": "french"}


def conflicts(folder: Path, language: str, preamble: str, *paragraphs: str) -> list[str]:
    """The later of two counts that disagree, each as it is written."""
    head = f"\\documentclass[{LANGUAGES[language]}]{{report}}\\usepackage{{babel}}\n{preamble}\n"
    body = "\n\n".join(paragraphs)
    (folder / "main.tex").write_text(f"{head}\\begin{{document}}\n{body}\n\\end{{document}}\n", "utf-8")
    [document] = Workspace([folder], settings_for([folder], cwd=folder, isolated=True), cwd=folder).read()
    return [one.text for one in Numbers(document.manuscript).conflicts]


@pytest.mark.parametrize(
    ("language", "later", "preamble", "paragraphs"),
    [
        pytest.param(
            "en",
            "46 participants",
            "",
            [
                r"\section{Method} We recruited 48 participants through posters at the university.",
                r"\section{Results} All 46 participants answered every question.",
            ],
            id="recruited-all",
        ),
        pytest.param(
            "en",
            "38 students",
            "",
            [
                r"\section{Method} In the study, 36 students took part, most of them in their second year.",
                r"\section{Results} Each of the 38 students wrote two essays.",
            ],
            id="tookpart-each",
        ),
        pytest.param(
            "en",
            "23 interviews",
            "",
            [
                r"\section{Method} We conducted 21 interviews between March and May.",
                r"\section{Analysis} All 23 interviews were transcribed by the first author.",
            ],
            id="interviews",
        ),
        pytest.param(
            "en",
            "38 participants",
            r"\newcommand{\nsubj}{36}",
            [
                r"\section{Method} We tested \nsubj{} participants in a quiet room.",
                r"\section{Results} All 38 participants finished the task.",
            ],
            id="macro",
        ),
        pytest.param(
            "en",
            "246 households",
            "",
            [
                r"\section{Method} We surveyed 264 households in two villages.",
                r"\begin{table}\caption{Income of all 246 households.}\begin{tabular}{l}a\end{tabular}\end{table}",
            ],
            id="caption",
        ),
        pytest.param(
            "en",
            "12,540 sentences",
            "",
            [
                r"\section{Data} The corpus holds 12,450 sentences of spoken Danish.",
                r"\begin{table}\caption{The corpus (12,540 sentences).}\begin{tabular}{l}a\end{tabular}\end{table}",
            ],
            id="corpus",
        ),
        pytest.param(
            "en",
            "381 documents",
            "",
            [
                r"\section{Data} Our corpus consists of 318 documents from four archives.",
                r"\section{Results} The 381 documents of the corpus were read by two people.",
            ],
            id="corpus-plain",
        ),
        pytest.param(
            "en",
            "22 items",
            "",
            [
                r"\section{Method} The questionnaire consists of 24 items.",
                r"\section{Results} The 22 items of the questionnaire load on three factors.",
            ],
            id="questionnaire",
        ),
        pytest.param(
            "en",
            "N = 102",
            "",
            [
                r"\section{Method} We enrolled 120 patients at one hospital.",
                r"\section{Results} Figures are means over all patients (N = 102).",
            ],
            id="n-equals",
        ),
        pytest.param(
            "de",
            "241 Studierenden",
            "",
            [
                r"\section{Methode} An der Befragung nahmen 214 Studierende teil.",
                r"\section{Ergebnisse} Alle 241 Studierenden beantworteten die letzte Frage.",
            ],
            id="students-de",
        ),
        pytest.param(
            "de",
            "36 Items",
            "",
            [
                r"\section{Methode} Der Fragebogen umfasst 32 Items.",
                r"\section{Ergebnisse} Die 36 Items des Fragebogens wurden gemittelt.",
            ],
            id="items-de",
        ),
        pytest.param(
            "fr",
            "45 patients",
            "",
            [
                r"\section{Méthode} Nous avons recruté 54 patients dans deux services.",
                r"\section{Résultats} Les traitements ont été suivis par tous les 45 patients.",
            ],
            id="patients-fr",
        ),
        pytest.param(
            "fr",
            "2 300 phrases",
            "",
            [
                r"\section{Données} Le corpus compte 3\,200 phrases.",
                r"\begin{table}\caption{Les 2\,300 phrases du corpus.}\begin{tabular}{l}a\end{tabular}\end{table}",
            ],
            id="corpus-fr",
        ),
        pytest.param(
            "en",
            "12 schools",
            "",
            [
                r"\section{Method} The survey was carried out in 14 schools.",
                r"\section{Results} Teachers of all 12 schools answered.",
            ],
            id="schools-of",
        ),
        pytest.param(
            "en",
            "78 articles",
            "",
            [
                r"\section{Search} We included 87 articles in the review.",
                r"\section{Coding} Two raters coded all 78 articles.",
            ],
            id="articles",
        ),
        pytest.param(
            "en",
            "18 developers",
            "",
            [
                r"\section{Method} We interviewed 19 developers of three companies.",
                r"\section{Findings} All 18 developers said that they read the reviews.",
            ],
            id="developers",
        ),
        pytest.param(
            "en",
            "312 patients",
            "",
            [
                r"\section{Patients} Between 2015 and 2017, 312 patients were enrolled.",
                r"\section{Results} Table 1 shows the age of the 321 patients.",
                "Again, all 321 patients gave blood.",
            ],
            id="patients-were",
        ),
        pytest.param(
            "de",
            "36 Kinder",
            "",
            [
                r"\section{Stichprobe} Wir untersuchten 63 Kinder aus drei Kindergärten.",
                r"\section{Ergebnisse} Alle 36 Kinder lösten die erste Aufgabe.",
            ],
            id="kinder-de",
        ),
        pytest.param(
            "en",
            "46",
            "",
            [
                r"\section{Method} We recruited 48 participants by mail.",
                r"\begin{table}\caption{The sample.}\begin{tabular}{lr}\toprule Participants & 46 \\ Mean age & 31.2 \\\end{tabular}\end{table}",
            ],
            id="table",
        ),
        pytest.param(
            "en",
            "123",
            "",
            [
                r"\section{Method} Our sample consisted of 132 teachers.",
                r"\begin{table}\caption{The sample.}\begin{tabular}{lr}\hline Number of teachers ($n$) & 123 \\ Mean age & 31.2 \\\end{tabular}\end{table}",
            ],
            id="table-number-of",
        ),
        pytest.param(
            "de",
            "84",
            "",
            [
                r"\section{Methode} Wir rekrutierten 48 Probanden.",
                r"\begin{table}\caption{Die Stichprobe.}\begin{tabular}{lr}\toprule Merkmal & Wert \\ Probanden & 84 \\ Alter & 31,2 \\\end{tabular}\end{table}",
            ],
            id="table-de",
        ),
        pytest.param(
            "en",
            "123 teachers",
            "",
            [
                r"\section{Method} Our sample consisted of 132 teachers.",
                r"\section{Results} For all 123 teachers, the score could be computed.",
            ],
            id="sample-consisted",
        ),
        pytest.param(
            "en",
            "75 nurses",
            "",
            [
                r"\section{Method} The sample comprised 57 nurses of two hospitals.",
                r"\section{Results} Data of the 75 nurses were analysed with a linear model.",
            ],
            id="sample-comprised",
        ),
        pytest.param(
            "en",
            "24 children",
            "",
            [
                r"\section{Method} Forty-two children took part.",
                r"\section{Results} All 24 children liked it.",
            ],
            id="words",
        ),
        pytest.param(
            "en",
            "58 students",
            "",
            [
                r"\section{Method} We asked 85 students to fill in a form.",
                r"\section{Results} The 58 students needed ten minutes.",
            ],
            id="asked",
        ),
        pytest.param(
            "en",
            "38 participants",
            "",
            [
                r"\section{Method} We ran a study with 36 participants.",
                r"\section{Results} Across all 38 participants, the error was low.",
            ],
            id="with",
        ),
        pytest.param(
            "en",
            "26 subjects",
            "",
            [
                r"\section{Method} The experiment was run with 24 subjects.",
                r"\section{Results} Results of all 26 subjects are shown in Table 2.",
            ],
            id="subjects",
        ),
        pytest.param(
            "de",
            "102 Schüler",
            "",
            [
                r"\section{Methode} Die Stichprobe umfasst 120 Schüler.",
                r"\section{Ergebnisse} Alle 102 Schüler lösten die Aufgabe.",
            ],
            id="schueler",
        ),
        pytest.param(
            "de",
            "52 Interviews",
            "",
            [
                r"\section{Methode} Es wurden 25 Interviews geführt.",
                r"\section{Ergebnisse} Die 52 Interviews wurden transkribiert.",
            ],
            id="interviews-de",
        ),
        pytest.param(
            "fr",
            "68 enseignants",
            "",
            [
                r"\section{Méthode} L'échantillon comprend 86 enseignants.",
                r"\section{Résultats} Les 68 enseignants ont répondu.",
            ],
            id="echantillon",
        ),
        pytest.param(
            "en",
            "29 physicians",
            "",
            [
                r"\section{Method} We interviewed 27 physicians.",
                r"\section{Results} Statements of the 29 physicians were coded by two people.",
            ],
            id="the-n",
        ),
        pytest.param(
            "en",
            "118 students",
            r"\newcommand{\nstud}{118}",
            [
                r"\section{Method} We surveyed 181 students.",
                r"\section{Results} On average, all \nstud{} students slept well.",
            ],
            id="macro-late",
        ),
        pytest.param(
            "en",
            "521 households",
            "",
            [
                r"\section{Data} Interviewers visited 512 households. We surveyed 512 households by telephone as well.",
                r"\section{Results} All 521 households had a lamp.",
            ],
            id="households",
        ),
    ],
)
def test_two_sizes_of_one_sample(
    tmp_path: Path, language: str, later: str, preamble: str, paragraphs: list[str]
) -> None:
    assert conflicts(tmp_path, language, preamble, *paragraphs) == [later]


@pytest.mark.parametrize(
    ("language", "paragraphs"),
    [
        pytest.param(
            "en",
            [
                r"\section{Method} Forty-eight children took part; two were excluded.",
                r"\section{Results} All 46 children liked it.",
            ],
            id="words-left",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} Forty-eight children took part.",
                r"\section{Results} All 48 children liked it.",
            ],
            id="words-same",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} Twenty-four children played first. Twenty-two children played last.",
                r"\section{Results} All 46 children liked it.",
            ],
            id="words-groups",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} Twenty-four children were told a story.",
                r"\section{Results} All 26 children of the other class liked it.",
            ],
            id="words-half",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants by mail.",
                r"\begin{table}\caption{The sample.}\begin{tabular}{lrr}\toprule Participants & 46 & 2 \\ Mean age & 31.2 & 4 \\\end{tabular}\end{table}",
            ],
            id="table-groups",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants by mail.",
                r"\begin{table}\caption{The control group.}\begin{tabular}{lr}\toprule Participants & 46 \\ Mean age & 31.2 \\\end{tabular}\end{table}",
            ],
            id="table-part",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants by mail.",
                r"\begin{table}\caption{The sample.}\begin{tabular}{lr}\toprule Participants with glasses & 46 \\ Mean age & 31.2 \\\end{tabular}\end{table}",
            ],
            id="table-limited",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants by mail.",
                "\\begin{table}\\caption{The sample.}\\begin{tabular}{lr}\\toprule\n% Participants & 46 \\\\\nParticipants & 48 \\\\\\end{tabular}\\end{table}",
            ],
            id="table-comment",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants by mail; two were excluded.",
                r"\begin{table}\caption{The sample.}\begin{tabular}{lr}\toprule Participants & 46 \\ Mean age & 31.2 \\\end{tabular}\end{table}",
            ],
            id="table-excluded",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} The experiment was run with 24 subjects.",
                r"\section{More} In the replication, all 26 subjects were faster.",
            ],
            id="replication",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 60 participants in the lab.",
                r"\section{More} Online, all 66 participants were faster.",
            ],
            id="online",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 60 participants in Bonn.",
                r"\section{More} In Ulm, all 66 participants were faster.",
            ],
            id="ulm",
        ),
        pytest.param(
            "de",
            [
                r"\section{Methode} Wir befragten 60 Studierende in Bonn.",
                r"\section{Mehr} In Ulm antworteten alle 66 Studierenden.",
            ],
            id="ulm-de",
        ),
        pytest.param(
            "en",
            [
                r"\section{Localisation} We tested 11 participants.",
                r"\section{Colour} Twelve participants took part. All 12 participants could see.",
            ],
            id="words",
        ),
        pytest.param(
            "en",
            [
                r"\chapter{Localisation} We tested 11 participants.",
                r"\chapter{Colour} All 12 participants could see.",
            ],
            id="chapters",
        ),
        pytest.param(
            "en",
            [
                r"\section{Localisation experiment} We tested 11 participants.",
                r"\section{Colour experiment} All 12 participants could see.",
            ],
            id="sections",
        ),
        pytest.param(
            "en",
            [
                r"\section{Search} We included 87 articles.",
                r"\section{Coding} The full text of all 92 articles was read.",
            ],
            id="prisma",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We interviewed 19 developers.",
                r"\section{Results} The 20 developers of the other team did not.",
            ],
            id="second-team",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 novice participants and 46 expert participants.",
                r"\section{Results} All 46 participants with experience were faster.",
            ],
            id="novice",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We did the study with 24 students.",
                r"\section{Results} The course has 26 students, and all 26 students knew the tool.",
            ],
            id="has",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 students.",
                r"\section{Results} Two students were left-handed. The 46 right-handed students were faster.",
            ],
            id="the-left",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 students.",
                r"\section{Results} The 24 students in the lab were faster than the 24 students at home.",
            ],
            id="the-two",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 students.",
                r"\section{Results} The 46 students who answered were faster.",
            ],
            id="the-who",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 students.",
                r"\section{Results} Of these, 46 students had a car. The 46 students drove home.",
            ],
            id="of-these",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We tested 30 students.",
                r"\section{Results} Four of them, all women, were faster. The 26 students behind them were slower.",
            ],
            id="two-students",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We surveyed 150 firms.",
                r"\section{Results} We got valid answers of 140 firms. All 140 firms are in Europe.",
            ],
            id="valid",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We surveyed 150 firms, and 140 answered.",
                r"\section{Results} All 140 firms are in Europe.",
            ],
            id="answered",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We surveyed 150 firms.",
                r"\section{Results} Answers came from 140 firms. All 140 firms are in Europe.",
            ],
            id="answered2",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 students.",
                r"\section{Results} All but two were women. The 46 students did better than men elsewhere.",
            ],
            id="women",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants. Two participants were excluded because they were colour-blind.",
                r"\section{Results} All 46 participants answered every question.",
            ],
            id="excluded",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants; two withdrew.",
                r"\section{Results} All 46 participants answered every question.",
            ],
            id="withdrew",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We enrolled 120 patients.",
                r"\section{Results} Because of attrition, scores are missing for some of them. All 102 patients liked it.",
            ],
            id="dropout",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants.",
                r"\section{Results} All 46 remaining participants answered every question.",
            ],
            id="remaining",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants.",
                r"\section{Results} All 24 participants of the control group answered every question.",
            ],
            id="group",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants.",
                r"\section{Results} In the control group, all 24 participants answered every question.",
            ],
            id="group2",
        ),
        pytest.param(
            "en",
            [
                r"\section{Study 1} We recruited 48 participants.",
                r"\section{Study 2} All 46 participants answered every question.",
            ],
            id="study2",
        ),
        pytest.param(
            "en",
            [
                r"\section{Pilot} We recruited 12 participants.",
                r"\section{Main study} All 46 participants answered every question.",
            ],
            id="pilot",
        ),
        pytest.param(
            "en",
            [
                r"\section{Design} To find the effect, at least 40 participants were needed.",
                r"\section{Method} We recruited 48 participants.",
                r"\section{Results} All 48 participants answered.",
            ],
            id="atleast",
        ),
        pytest.param(
            "en",
            [
                r"\section{Design} We recruited 20 participants per condition.",
                r"\section{Results} All 60 participants answered every question.",
            ],
            id="per",
        ),
        pytest.param(
            "en",
            [
                r"\section{Design} We recruited 60 participants.",
                r"\section{Results} All 42 participants who owned a car answered every question. All 18 participants without a car did not.",
            ],
            id="who",
        ),
        pytest.param(
            "en",
            [
                r"\section{Design} We enrolled 60 patients.",
                r"\section{Results} All 42 patients with a fever got better.",
            ],
            id="with",
        ),
        pytest.param(
            "en",
            [
                r"\section{Design} We enrolled 60 patients.",
                r"\section{Results} All 42 female patients got better.",
            ],
            id="adj",
        ),
        pytest.param(
            "en",
            [
                r"\section{Related work} Smith et al. \cite{smith} interviewed 24 developers.",
                r"\section{Method} We interviewed 19 developers.",
                r"\section{Results} All 19 developers answered.",
            ],
            id="cited",
        ),
        pytest.param(
            "en",
            [
                r"\section{Related work} Smith and Jones interviewed 24 developers and found nothing.",
                r"\section{Method} We interviewed 19 developers.",
                r"\section{Results} All 19 developers answered.",
            ],
            id="cited2",
        ),
        pytest.param(
            "en",
            [
                r"\section{Related work} In their study, all 24 developers used the tool.",
                r"\section{Method} We interviewed 19 developers.",
            ],
            id="cited3",
        ),
        pytest.param(
            "en",
            [
                r"\section{Data} In 2015, we surveyed 240 households.",
                r"\section{Data} In 2017, we surveyed 260 households.",
                r"\section{Results} All 260 households had a lamp.",
            ],
            id="years",
        ),
        pytest.param(
            "en",
            [
                r"\section{Leipzig} We surveyed 240 households in Leipzig.",
                r"\section{Halle} All 260 households in Halle had a lamp.",
            ],
            id="sites",
        ),
        pytest.param(
            "en",
            [
                r"\section{Data} We use 12 models.",
                r"\section{Results} All 10 models with attention are better.",
            ],
            id="models",
        ),
        pytest.param(
            "en",
            [
                r"\section{Pretraining} We use a batch size of 64.",
                r"\section{Fine-tuning} We use a batch size of 32.",
            ],
            id="batch-two",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We invited 480 employees. We surveyed 412 students.",
                r"\section{Results} All 412 students answered; of the 480 employees most did.",
            ],
            id="nonresponse",
        ),
        pytest.param(
            "en",
            [
                r"\section{Search} We screened 870 articles by title.",
                r"\section{Coding} Two raters coded all 78 articles.",
            ],
            id="screened",
        ),
        pytest.param(
            "en",
            [
                r"\section{Search} The search gave 870 articles. Titles and abstracts were read by two people.",
                r"\section{Coding} Two raters coded all 78 articles.",
            ],
            id="included2",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants. Half of them saw the old page.",
                r"\section{Results} All 24 participants liked the old page.",
            ],
            id="half",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 students and 12 teachers.",
                r"\section{Results} All 12 teachers and all 48 students answered.",
            ],
            id="teachers-students",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants, of which 46 came. All 46 participants answered.",
                r"\section{Results} All 48 participants were paid.",
            ],
            id="both",
        ),
        pytest.param(
            "de",
            [
                r"\section{Methode} Es nahmen 214 Studierende teil.",
                r"\section{Ergebnisse} Weitere 241 Studierende wurden befragt, und alle 241 Studierenden antworteten.",
            ],
            id="weitere-de",
        ),
        pytest.param(
            "de",
            [
                r"\section{Methode} Es nahmen 214 Studierende teil. Drei wurden ausgeschlossen.",
                r"\section{Ergebnisse} Alle 211 Studierenden antworteten.",
            ],
            id="ausgeschlossen-de",
        ),
        pytest.param(
            "de",
            [
                r"\section{Methode} Wir untersuchten 63 Kinder.",
                r"\section{Ergebnisse} Alle 36 Kinder der Versuchsgruppe lösten die Aufgabe.",
            ],
            id="gruppe-de",
        ),
        pytest.param(
            "fr",
            [
                r"\section{Méthode} Nous avons recruté 54 patients.",
                r"\section{Résultats} Tous les 27 patients du groupe témoin sont guéris.",
            ],
            id="fr-groupe",
        ),
        pytest.param(
            "fr",
            [
                r"\section{Méthode} Nous avons recruté 54 patients. Neuf ont été exclus.",
                r"\section{Résultats} Tous les 45 patients sont guéris.",
            ],
            id="fr-exclus",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} On the first day we tested 20 participants.",
                r"\section{Method} On the second day we tested 28 participants.",
                r"\section{Results} All 48 participants answered.",
            ],
            id="time",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 20 students from Bonn and 28 students from Ulm.",
                r"\section{Results} All 48 students answered.",
            ],
            id="sum",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} At Bonn we recruited 20 students.",
                r"\section{Method} At Ulm we recruited 28 students.",
                r"\section{Results} All 48 students answered.",
            ],
            id="sum2",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We enrolled 120 patients.",
                r"\section{Results} At follow-up, all 98 patients were seen again.",
            ],
            id="follow-up",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants.",
                r"\section{Discussion} If all 200 participants had been asked, more might be known.",
            ],
            id="hypothetical",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants.",
                r"\section{Discussion} A survey by the ministry asked 2,000 students; all 2,000 students were from one town.",
            ],
            id="other-study",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} The first version of the questionnaire had 36 items.",
                r"\section{Results} The questionnaire consists of 24 items.",
            ],
            id="version",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} The questionnaire consists of 24 items.",
                r"\section{Results} The 8 items of the first scale load on one factor.",
            ],
            id="factor",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We conducted 21 interviews.",
                r"\begin{table}\caption{All 9 interviews with teachers.}\begin{tabular}{l}a\end{tabular}\end{table}",
            ],
            id="table-sub",
        ),
        pytest.param(
            "en",
            [
                r"\section{Bonn} We recruited 48 students in Bonn.",
                r"\section{Ulm} We recruited 50 students in Ulm.",
                r"\section{Results} All 50 students answered.",
            ],
            id="two-sites",
        ),
        pytest.param(
            "en",
            [r"\section{A} All 48 students answered.", r"\section{B} All 50 students answered."],
            id="all-all",
        ),
        pytest.param(
            "en",
            [
                r"\section{A} A total of 1062 patients were randomized.",
                r"\section{B} A total of 957 patients (90.1\%) had severe disease.",
            ],
            id="share",
        ),
        pytest.param(
            "en",
            [
                r"\section{A} We interviewed 19 developers.",
                r"\section{B} The tool was used by all 190 developers.",
            ],
            id="bigger",
        ),
        pytest.param(
            "en",
            [
                r"\section{A} We interviewed 19 developers.",
                r"\section{B} In their study, all 20 developers used it.",
            ],
            id="their",
        ),
        pytest.param(
            "en",
            [
                r"\section{Method} We recruited 48 participants.",
                r"\section{Results} 46 participants completed the questionnaire. All 46 participants were paid.",
            ],
            id="completed",
        ),
        pytest.param(
            "en",
            [
                r"\section{Training} We train with a batch size of 64 for all models.",
                r"\section{Appendix} We used a batch size of 32 and the optimizer of the authors.",
            ],
            id="batch",
        ),
        pytest.param(
            "en",
            [
                r"\section{Training} All models are trained for 30 epochs.",
                r"\begin{table}\caption{Settings.}\begin{tabular}{lr}Epochs & 20 \\ Dropout & 0.1 \\ \end{tabular}\end{table}",
            ],
            id="epochs-table",
        ),
        pytest.param(
            "en",
            [
                r"\section{Setup} We evaluate on 12 datasets.",
                r"\section{Results} It is best on all 14 datasets.",
            ],
            id="datasets",
        ),
        pytest.param(
            "en",
            [
                r"\section{Setup} All numbers are means over three seeds.",
                r"\section{Results} Means of five seeds.",
            ],
            id="seeds",
        ),
    ],
)
def test_what_may_be_two_samples(tmp_path: Path, language: str, paragraphs: list[str]) -> None:
    assert conflicts(tmp_path, language, "", *paragraphs) == []
