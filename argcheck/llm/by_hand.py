"""Questions as files that a person can take to any model, and the answers that come back.

An answer is put where those of an endpoint are, so that everything else is as if it had been asked.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from argcheck.llm.answer_cache import AnswerCache
    from argcheck.llm.model import Question

BATCH = "batch.jsonl"  #: all questions in the format of OpenAI's batch service


def write_prompts(folder: Path, planned: Iterable[tuple[Question, int]], model: str) -> int:
    """Write each question as a text file to paste somewhere, and all of them as one file for a batch service.

    :returns: how many questions, each answer wanted counting as one.
    :raises OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for question, count in planned:
        for number in range(count):
            sample = question._replace(sample=question.sample + number)
            key = sample.key(model)
            text = "\n\n".join(message.content for message in sample.messages)
            shape = json.dumps(sample.schema, ensure_ascii=False)
            (folder / f"{key}.prompt.txt").write_text(
                f"{text}\n\nAnswer with one JSON object of this schema:\n{shape}\n", "utf-8"
            )
            lines.append(json.dumps(_request(key, sample, model), ensure_ascii=False))
    (folder / BATCH).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return len(lines)


def _request(key: str, question: Question, model: str) -> dict[str, Any]:
    body = {
        "model": model,
        "messages": [message._asdict() for message in question.messages],
        "temperature": question.temperature,
        "top_p": question.top_p,
        "max_tokens": question.max_tokens,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": dict(question.schema)},
        },
    }
    return {"custom_id": key, "method": "POST", "url": "/v1/chat/completions", "body": body}


def take_answers(folder: Path, cache: AnswerCache, model: str) -> int:
    """Remember the answers in a folder: ``KEY.answer.txt`` or ``.json``, and the output of a batch service (``.jsonl``).

    What is no answer is found out when it is used, as with an endpoint.

    :param model: who is taken to have answered, where an answer does not say so.
    :returns: how many answers there were.
    :raises UsageError: there is no such folder, or a line of a batch cannot be read.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder with answers")
    answers = dict(_answers(folder, model))
    cache.put(answers)
    return len(answers)


def _answers(folder: Path, model: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in sorted(folder.iterdir()):
        name, _, suffix = file.name.partition(".answer.")
        if suffix in ("txt", "json"):
            yield name, _answer(file.read_text("utf-8", "replace"), model)
        elif file.suffix == ".jsonl" and file.name != BATCH:
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                if line.strip():
                    yield _of_batch(line, f"{file}:{number}", model)


def _of_batch(line: str, place: str, model: str) -> tuple[str, dict[str, Any]]:
    try:
        data = json.loads(line)
        body = data["response"]["body"]
        message = body["choices"][0]["message"]
        return str(data["custom_id"]), _answer(str(message["content"]), str(body.get("model") or model))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise UsageError(f"{place}: this is no line of a batch that was answered ({error!r})") from None


def _answer(text: str, model: str) -> dict[str, Any]:
    """Give an answer as `argcheck.llm.client` remembers those of an endpoint; it has cost nothing here."""
    return {"text": text, "refusal": "", "finish": "stop", "model": model, "usage": [0, 0, 0, 0.0]}
