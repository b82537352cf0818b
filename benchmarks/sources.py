"""How well `argcheck verify` tells entries of real works from those of works that do not exist or differ.

Reads the labelled entries of HALLMARK (``shared/data/hallmark-bib``), builds three indexes that hold the
true records, each perturbed as real indexes are and each without a tenth of them, and resolves every entry.
Thresholds were chosen on the half called ``tune``; the half called ``test`` is what counts.

The data set does not hold the true record of an altered entry.  It is made here from what is known: the
original title stands in the explanation; swapped or invented authors are replaced by those of another entry;
a wrong venue by one that the DOI names, else by another of the same field; a work that does not exist has no
record, and the nearest real titles are in the indexes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from argcheck.plugins.local_index import LocalIndex
from rapidfuzz import fuzz, process

from argcheck.bib.names import parse_names
from argcheck.sources.http import Http, UnansweredError
from argcheck.sources.model import Outcome, Person, Query, Reply, Resolution
from argcheck.sources.options import Options
from argcheck.sources.resolve import Router

SHARED = Path(os.environ.get("ARGCHECK_SHARED", Path(__file__).parent.parent.parent / "shared"))
DATA = SHARED / "data" / "hallmark-bib"
INDEXES = 3
MISSING = 0.1
#: How the venues of the data set are written elsewhere: in full, with year or series, abbreviated.
VENUES = {
    "NeurIPS": ["Advances in Neural Information Processing Systems 34", "NIPS", "Neural Information Processing Systems", "Adv. Neural Inf. Process. Syst."],
    "ICML": ["Proceedings of the 38th International Conference on Machine Learning", "International Conference on Machine Learning", "Proc. Int. Conf. Mach. Learn.", "ICML 2021"],
    "ICLR": ["International Conference on Learning Representations", "10th International Conference on Learning Representations, ICLR 2022", "Int. Conf. Learn. Represent."],
    "CVPR": ["2023 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)", "Proceedings of the IEEE/CVF Conference on Computer Vision and Pattern Recognition", "Comput. Vis. Pattern Recognit."],
    "AAAI": ["Proceedings of the AAAI Conference on Artificial Intelligence", "Thirty-Sixth AAAI Conference on Artificial Intelligence"],
    "ACL": ["Annual Meeting of the Association for Computational Linguistics", "Proceedings of the 60th Annual Meeting of the Association for Computational Linguistics (Volume 1: Long Papers)"],
    "NAACL": ["North American Chapter of the Association for Computational Linguistics"],
    "ICCV": ["2021 IEEE/CVF International Conference on Computer Vision (ICCV)", "IEEE International Conference on Computer Vision"],
    "ECCV": ["European Conference on Computer Vision", "Computer Vision - ECCV 2022"],
    "EMNLP": ["Conference on Empirical Methods in Natural Language Processing"],
    "UAI": ["Conference on Uncertainty in Artificial Intelligence"],
    "KDD": ["Proceedings of the 28th ACM SIGKDD Conference on Knowledge Discovery and Data Mining"],
    "WWW": ["Proceedings of the ACM Web Conference 2022", "The Web Conference"],
    "Mach. Learn.": ["Machine Learning", "Mach Learn"],
    "J. Mach. Learn. Res.": ["Journal of Machine Learning Research", "JMLR"],
    "Trans. Mach. Learn. Res.": ["Transactions on Machine Learning Research", "TMLR"],
    "Nature": ["Nature"],
}  # fmt: skip
BY_DOI = {
    r"10\.1109/cvpr": "CVPR", r"10\.1609/aaai": "AAAI", r"10\.1109/iccv": "ICCV", r"10\.18653/v1/.*acl": "ACL",
    r"10\.1007/s10994": "Mach. Learn.",
}  # fmt: skip
ORIGINAL = re.compile(r"\(original: '(.*)'\)")


class Item:
    """One labelled entry."""

    def __init__(self, row: dict[str, Any], number: int) -> None:
        fields = row["fields"]
        self.key = row["bibtex_key"]
        self.kind = row.get("hallucination_type") or "valid"
        self.valid = row["label"] == "VALID"
        self.explanation = row.get("explanation", "")
        self.half = "tune" if number % 2 else "test"
        people = parse_names(fields["author"])
        self.query = Query(
            self.key,
            row["bibtex_type"],
            doi=fields.get("doi", "").lower(),
            title=fields["title"].replace("{", "").replace("}", ""),
            authors=tuple(
                Person(" ".join(filter(None, (n.particle, n.family))), n.given) for n in people.names
            ),
            others=people.others,
            year=int(fields["year"]) if fields["year"].isdecimal() else 0,
            venue=fields.get("journal") or fields.get("booktitle") or "",
        )


def load() -> list[Item]:
    lines = (DATA / "entries.jsonl").read_text("utf-8").split("\n")[:-1]
    return [Item(json.loads(line), number) for number, line in enumerate(lines)]


def truth(item: Item, items: list[Item], rng: random.Random) -> dict[str, Any] | None:
    """The true record behind an entry, before any perturbation; None where there is none."""
    q = item.query
    record = _csl(q)
    other = rng.choice([one for one in items if one.valid and one.query.authors != q.authors]).query
    same = next((one for one in items if one.valid and one.query.title == q.title), None)
    if item.valid or same:
        if same is not item:
            return None  # the true record is in the data set itself
        return record if q.venue else {**record, "container-title": _real_venue(q, rng)}
    if item.kind == "near_miss_title":
        found = ORIGINAL.search(item.explanation)
        return {**record, "title": found[1]} if found else None
    if item.kind in {"swapped_authors", "placeholder_authors", "merged_citation"}:
        return {**record, "author": _authors(other.authors)}
    if item.kind == "partial_author_list":
        return {**record, "author": _authors((*q.authors, *other.authors[:2]))}
    if item.kind in {"wrong_venue", "arxiv_version_mismatch", "nonexistent_venue"}:
        return {**record, "container-title": _real_venue(q, rng)}
    if item.kind == "preprint_as_published":
        if q.doi:
            return {**record, "container-title": _real_venue(q, rng)}
        return {**record, "container-title": "arXiv", "type": "posted-content", "fixed": True}
    if item.kind == "fabricated_doi":
        return {**record, "DOI": f"10.5555/real.{item.key}" if rng.random() < 0.5 else ""}
    if item.kind == "future_date":
        return {**record, "issued": {"date-parts": [[2022]]}}
    if any(one.valid and one.query.doi == q.doi for one in items if q.doi):
        return None  # the record of the identifier is in the data set itself
    if q.doi:  # an identifier of a real work, and another title: the nearest real one
        titles = [one.query.title for one in items if one.valid]
        nearest = process.extractOne(q.title, titles, scorer=fuzz.token_sort_ratio)[0]
        authors = q.authors if item.kind == "chimeric_title" else other.authors
        return {**record, "title": nearest, "author": _authors(authors)}
    return None


def _csl(q: Query) -> dict[str, Any]:
    return {
        "DOI": q.doi,
        "title": q.title,
        "author": _authors(q.authors),
        "issued": {"date-parts": [[q.year]]},
        "container-title": q.venue,
        "type": "paper-conference",
    }


def _authors(people: tuple[Person, ...]) -> list[dict[str, str]]:
    return [{"family": one.family, "given": one.given} for one in people]


def _real_venue(q: Query, rng: random.Random) -> str:
    for pattern, venue in BY_DOI.items():
        if re.match(pattern, q.doi) and venue != q.venue:
            return venue
    return rng.choice([one for one in ("NeurIPS", "ICML", "ICLR", "CVPR", "AAAI") if one != q.venue])


def perturbed(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A record as one index has it."""
    record = dict(record)
    fixed = record.pop("fixed", False)
    record["container-title"] = rng.choice(
        [record["container-title"], *VENUES.get(record["container-title"], [])]
    )
    if rng.random() < 0.2 and ":" in record["title"]:
        record["title"] = record["title"].split(":")[0]
    if rng.random() < 0.3:
        record["title"] = record["title"].capitalize()
    if rng.random() < 0.3:
        record["author"] = [{name: _plain(part) for name, part in one.items()} for one in record["author"]]
    if rng.random() < 0.3:
        record["author"] = [{**one, "given": _initials(one["given"])} for one in record["author"]]
    if rng.random() < 0.2 and not fixed:
        year = record["issued"]["date-parts"][0][0]
        if year and "arxiv" not in record["DOI"]:
            record["issued"] = {"date-parts": [[year - rng.choice((0, 1, 1, 2))]]}
        record["container-title"] = rng.choice(["arXiv", "ArXiv", "CoRR", "arXiv preprint"])
        record["type"] = "posted-content"
    return record


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _initials(given: str) -> str:
    return " ".join(f"{part[0]}." for part in given.split())


