"""A forty-ninth set: entries of eight public bibliographies, as Zotero, Mendeley, BibDesk and their authors left them.

Coins of late antiquity (`JJ/medieval-trade@4950bda`), religions, China and young drivers (`GacGorge/Islam@a6701aa`),
children and adjectives (`cbergey/dissertation@8385a75`), morphology that is learned (`antmeyer/dissertation@0d67d3d`),
asteroids (`dahliabaker/dissertation@142859b`), excited states, many without a title
(`stefanoborini/thesis-master@45e9617`), the doctors of Montpellier (`CMartinArchives/memoire-m2-tnah-2026@39c0c83`) and,
in Hayagriva, cold atoms (`janekfleper/phd-thesis@0fc118a`).  The notices are made up.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool(
    "windmill.jsonl",
    {
        "baltruschat_repeat_2021": "corrected",
        "boyer_development_2008": "concern",
        "Breiter2009": "retracted",
        "deffenbacher_further_2001": "retracted",
    },
)
