"""Models on servers, by common protocols.

``/embeddings`` is that of OpenAI, ``/rerank`` that of Jina, Cohere, vLLM and llama.cpp, ``/predict`` that of Text
Embeddings Inference.  The model is named after ``#`` in the address: ``http://127.0.0.1:8080/v1#bge-small``.  The key
is read only from ``ARGCHECK_JUDGES_API_KEY``.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urldefrag, urlsplit

from argcheck.errors import ArgcheckError
from argcheck.llm.endpoint import checked_address
from argcheck.verdicts.judging import Probabilities

KEY = "ARGCHECK_JUDGES_API_KEY"
_BATCH = 64  #: texts in one request
_PAIRS = 32  #: pairs in one request
_TIMEOUT = 60.0  #: seconds
_ATTEMPTS = 3


class EndpointError(ArgcheckError):
    """A server gave no answer or an invalid one; the message never contains the key."""


class _AgainError(Exception):
    """A request that may succeed when it is repeated."""


class _Endpoint:
    """A server and its model; `requests` counts the requests sent."""

    def __init__(self, place: str) -> None:
        address, self.model = urldefrag(place)
        self.base = checked_address(address.rstrip("/"), KEY)
        self.host = urlsplit(self.base).netloc
        self.name = f"{self.model or 'default'} at {self.host}"
        self.requests = 0
        self._key = os.environ.get(KEY, "")

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Send a request, with retries, and return the JSON of the answer.

        :raises EndpointError: there is no answer, or it is no JSON.
        """
        import stamina

        data = {**body, **({"model": self.model} if self.model else {})}
        try:
            for attempt in stamina.retry_context(
                _AgainError, attempts=_ATTEMPTS, timeout=None, wait_initial=0.2
            ):
                with attempt:
                    return self._once(path, data)
        except _AgainError as error:
            raise EndpointError(f"{self.host} did not answer: {error}") from None
        raise AssertionError  # the loop returns or raises

    def _once(self, path: str, data: dict[str, Any]) -> Any:
        import httpx2

        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        self.requests += 1
        try:
            answer = httpx2.post(f"{self.base}{path}", json=data, headers=headers, timeout=_TIMEOUT)
        except httpx2.RequestError as error:
            raise _AgainError(str(error) or type(error).__name__) from None
        if answer.status_code == 429 or answer.status_code >= 500:
            raise _AgainError(f"answered {answer.status_code}")
        if answer.status_code != 200:
            raise EndpointError(f"{self.host} answered {answer.status_code} to {path}")
        try:
            return answer.json()
        except ValueError:
            raise EndpointError(f"{self.host}: the answer to {path} is no JSON") from None


class EndpointEmbedder(_Endpoint):
    """Maps texts to vectors by a server."""

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return a vector of length 1 for each text.

        :raises EndpointError: there is no answer, or it lacks a vector.
        """
        vectors: list[Sequence[float]] = []
        for start in range(0, len(texts), _BATCH):
            batch = list(texts[start : start + _BATCH])
            answer = self.post("/embeddings", {"input": batch, "encoding_format": "float"})
            rows = _by_index(_list(answer, "data"), len(batch), "embedding")
            if rows is None:
                raise EndpointError(f"{self.host}: not one vector for each text")
            vectors += [_unit(row) for row in rows]
        return vectors


class EndpointReranker(_Endpoint):
    """Scores passages by a server."""

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return a score for each text.

        :raises EndpointError: there is no answer, or it lacks a score.
        """
        answer = self.post("/rerank", {"query": question, "documents": list(texts), "top_n": len(texts)})
        rows = _by_index(_list(answer, "results"), len(texts), "relevance_score")
        if rows is None or not all(isinstance(row, int | float) for row in rows):
            raise EndpointError(f"{self.host}: not one score for each text")
        return [float(row) for row in rows]


class EndpointEntailment(_Endpoint):
    """Judges pairs by a server whose model has the labels entailment, neutral and contradiction."""

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Probabilities]:
        """Return the probabilities for each (premise, hypothesis).

        :raises EndpointError: there is no answer, or it lacks a label.
        """
        probabilities: list[Probabilities] = []
        for start in range(0, len(pairs), _PAIRS):
            batch = [list(pair) for pair in pairs[start : start + _PAIRS]]
            rows = self.post("/predict", {"inputs": batch, "truncate": True})
            judged = [_labelled(row) for row in rows] if isinstance(rows, list) else []
            if len(judged) != len(batch) or None in judged:
                raise EndpointError(
                    f"{self.host}: not entailment, neutral and contradiction for each pair of texts"
                )
            probabilities += filter(None, judged)
        return probabilities


ADAPTERS: Mapping[str, Callable[[str], Any]] = {
    "embedder": EndpointEmbedder,
    "reranker": EndpointReranker,
    "entailment": EndpointEntailment,
}


def _labelled(row: Any) -> Probabilities | None:
    """Return the probabilities by their labels; None if one is missing."""
    # entailment, entail, ENTAILMENT
    scores = {str(item.get("label", ""))[:6].lower(): item.get("score") for item in _dicts(row)}
    three = [scores.get(label) for label in ("entail", "neutra", "contra")]
    if not all(isinstance(item, int | float) for item in three):
        return None
    return Probabilities(*three)  # type: ignore[arg-type]


def _dicts(row: Any) -> list[dict[str, Any]]:
    return [item for item in row if isinstance(item, dict)] if isinstance(row, list) else []


def _list(answer: Any, name: str) -> list[Any]:
    result = answer.get(name) if isinstance(answer, dict) else None
    return result if isinstance(result, list) else []


def _by_index(rows: list[Any], count: int, name: str) -> list[Any] | None:
    """Return the values of ``name`` in the order of ``index``; None unless each index has one."""
    result = {row.get("index"): row.get(name) for row in rows if isinstance(row, dict)}
    if set(result) != set(range(count)) or any(item is None for item in result.values()):
        return None
    return [result[place] for place in range(count)]


def _unit(row: Sequence[float]) -> Sequence[float]:
    length = math.hypot(*row) or 1.0
    return [value / length for value in row]
