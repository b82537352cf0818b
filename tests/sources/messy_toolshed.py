"""A fortieth set: real entries of public bibliographies that no other set has, and what indexes and catalogues say of their works.

Networks and sets, the eyes of flying robots, houses and warmth, agents and functions, bundles and gradients, light and air, French
history, signs and thoughts, wards and numbers, rules of association, in the words of their authors
(`missgreenwood/masterarbeit@13dcfc8a`, `bdehem/memoire_bdehem@1e150608`, `marcelosalles/dissertacao@692f80a`,
`thalerjonathan/phd@41e4eba6`, `AnMiKa/Masterarbeit@01e7c4c8`, `tvwerkhoven/proefschrift@6936c08`,
`jeandamien-genero/biblio-crh@fd56371`, `igravious/philosophy-by-the-numbers@0e99fee`, `alexDarcy/blog@70f73aa`, and a few of
`majesticrock/phd@00c0ea0a`, `EnriqueLazcorreta/tesis-doctoral@fc9564e`, `akhirsch/bibliography@06fc4e9`,
`omiyawaki/phd_projects@040ef1e6`).  Written before its author had read how entries are compared, and run once before anything was
mended; since then one record has the date of its issue, too.  Of the altered ones four were altered by their own authors, or by the
programs of these: two years, and two DOIs of other works.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool(
    "toolshed.jsonl",
    {
        "lacourContact": "retracted",
        "kramContag": "concern",
        "limBurden": "corrected",
        "stapChaos": "retracted",
    },
)
