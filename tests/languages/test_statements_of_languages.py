"""What theorem-like environments and proofs are called, in each of the six languages with whole files."""

from __future__ import annotations

import pytest

from argcheck.prose.families import family, is_called
from argcheck.tex.units import is_proof

TITLES = {
    "definition": "Definition Begriff Définition Definición Definição Definizione Notazione",
    "axiom": "Axiom Axiome Axioma Assioma Postulado",
    "assumption": "Assumption Annahme Hypothèse Hipótesis Hipótese Ipotesi Hypothesis",
    "open": "Conjecture Vermutung Problème Conjetura Conjectura Congettura Problema Pergunta",
    "result": "Theorem Satz Théorème Teorema Lema Lemme Proposición Proposição Proposizione Corollaire Corolario Corolário Corollario "
    "Folgerung Propriété Propiedad Proprietà Affirmation Afirmación Afirmação Affermazione",
    "remark": "Remark Bemerkung Remarque Exercice Nota Ejemplo Ejercicio Exemplo Exercício Observação Osservazione Esempio Esercizio",
    "other": "Box Protocol",
}


@pytest.mark.parametrize(
    ("sort", "title"), [(sort, title) for sort in TITLES for title in TITLES[sort].split()]
)
def test_the_role_of_a_statement(sort: str, title: str):
    assert family(title.lower()) == sort


@pytest.mark.parametrize(
    ("sort", "title", "called"),
    [
        ("lemma", "technical lemma", True),
        ("lemma", "lemme", True),
        ("lemma", "lema", True),
        ("lemma", "problema", False),  # which has the letters
        ("lemma", "teorema", False),
        ("corollary", "corollaire", True),
        ("corollary", "corolario", True),
        ("corollary", "corolário", True),
        ("corollary", "folgerung", True),
        ("corollary", "teorema", False),
        ("theorem", "théorème", True),
        ("theorem", "teorema", True),
        ("theorem", "corolario", False),
    ],
)
def test_what_a_statement_is_called(sort: str, title: str, called: bool):
    assert is_called(title, sort) is called


@pytest.mark.parametrize(
    "name",
    [
        "proof",
        "proofsketch",
        "subproof",
        "pf",
        "Beweis",
        "preuve",
        "Démonstration",
        "demostracion",
        "Demostración",
        "demonstracao",
        "dimostrazione",
        "prueba",
        "prova",
        "bewijs",
    ],
)
def test_a_proof(name: str):
    assert is_proof(name)


@pytest.mark.parametrize("name", ["prooftree", "pfad", "demography", "teorema", "demo1x", "improvement"])
def test_no_proof(name: str):
    assert not is_proof(name)
