"""A forty-first set: real entries of six public bibliographies, by the author of the fortieth, after what that one showed was mended.

Words and webs, chaos and breath, water, medicine, history in French, German, Italian and Spanish (`KonradHoeffner/diplomarbeit@bfd171a`,
`ezander-personal/diplomarbeit@dae6a66`, `visika/tesi-magistrale@3a4a366`, and more of `alexDarcy/blog@70f73aa`,
`jeandamien-genero/biblio-crh@fd56371` and `igravious/philosophy-by-the-numbers@0e99fee`).  Run once; nothing was mended for it.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool("greenhouse.jsonl", {"gouGif": "corrected", "mehHyd": "retracted"})
