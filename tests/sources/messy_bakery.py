"""A fifty-third set, written from memory: well-known works of several fields, half of them printed references without identifier.

Societies, samples, plants, networks, continents and meanings, in English, French, German, Italian, Portuguese, Spanish
and Russian; most of the printed ones are books, theses and reports.  The notices are those of the works themselves.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool("bakery.jsonl", {"wakefield": "retracted", "mehra2020": "retracted"})
