"""The one store on disk: marshal behind a checksum, in the cache folder of the user.

The warm path imports this module, so it imports nothing that Python has not loaded
already, except `marshal` and the hash.  A damaged, foreign or truncated file is a miss,
and on a full or read-only disk nothing is stored; neither is ever an error.
"""

from __future__ import annotations

import marshal
import os
import sys
from hashlib import blake2b

from argcheck import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_BYTES = 200_000_000  #: the store drops its oldest files beyond this
_TAG = (
    b"Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of argcheck; it can be removed.\n"
)
_README = b"Cache of argcheck, a linter for LaTeX. Remove it whenever you like: `argcheck cache clean`.\n"
_MARK = f"argcheck {__version__} {sys.implementation.cache_tag} {marshal.version}\n".encode()
_SIZE = 16


def digest(data: bytes) -> str:
    """Return the hash of the bytes of a file, as used by `argcheck.files.manifest` and in keys of the store."""
    return blake2b(data, digest_size=_SIZE).hexdigest()


def default_folder() -> str:
    """Return the cache folder: ``ARGCHECK_CACHE_DIR``, else the platform's place for caches."""
    get = os.environ.get
    if own := get("ARGCHECK_CACHE_DIR"):
        return os.path.abspath(own)
    if (xdg := get("XDG_CACHE_HOME")) and os.path.isabs(xdg):
        return os.path.join(xdg, "argcheck")
    if os.name == "nt" and (local := get("LOCALAPPDATA")):
        return os.path.join(local, "argcheck", "Cache")
    home = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
    return os.path.join(os.path.expanduser(home), "argcheck")


class Store:
    """Objects that `marshal` can write, by namespace and key.

    Every file begins with ``mark``; one that does not is a miss. By default it holds
    the versions of argcheck and Python, so that an upgrade starts afresh.
    """

    def __init__(self, folder: str | None = None, max_bytes: int = MAX_BYTES, mark: bytes = b"") -> None:
        self.folder = folder or default_folder()
        self.max_bytes = max_bytes
        self._mark = mark

    @property
    def mark(self) -> bytes:
        """The bytes that every file of this store begins with."""
        return self._mark or _MARK

    def get(self, namespace: str, key: str) -> Any:
        """Return the object, or None if there is none that can be trusted."""
        try:
            with open(self._path(namespace, key), "rb") as file:
                data = file.read()
        except (OSError, ValueError):
            return None
        begin = len(self.mark)
        start = begin + _SIZE
        body = data[start:]
        if data[:begin] != self.mark or data[begin:start] != _checksum(namespace, key, body):
            return None
        try:
            return marshal.loads(body)  # noqa: S302 - behind the checksum, in the user's own folder
        except (EOFError, ValueError, TypeError, MemoryError):
            return None

    def put(self, namespace: str, key: str, obj: Any) -> bool:
        """Store ``obj``, replacing an earlier one atomically; return False if that was not possible."""
        try:
            body = marshal.dumps(obj)
        except ValueError:
            return False
        path = self._path(namespace, key)
        try:
            self._prepare(os.path.dirname(path))
            _replace(path, self.mark + _checksum(namespace, key, body) + body)
        except OSError:
            return False
        return True

    def common_file(self, namespace: str) -> str:
        """Return the path of a file in the folder of a namespace, for locks of processes that share the store.

        `clean` and `evict` may remove it.

        :raises OSError: the folder cannot be made.
        """
        folder = os.path.join(self.folder, namespace)
        self._prepare(folder)
        return os.path.join(folder, "common.tmp")

    def clean(self) -> int:
        """Remove everything that the store wrote; return the number of files."""
        removed = sum(_remove(path) for _, _, path in self._entries())
        for name in ("CACHEDIR.TAG", ".gitignore", "README.md"):
            _remove(os.path.join(self.folder, name))
        for folder in (*self._namespaces(), self.folder):
            try:
                os.rmdir(folder)
            except OSError:
                continue
        return removed

    def evict(self) -> int:
        """Remove the oldest files until the rest fits; return the number of files."""
        entries = sorted(self._entries())
        excess = sum(size for _, size, _ in entries) - self.max_bytes
        removed = 0
        for _, size, path in entries:
            if excess <= 0:
                break
            excess -= size
            removed += _remove(path)
        return removed

    def _path(self, namespace: str, key: str) -> str:
        name = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=_SIZE).hexdigest()
        return os.path.join(self.folder, namespace, name + ".bin")

    def _prepare(self, folder: str) -> None:
        if os.path.isdir(folder):
            return
        tag = os.path.join(self.folder, "CACHEDIR.TAG")
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if not os.path.exists(tag):
            _replace(os.path.join(self.folder, ".gitignore"), b"*\n")
            _replace(os.path.join(self.folder, "README.md"), _README)
            _replace(tag, _TAG)

    def _namespaces(self) -> list[str]:
        try:
            with os.scandir(self.folder) as entries:
                return [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        except OSError:
            return []

    def _entries(self) -> list[tuple[int, int, str]]:
        """Return time of the last change in nanoseconds, bytes, and path of every stored file."""
        stored = []
        for folder in self._namespaces():
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        if entry.name.endswith((".bin", ".tmp")):
                            stat = entry.stat(follow_symlinks=False)
                            stored.append((stat.st_mtime_ns, stat.st_size, entry.path))
            except OSError:
                continue
        return stored


def _checksum(namespace: str, key: str, body: bytes) -> bytes:
    name = f"{namespace}\0{key}".encode("utf-8", "surrogatepass")
    return blake2b(body, digest_size=_SIZE, key=blake2b(name, digest_size=_SIZE).digest()).digest()


def _replace(path: str, data: bytes) -> None:
    temporary = f"{path}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    try:
        flags = (
            os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
        )
        with open(os.open(temporary, flags, 0o600), "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        _remove(temporary)
        raise


def _remove(path: str) -> int:
    try:
        os.unlink(path)
    except OSError:
        return 0
    return 1
