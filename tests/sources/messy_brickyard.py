"""A forty-sixth set, by the author of the forty-fifth after what that one had shown was mended.

Raw materials in law, meta-analysis, cold atoms and Banach spaces (`docvinni/dissertation@074dcb9`,
`bwiernik/mit-meta-analysis@39c1fd4`, in CSL and written here as BibTeX, `anavaldesc/thesis_ana@6cbca35`,
`KaarelKurik/conditional-plasticity@3876d32`).  The notices are made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool("brickyard.jsonl", {"wu_realization_2016": "corrected", "inthout2016": "retracted"})
