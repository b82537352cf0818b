"""Questions as files for a person to answer with any model, and the reading of the answers.

Answers are stored like those of an endpoint when their questions are asked, so everything else works the same.
"""

from __future__ import annotations

import json
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.errors import UsageError
from argcheck.files.diagnostic import shortened
from argcheck.files.source import decode
from argcheck.llm.fence import MARK
from argcheck.llm.parse import MalformedError, mended, whole_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from argcheck.llm.model import Question

BATCH = "batch.jsonl"  #: all questions in the format of OpenAI's batch service
_PROMPT = ".prompt.txt"
#: Descriptions of purposes for people, if the purpose itself says too little.
_WANTED = {"twins": "two sentences to write", "addressed": "sentences that give orders"}
#: The material that a question is about, by its name, if there are several.
_ABOUT = ("claim", "sentence", "sentences")
_SHOWN = 70  #: characters of the material that describe a question
_MARKED = "question"  #: name under which an answer repeats the beginning of the key of its question
_MARK_LENGTH = 8
_DIGITS = frozenset("0123456789abcdef")
_LONGEST = 1_000_000  #: most characters of an answer; the longest requested one has some 30,000


class GivenAnswers(NamedTuple):
    """The answers in a folder."""

    by_key: dict[
        str, dict[str, Any]
    ]  #: by key of the question, in the form that `argcheck.llm.client` stores
    problems: tuple[str, ...]  #: messages about files and lines without an answer


class WrittenPrompts(NamedTuple):
    """The questions that were written to a folder."""

    asked: int  #: number of wanted answers
    left: int  #: number of earlier questions that have no answer and are no longer asked
    repeated: int = 0  #: number of questions with the text of another, for independent answers
    #: names of the files by what they ask; empty if all files in the folder ask the same
    files: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def write_prompts(folder: Path, planned: Iterable[tuple[Question, int]], model: str) -> WrittenPrompts:
    """Write each question as a text file to paste, and all of them as one file for a batch service.

    :param planned: questions, each with the number of wanted answers.
    :raises UsageError: the folder cannot be written.
    """
    texts: dict[str, str] = {}
    asking: dict[str, list[str]] = {}
    requests = []
    bodies = set[str]()
    for question, count in planned:
        for number in range(count):
            sample = question._replace(sample=question.sample + number)
            key = sample.key(model)
            text = "\n\n".join(message.content for message in sample.messages)
            texts[f"{key}{_PROMPT}"] = text + _with_mark(sample, key).shape
            bodies.add(text)
            asking.setdefault(_asked_in_short(sample), []).append(f"{key}{_PROMPT}")
            requests.append(json.dumps(_request(key, sample, model), ensure_ascii=False))
    repeated = len(texts) - len(bodies)
    texts[BATCH] = "".join(f"{request}\n" for request in requests)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, "utf-8")
        names = {file.name for file in folder.iterdir()}
    except OSError as error:
        raise UsageError(f"{folder}: questions cannot be written there: {error.strerror}") from None
    others = {name.removesuffix(_PROMPT) for name in names - texts.keys() if name.endswith(_PROMPT)}
    answered = {name.partition(".answer.")[0] for name in names if ".answer." in name}
    told_apart = len(asking) > 1 or others
    files = {asked: tuple(files) for asked, files in asking.items()} if told_apart else {}
    return WrittenPrompts(len(requests), len(others - answered), repeated, files)


def _with_mark(question: Question, key: str) -> Question:
    """Return a question of which each answer says to which question it belongs: files are easily swapped by hand."""
    mark = {_MARKED: {"type": "string", "enum": [key[:_MARK_LENGTH]]}}
    properties = {**mark, **question.schema["properties"]}
    required = [_MARKED, *question.schema.get("required", ())]
    return question._replace(schema={**question.schema, "properties": properties, "required": required})


def _asked_in_short(question: Question) -> str:
    """Return the purpose of a question, and the beginning of the claim, sentence or part of a text that it is about."""
    wanted = _WANTED.get(question.purpose, question.purpose)
    shown = [message.content for message in question.messages if message.role == "user"]
    blocks = [block.partition("\n") for block in shown[0].split(MARK)[1:]]
    texts = {head.split()[0]: text for head, _, text in blocks}
    about = next((texts[name] for name in _ABOUT if name in texts), [*texts.values()][-1] if texts else "")
    again = "" if len(shown) == 1 else ", to be corrected"
    line = _first_of_part(about.split("\n"))
    return f"{wanted}{again}: {shortened(line, _SHOWN)}"


def _first_of_part(lines: Sequence[str]) -> str:
    """Return the first line or, of numbered sentences, the first of the longest run: the others are there for context."""
    numbered = [(int(head[1:]), line) for line in lines if (head := line.partition("]")[0])[1:].isdecimal()]
    runs = [[pair] for pair in numbered[:1]]
    for before, pair in pairwise(numbered):
        if pair[0] == before[0] + 1:
            runs[-1].append(pair)
        else:
            runs.append([pair])
    return max(runs, key=len)[0][1] if runs else lines[0]


