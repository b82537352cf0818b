"""The store: what comes back, and that nothing on the disk can make it fail."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from argcheck.files import cache
from argcheck.files.cache import Store, default_folder, digest

VALUE = ({"a": [1, 2.5, None, True]}, b"\xff", "é𝒳", (3,))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path / "cache"))


def entry(store: Store) -> Path:
    (file,) = Path(store.folder).glob("*/*.bin")
    return file


def test_round_trip(store: Store) -> None:
    assert store.get("files", "key") is None
    assert store.put("files", "key", VALUE)
    assert store.get("files", "key") == VALUE
    assert store.get("files", "other") is None
    assert store.get("other", "key") is None


def test_marks_of_a_cache_folder(store: Store) -> None:
    store.put("files", "key", 1)
    folder = Path(store.folder)
    assert (folder / "CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a477f597d28d172789f06886806bc55")
    assert (folder / ".gitignore").read_text("utf-8") == "*\n"
    assert (folder / "README.md").is_file()


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
def test_only_the_user_may_look(store: Store) -> None:
    store.put("files", "key", 1)
    assert stat.S_IMODE(Path(store.folder).stat().st_mode) == 0o700
    assert stat.S_IMODE(entry(store).stat().st_mode) == 0o600


def test_every_truncation_and_bit_flip_is_a_miss(store: Store) -> None:
    store.put("files", "key", VALUE)
    file = entry(store)
    data = file.read_bytes()
    for length in range(len(data)):
        file.write_bytes(data[:length])
        assert store.get("files", "key") is None
    for place in range(len(data)):
        file.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        assert store.get("files", "key") is None
    file.write_bytes(data)
    assert store.get("files", "key") == VALUE


def test_an_entry_of_another_key_is_a_miss(store: Store) -> None:
    store.put("files", "one", 1)
    data = entry(store).read_bytes()
    store.put("files", "two", 2)
    for file in Path(store.folder).glob("files/*.bin"):
        file.write_bytes(data)
    assert store.get("files", "one") == 1
    assert store.get("files", "two") is None


def test_another_version_is_a_miss(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.put("files", "key", 1)
    monkeypatch.setattr(cache, "_MARK", cache._MARK.replace(b"argcheck 0", b"argcheck 9"))
    assert store.get("files", "key") is None


def test_a_pickle_is_never_loaded(store: Store) -> None:
    store.put("files", "key", 1)
    entry(store).write_bytes(b"cos\nsystem\n(S'exit 1'\ntR.")
    assert store.get("files", "key") is None
    assert "pickle" not in Path(cache.__file__).read_text("utf-8")


def test_what_cannot_be_written_is_not_stored(store: Store) -> None:
    assert not store.put("files", "key", object())


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EDQUOT])
def test_a_full_or_read_only_disk(store: Store, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    store.put("files", "key", 1)
    monkeypatch.setattr(os, "replace", refuse)
    assert not store.put("files", "key", 2)
    assert store.get("files", "key") == 1
    assert not list(Path(store.folder).rglob("*.tmp"))


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("", "utf-8")
    store = Store(str(tmp_path / "cache"))
    assert not store.put("files", "key", 1)
    assert store.get("files", "key") is None
    assert store.clean() == 0


def test_clean(store: Store) -> None:
    for number in range(3):
        store.put("files", str(number), number)
    assert store.clean() == 3
    assert not Path(store.folder).exists()


def test_clean_leaves_what_is_not_ours(store: Store) -> None:
    store.put("files", "key", 1)
    (Path(store.folder) / "mine.txt").write_text("", "utf-8")
    assert store.clean() == 1
    assert (Path(store.folder) / "mine.txt").exists()


def test_eviction_takes_the_oldest(store: Store) -> None:
    for number in range(4):
        store.put("files", str(number), "x" * 1000)
        os.utime(store._path("files", str(number)), ns=(number, number))
    store.max_bytes = 2500
    assert store.evict() == 2
    assert [store.get("files", str(number)) is None for number in range(4)] == [True, True, False, False]


def test_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("ARGCHECK_CACHE_DIR", raising=False)
    assert default_folder() == str(tmp_path / "argcheck")
    monkeypatch.setenv("ARGCHECK_CACHE_DIR", str(tmp_path / "own"))
    assert default_folder() == str(tmp_path / "own")


def test_relative_xdg_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARGCHECK_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert Path(default_folder()).is_absolute()


def test_digest_is_fixed() -> None:
    assert digest(b"") == "cae66941d9efbd404e4d88758ea67670"
    assert sys.getsizeof(digest(b"x")) < 100
