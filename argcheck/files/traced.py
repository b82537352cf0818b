"""A project as one document sees it: every question to it is recorded with its answer.

Reading and checking a document ask the same questions in the same order as long as the answers are the same.  So an
earlier result still holds if each of its questions, asked again, has its old answer.
"""

from __future__ import annotations

import marshal
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, cast

from argcheck.files.cache import digest
from argcheck.files.opening import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from argcheck.files.project import Project

    #: The name of a method, and its arguments.
    Question = tuple[Any, ...]


def _itself(answer: Any) -> Any:
    return answer


def _hash(answer: Any) -> Any:
    return None if answer is None else digest(marshal.dumps([tuple(item) for item in answer], 2))


def _sorted(answer: Iterable[Any]) -> str:
    return digest(marshal.dumps(sorted(answer), 2))


#: What can be asked of a project or its repository, and how the answer is recorded.
_METHODS: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("is_file", "is_folder", "outside", "source_of", "alike"), _itself),
    **dict.fromkeys(("holds", "ignored", "kept_out", "changed_after"), _itself),
    **dict.fromkeys(("read", "data", "known"), lambda source: source and (source.digest, source.on_disk)),
    **dict.fromkeys(("pictures", "cited_outside", "referred_to_outside"), _sorted),
    **dict.fromkeys(("reader_of", "reader_of_bibliography"), lambda reader: reader and reader.name),
    "labels_outside": lambda labels: _sorted(labels.items()),
    "places": lambda places: _hash((*span, commented) for span, commented in places),
}
_ATTRIBUTES: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("names", "folders"), _sorted),
    "this_year": _itself,
    "tracked": _hash,
}
_OF_REPOSITORY = frozenset(("holds", "ignored", "kept_out", "changed_after", "tracked"))


class TracedProject:
    """A `Project` and its repository, with a record of the questions to them.

    :param places: returns the places of a bibliography key in the project; asked as ``places``.
    """

    def __init__(self, project: Project, places: Callable[[str], Sequence[Any]]) -> None:
        self._project = project
        self._places = places
        self.trace: dict[Question, Any] = {}  #: the answer to each question, in the order of asking
        self.whole = True  #: whether every question is in the trace, with a single answer
        self.root, self.settings, self.unsafe = project.root, project.settings, project.unsafe  # never change

    @property
    def repository(self) -> TracedProject:
        """This object, which answers for both."""
        return self

    def __getattr__(self, name: str) -> Any:
        """Answer a question and record it; anything that is not in the tables above makes the trace incomplete."""
        if name in _ATTRIBUTES:
            return self._ask(name)
        if name in _METHODS:
            return partial(self._ask, name)
        self.whole = False
        return getattr(self._project if hasattr(self._project, name) else self._project.repository, name)

    def as_project(self) -> Project:
        """Return this object, typed as a `Project`."""
        return cast("Project", self)

    @cached_property
    def identity(self) -> str:
        """Hash of the questions so far, which read the document; the trace then starts afresh."""
        asked, self.trace = list(self.trace.items()), {}
        return digest(marshal.dumps(asked, 2))

    def unchanged(self, trace: Iterable[tuple[Question, Any]]) -> bool:
        """Whether each question has its old answer; stops at the first that has not."""
        for question, answer in trace:
            with suppress(InputError):  # which is an answer, too
                self._ask(*question)
            if self.trace[question] != answer:
                return False
        return True

    def _ask(self, name: str, *given: Any) -> Any:
        # a mapping of files stands for their names
        question = name, *(thing if isinstance(thing, str) else tuple(thing) for thing in given)
        try:
            answer = self._answer(name, given)
        except InputError as error:
            self._note(question, (error.reason, error.detail))
            raise
        self._note(question, (_METHODS.get(name) or _ATTRIBUTES[name])(answer))
        return answer

    def _answer(self, name: str, given: tuple[Any, ...]) -> Any:
        if name == "places":
            return self._places(*given)
        asked = getattr(self._project.repository if name in _OF_REPOSITORY else self._project, name)
        return asked if name in _ATTRIBUTES else asked(*given)

    def _note(self, question: Question, answer: Any) -> None:
        if self.trace.setdefault(question, answer) != answer:
            self.whole = False
