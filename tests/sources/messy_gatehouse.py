"""A forty-fourth set, by the author of the forty-third after what that one had shown was mended.

Dizziness, coins, ciphers and bees (`frkrgp/svimmelhet@241253a`, `5SAC-Science-in-Ruins/Sam-B-21@149b048`,
`akiratk0355/crypto-bib@0297195`, `ryancoffee/bibfiles@97519d2`).  The notices are made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool("gatehouse.jsonl", {"Wiener-Vacher2008": "retracted", "alg/bctv17": "corrected"})
