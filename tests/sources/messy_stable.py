"""A forty-eighth set, by the author of the forty-seventh before what that one had shown was mended.

Women who copied books, in CSL and written here as BibTeX (`EstelleGvl/unknownhands@11427c4`), sticklebacks
(`Akhil-Ghosh/SticklebackProject@091d5ae`), stored carbon (`lperozzi/thesis@5b92058`) and clouds
(`brhillman/dissertation@068affd`).  The notices are made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool("stable.jsonl", {"White2014": "concern", "Roestietal2023": "retracted"})
