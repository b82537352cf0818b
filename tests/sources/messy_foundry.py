"""A fifty-fourth set, by the author of the fifty-third before either was run, and in the same way.

The past, living things, logic, music, law, play and choice, in English, French, German, Dutch, Polish, Portuguese and
Russian.  One of the notices is made up: that of a paper that OpenAlex alone has.
"""

from __future__ import annotations

from record_pool import Pool

SET = Pool("foundry.jsonl", {"brin95": "retracted", "lacour": "retracted", "obokata2014": "retracted"})
