"""Where papers are read: in processes of this machine, or on a cluster that somebody runs already.

An engine is a function from papers to lines of rows, in any order. None of them schedules anything by itself: each hands
`read_paper` to a system that does, with a few papers at once, so that the papers of an audit need not fit into memory.
"""

from __future__ import annotations

import selectors
import threading
from typing import TYPE_CHECKING, Any

from argcheck.audit.child import Child
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from argcheck.audit.papers import AuditOptions, Paper

    Engine = Callable[[Iterable[Paper], AuditOptions, int, str], Iterator[bytes]]

_AHEAD = 2  # papers for each worker that wait beside the one that is read


_children = threading.local()  # a worker of a cluster may have several threads


def read_paper(paper: Paper, options: AuditOptions) -> bytes:
    """Return the rows of a paper as a line, read under its limits in a process beside this one."""
    child: Child | None = getattr(_children, "child", None)
    if child is None or child.options != options:
        child = _children.child = Child(options)
    child.send(paper)
    line = None
    while line is None:
        with selectors.DefaultSelector() as selector:
            selector.register(child, selectors.EVENT_READ)
            ready = bool(selector.select(child.left()))
        line = child.receive(ready=ready)
    return line


def local(papers: Iterable[Paper], options: AuditOptions, workers: int, address: str) -> Iterator[bytes]:  # noqa: ARG001 - an `Engine`
    """Read papers in ``workers`` processes of this machine."""
    waiting = iter(papers)
    idle = [Child(options) for _ in range(workers)]
    children = list(idle)
    busy: set[Child] = set()
    try:
        with selectors.DefaultSelector() as selector:
            while True:
                while idle and (paper := next(waiting, None)) is not None:
                    child = idle.pop()
                    child.send(paper)
                    selector.register(child, selectors.EVENT_READ)
                    busy.add(child)
                if not busy:
                    return
                events = selector.select(min(child.left() for child in busy))
                ready = {key.fileobj for key, _ in events}
                for child in [child for child in busy if child in ready or not child.left()]:
                    selector.unregister(child)
                    line = child.receive(ready=child in ready)
                    if line is None:
                        selector.register(child, selectors.EVENT_READ)
                        continue
                    busy.discard(child)
                    idle.append(child)
                    yield line
    finally:
        for child in children:
            child.close()


def dask(papers: Iterable[Paper], options: AuditOptions, workers: int, address: str) -> Iterator[bytes]:
    """Read papers on a cluster of Dask: the one at ``address``, or one of ``workers`` processes that is made for it."""
    distributed = _module("distributed", "dask")
    with distributed.Client(
        address or None, **({} if address else {"n_workers": workers, "threads_per_worker": 1})
    ) as client:
        slots = max(1, len(client.scheduler_info()["workers"])) * (1 + _AHEAD)
        waiting = iter(papers)
        running = distributed.as_completed()

        def more() -> bool:
            paper = next(waiting, None)
            if paper is not None:
                running.add(client.submit(read_paper, paper, options, pure=False, retries=3))
            return paper is not None

        while running.count() < slots and more():
            pass
        for future in running:
            yield future.result()
            more()


def ray(papers: Iterable[Paper], options: AuditOptions, workers: int, address: str) -> Iterator[bytes]:
    """Read papers on a cluster of Ray: the one at ``address``, or one of ``workers`` processes that is made for it."""
    module = _module("ray", "ray")
    module.init(
        address=address or None,
        num_cpus=None if address else workers,
        include_dashboard=None if address else False,
        log_to_driver=False,
        configure_logging=False,
    )
    try:
        remote = module.remote(max_retries=3)(read_paper)
        slots = int(module.cluster_resources().get("CPU", 1)) * (1 + _AHEAD)
        running: list[Any] = []
        for paper in papers:
            running.append(remote.remote(paper, options))
            if len(running) >= slots:
                done, running = module.wait(running)
                yield from module.get(done)
        while running:
            done, running = module.wait(running)
            yield from module.get(done)
    finally:
        module.shutdown()


def _module(name: str, package: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise UsageError(
            f"the engine {package} needs its own package: pip install '{package}' ({error})"
        ) from None


ENGINES: dict[str, Engine] = {"local": local, "dask": dask, "ray": ray}