def _request(key: str, question: Question, model: str) -> dict[str, Any]:
    body = {
        "model": model,
        "messages": [{"role": message.role, "content": message.content} for message in question.messages],
        "temperature": question.temperature,
        "top_p": question.top_p,
        "max_tokens": question.max_tokens,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": question.purpose.replace(" ", "_"), "schema": dict(question.schema)},
        },
    }
    return {"custom_id": key, "method": "POST", "url": "/v1/chat/completions", "body": body}


def given_answers(folder: Path, model: str) -> GivenAnswers:
    """Read the answers in a folder: ``KEY.answer.txt`` or ``.json``, and the output of a batch service (``.jsonl``).

    Answers are checked against their questions when these are asked, as with an endpoint.

    :param model: the model of answers that name none.
    :raises UsageError: there is no such folder, or it cannot be read.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder with answers")
    answers: dict[str, dict[str, Any]] = {}
    problems: list[str] = []
    try:
        for file in sorted(folder.iterdir()):
            name, _, suffix = file.name.partition(".answer.")
            is_batch = file.suffix == ".jsonl" and file.name != BATCH
            if not suffix and not is_batch:
                continue
            if suffix not in ("", "txt", "json"):
                problems.append(f"{file}: an answer is called {name}.answer.txt")
            elif not file.is_file():  # reading a pipe would block
                problems.append(f"{file}: this is no regular file")
            elif is_batch:
                for place, line in _lines(file):
                    _take(answers, problems, place, line, model)
            elif file.stat().st_size > 4 * _LONGEST:
                problems.append(f"{file}: this is too long to be an answer")
            else:
                text, problem = _without_mark(_text(file), name)
                problems += [f"{file}: {problem}"] if problem else []
                if text:
                    problems += _replaced(answers, name, _answer(text, model), str(file))
    except OSError as error:
        raise UsageError(f"{folder}: answers cannot be read: {error.strerror}") from None
    return GivenAnswers(answers, tuple(problems))


def _replaced(answers: dict[str, dict[str, Any]], key: str, answer: dict[str, Any], place: str) -> list[str]:
    """Add an answer; return a message if it takes the place of another text, else nothing."""
    before = answers.get(key, answer)
    answers[key] = answer
    differ = before["text"] != answer["text"]
    return [f"{place}: {key} has another answer, too; this is the one that counts"] if differ else []


def _without_mark(text: str, key: str) -> tuple[str, str]:
    """Return an answer without the mark of its question, and a message if it cannot be used, else an empty one.

    The text is empty if the mark is of another question.  An answer without a mark belongs to the name of its file.
    """
    try:
        value = mended(text, {"type": "object"})
    except MalformedError as error:  # as when only half of it was copied
        return text, f"no answer can be read there: {error}"
    mark = str(value.get(_MARKED, "")).lower()
    if len(mark) < _MARK_LENGTH or not _DIGITS.issuperset(mark):
        return text, ""
    if not key.startswith(mark[:_MARK_LENGTH]):
        return "", f"this says that it answers question {mark}, and is left out"
    return json.dumps({name: said for name, said in value.items() if name != _MARKED}, ensure_ascii=False), ""


def _text(file: Path) -> str:
    data = file.read_bytes()
    try:
        return decode(data)[0]  # some editors write UTF-16
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def _lines(file: Path) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(_text(file).split("\n"), 1):
        if line.strip():
            yield f"{file}:{number}", line


def _take(answers: dict[str, dict[str, Any]], problems: list[str], place: str, line: str, model: str) -> None:
    """Add the answer of a line of a batch to ``answers``, or a message to ``problems``."""
    try:
        data = json.loads(line)
        error = data.get("error")
        body = (data["response"] or {}).get("body") or {}
        if error or body.get("error"):
            problems.append(
                f"{place}: the service gave no answer: {json.dumps(error or body['error'])[:200]}"
            )
            return
        message = body["choices"][0]["message"]
        text = str(message.get("content") or "")
        if len(text) > _LONGEST:
            problems.append(f"{place}: this is too long to be an answer")
            return
        answer = {
            **_answer(text, str(body.get("model") or model)),
            "refusal": str(message.get("refusal") or ""),
            "finish": str(body["choices"][0].get("finish_reason") or "stop"),
        }
        problems += _replaced(answers, str(data["custom_id"]), answer, place)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        problems.append(f"{place}: this is no line of a batch that was answered")


def _answer(text: str, model: str) -> dict[str, Any]:
    """Return an answer in the form that `argcheck.llm.client` stores, with zero cost."""
    return {
        "text": whole_text(text),
        "refusal": "",
        "finish": "stop",
        "model": model,
        "usage": [0, 0, 0, 0.0],
    }
