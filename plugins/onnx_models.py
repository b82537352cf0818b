"""Models in a local folder: ``model.onnx`` (there or in ``onnx/``) and ``tokenizer.json``; code is never loaded.

The checksum of the model must be given with the folder, or in ``SHA256SUMS`` in it, as ``sha256sum`` writes it.  The
bytes that are loaded are those that were checked.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from argcheck.errors import UsageError, require
from argcheck.verdicts.judging import Probabilities

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

_MODELS = ("model.onnx", "onnx/model.onnx")
_SUMS = "SHA256SUMS"
_BATCH = 32  #: texts in a batch, sorted by length
_EMBEDDED, _JUDGED = 256, 512  #: tokens to which texts and pairs are cut


class _Onnx:
    """A transformer model.

    :raises UsageError: a file is missing or unusable, its checksum differs or is unknown, or a package is missing.
    """

    def __init__(self, folder: Path, checksum: str, longest: int) -> None:
        require(f"{folder}: a model", "embeddings", "onnxruntime", "tokenizers")
        import onnxruntime
        from tokenizers import Tokenizer

        name = next((item for item in _MODELS if (folder / item).is_file()), None)
        if name is None or not (folder / "tokenizer.json").is_file():
            raise UsageError(
                f"{folder}: there must be a model.onnx and a tokenizer.json; nothing else is loaded"
            )
        sums = _sums(folder)
        model = _checked(folder, name, checksum or sums.get(name, ""))
        words = (folder / "tokenizer.json").read_bytes()
        if "tokenizer.json" in sums:
            words = _checked(folder, "tokenizer.json", sums["tokenizer.json"])
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
            self._tokenizer = Tokenizer.from_str(words.decode("utf-8"))
        except Exception as error:  # noqa: BLE001 - the packages raise various exceptions with the same meaning
            raise UsageError(f"{folder}: not a model that can be loaded: {error}") from None
        self._tokenizer.enable_truncation(longest)
        self._tokenizer.enable_padding()
        self._inputs = {input_.name for input_ in self._session.get_inputs()}
        self.name = f"{folder.resolve().name}@{hashlib.sha256(model).hexdigest()[:12]}"

    def run(self, texts: Sequence[Any], pool: Callable[[Any, Any], Any]) -> list[Any]:
        """Return the rows that ``pool`` makes of output and mask, one for each text or pair, in order."""
        import numpy as np

        order = sorted(range(len(texts)), key=lambda place: len(str(texts[place])))
        results: list[Any] = [None] * len(texts)
        for start in range(0, len(order), _BATCH):
            places = order[start : start + _BATCH]
            encoded = self._tokenizer.encode_batch([texts[place] for place in places])
            fed = {
                "input_ids": [encoding.ids for encoding in encoded],
                "attention_mask": [encoding.attention_mask for encoding in encoded],
                "token_type_ids": [encoding.type_ids for encoding in encoded],
            }
            arrays = {
                name: np.array(value, dtype=np.int64) for name, value in fed.items() if name in self._inputs
            }
            output = self._session.run(None, arrays)[0]
            mask = np.array(fed["attention_mask"], dtype=np.float32)
            for place, row in zip(places, pool(output, mask), strict=True):
                results[place] = row
        return results


class OnnxEmbedder:
    """A bi-encoder: the mean over the tokens, or the output of a model with its own pooling, scaled to length 1."""

    def __init__(self, folder: Path, checksum: str = "") -> None:
        self._model = _Onnx(folder, checksum, _EMBEDDED)
        self.name = self._model.name

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return a vector for each text."""
        return self._model.run(texts, _mean)


class OnnxReranker:
    """A cross-encoder: the score is the last output."""

    def __init__(self, folder: Path, checksum: str = "") -> None:
        self._model = _Onnx(folder, checksum, _JUDGED)
        self.name = self._model.name

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return a score for each text."""
        rows = self._model.run([(question, text) for text in texts], _rows)
        return [float(row[-1]) for row in rows]


class OnnxEntailment:
    """A model of inference; ``config.json`` names its outputs.

    :raises UsageError: the labels entailment, neutral and contradiction are not all there.
    """

    def __init__(self, folder: Path, checksum: str = "") -> None:
        self._model = _Onnx(folder, checksum, _JUDGED)
        self.name = self._model.name
        self._places = _labels(folder)

    def judge(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Probabilities]:
        """Return the probabilities for each (premise, hypothesis)."""
        probabilities = []
        for row in self._model.run(list(pairs), _softmax):
            entailment, neutral, contradiction = (float(row[place]) for place in self._places)
            probabilities.append(Probabilities(entailment, neutral, contradiction))
        return probabilities


ADAPTERS: Mapping[str, Callable[[Path, str], Any]] = {
    "embedder": OnnxEmbedder,
    "reranker": OnnxReranker,
    "entailment": OnnxEntailment,
}


def _sums(folder: Path) -> dict[str, str]:
    try:
        lines = (folder / _SUMS).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return {}
    parts = (line.split(maxsplit=1) for line in lines if line.strip())
    return {name.lstrip("*").removeprefix("./"): value for value, name in parts}


def _checked(folder: Path, name: str, wanted: str) -> bytes:
    data = (folder / name).read_bytes()
    checksum = hashlib.sha256(data).hexdigest()
    if not wanted:
        raise UsageError(
            f"{folder / name}: its checksum is not known. If you trust it, write '{checksum}  {name}' "
            f"into {folder / _SUMS}, or give the folder as {folder}#sha256={checksum}"
        )
    if checksum != wanted.lower():
        raise UsageError(f"{folder / name}: its sha256 is {checksum}, not {wanted}: it is not loaded")
    return data


def _labels(folder: Path) -> tuple[int, int, int]:
    try:
        labels = json.loads((folder / "config.json").read_text("utf-8"))["id2label"]
        names = {str(name).lower(): int(place) for place, name in labels.items()}
        entailment, neutral, contradiction = (
            [place for name, place in names.items() if name.startswith(start)][0]  # noqa: RUF015 - IndexError is caught
            for start in ("entail", "neutral", "contra")
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        raise UsageError(
            f"{folder}: config.json must name entailment, neutral and contradiction in id2label"
        ) from None
    return entailment, neutral, contradiction


def _mean(output: Any, mask: Any) -> Any:
    import numpy as np

    if output.ndim == 3:
        weights = mask[:, :, None]
        output = (output * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)
    return output / np.maximum(np.linalg.norm(output, axis=1, keepdims=True), 1e-12)


def _rows(output: Any, mask: Any) -> Any:  # noqa: ARG001 - of `_Onnx.run`
    return output


def _softmax(output: Any, mask: Any) -> Any:  # noqa: ARG001 - of `_Onnx.run`
    import numpy as np

    powers = np.exp(output - output.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)