def indexes(items: list[Item], folder: Path, seed: int) -> list[LocalIndex]:
    """Write the indexes; every record is in nine of ten, in each with perturbations of its own."""
    rng = random.Random(seed)
    records = [record for item in items if (record := truth(item, items, rng)) is not None]
    made = []
    for number in range(INDEXES):
        file = folder / f"{'abc'[number]}.jsonl"
        lines = [json.dumps(perturbed(one, rng)) for one in records if rng.random() >= MISSING]
        file.write_text("\n".join(lines), "utf-8")
        made.append(Index(file))
    return made


class Index(LocalIndex):
    """An index that stands for one of the services: what it does not find counts."""

    covers = frozenset({"article", "inproceedings", "conference", "incollection", "inbook"})
    complete = frozenset({"doi"})


class Failing:
    """An index that does not answer a share of the requests."""

    def __init__(self, inner: LocalIndex, share: float, seed: int) -> None:
        self.inner = inner
        self.name, self.services, self.answers = inner.name, inner.services, inner.answers
        self.authority = inner.authority
        self.covers, self.complete = Index.covers, Index.complete
        self.share = share
        self.seed = seed

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask the index, or fail; the same for the same seed."""
        if random.Random(f"{self.seed} {self.name} {query.key} {by}").random() < self.share:
            raise UnansweredError("answered 503")
        return await self.inner.ask(query, http, by=by)


def accused(resolution: Resolution) -> bool:
    return resolution.outcome in {Outcome.GHOST, Outcome.MISMATCH} or bool(resolution.differences)


async def resolved(items: list[Item], made: list[LocalIndex], failing: float, seed: int) -> list[Resolution]:
    providers = [Failing(one, failing, seed) for one in made] if failing else made
    async with Http(Options()) as http:
        router = Router(providers, http, this_year=2026)
        return [await router.resolve(item.query) for item in items]


def measure(
    items: list[Item], half: str, *, failing: float = 0.0, seed: int = 1
) -> list[tuple[Item, Resolution]]:
    """Resolve one half of the entries; the indexes know the works behind all of them."""
    asked = [item for item in items if item.half == half]
    with tempfile.TemporaryDirectory() as folder:
        made = indexes(items, Path(folder), seed)
        return list(zip(asked, asyncio.run(resolved(asked, made, failing, seed)), strict=True))


def figures(results: list[tuple[Item, Resolution]]) -> tuple[float, float]:
    """Share of the faulty entries that are found, share of the valid ones that are accused."""
    faulty = [accused(resolution) for item, resolution in results if not item.valid]
    valid = [accused(resolution) for item, resolution in results if item.valid]
    return sum(faulty) / len(faulty), sum(valid) / len(valid)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--half", choices=["tune", "test"], default="test")
    parser.add_argument("--failing", type=float, default=0.0, help="share of requests that get no answer")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--show", metavar="KIND", help="print what is wrong: valid, or a kind of fault")
    arguments = parser.parse_args()
    items = load()
    found: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    for seed in range(arguments.seeds):
        results = measure(items, arguments.half, failing=arguments.failing, seed=seed)
        recall, alarms = figures(results)
        print(
            f"{arguments.half}, seed {seed}: found {recall:.3f} of the faulty, accused {alarms:.4f} of the valid"
        )
        for item, resolution in results:
            found[item.kind][accused(resolution)] += 1
            if arguments.show == item.kind and accused(resolution) == item.valid:
                print(
                    f"  {item.key}: {resolution.outcome} {resolution.detail} {resolution.differences} {item.query.title}",
                    file=sys.stderr,
                )
    for kind, counts in sorted(found.items()):
        print(f"  {kind:<24} {counts[True]:>5} of {sum(counts.values())}")


if __name__ == "__main__":
    main()
