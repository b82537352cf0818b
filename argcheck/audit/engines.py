"""Engines: papers are read in processes of this machine, or on an existing cluster.

An engine is a function from papers to lines of rows, in any order.  It submits `read_paper` to a scheduler for a few
papers at once, so the papers of an audit need not fit into memory.
"""

from __future__ import annotations

import selectors
import shlex
import threading
import uuid
from typing import TYPE_CHECKING, Any

from argcheck.audit.child import Child, line_of
from argcheck.audit.columns import CRASHED, only_status
from argcheck.audit.work_folder import WorkFolder
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from argcheck.audit.papers import AuditOptions, Paper

    Engine = Callable[[Iterable[Paper], AuditOptions, int, str], Iterator[bytes]]

_AHEAD = 2  # queued papers for each worker
_BATCH, _BATCH_BYTES = 200, 100_000_000  # most papers of a pipeline of Beam, and the bytes that end one


_children = threading.local()  # a worker of a cluster may have several threads


def read_paper(paper: Paper, options: AuditOptions) -> bytes:
    """Return the rows of a paper as a line; a child process reads it under the limits of the options."""
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
    """Read papers on the cluster of Dask at ``address``, or on a temporary one of ``workers`` processes."""
    distributed = _module("distributed", "dask")
    own = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.Client(address or None, **({} if address else own)) as client:
        slots = max(1, len(client.scheduler_info()["workers"])) * (1 + _AHEAD)
        waiting = iter(papers)
        running = distributed.as_completed()
        ids: dict[str, str] = {}

        def more() -> bool:
            paper = next(waiting, None)
            if paper is not None:
                future = client.submit(read_paper, paper, options, pure=False, retries=3)
                ids[future.key] = paper.id
                running.add(future)
            return paper is not None

        while running.count() < slots and more():
            pass
        for future in running:
            id_ = ids.pop(future.key)
            try:
                yield future.result()
            except distributed.KilledWorker:
                yield line_of(only_status(id_, CRASHED, "it ended several workers of the cluster"))
            more()


def ray(papers: Iterable[Paper], options: AuditOptions, workers: int, address: str) -> Iterator[bytes]:
    """Read papers on the cluster of Ray at ``address``, or on a temporary one of ``workers`` processes."""
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


def beam(papers: Iterable[Paper], options: AuditOptions, workers: int, address: str) -> Iterator[bytes]:
    """Read papers by pipelines of Beam, one for at most 200 papers, so that a failure loses few results.

    :param address: options of a pipeline, such as ``--runner=FlinkRunner --flink_master=host:8081``; without them,
        papers are read on this machine.  Rows pass through files in ``--temp_location``, which workers and this process
        must both see.
    """
    module = _module("apache_beam", "apache-beam")
    coders, files = module.coders.BytesCoder(), module.io.filesystems.FileSystems
    flags = shlex.split(address) or [
        "--runner=FnApiRunner",
        "--direct_running_mode=multi_threading",
        f"--direct_num_workers={workers}",
    ]
    for batch in _batches(papers):
        with WorkFolder() as folder:
            given = module.options.pipeline_options.PipelineOptions(flags)
            shared = given.get_all_options()["temp_location"]
            prefix = files.join(shared or folder.name, f"argcheck-{uuid.uuid4().hex}", "rows")
            with module.Pipeline(options=given) as pipeline:
                _ = (
                    pipeline
                    | module.Create(batch)
                    | module.Reshuffle()
                    | module.Map(read_paper, options)
                    | module.io.WriteToText(prefix, coder=coders)
                )
            [matched] = files.match([f"{prefix}*"])
            for written in matched.metadata_list:
                with files.open(written.path) as file:
                    yield from file.read().splitlines()
            files.delete([files.split(prefix)[0]])


def _batches(papers: Iterable[Paper]) -> Iterator[list[Paper]]:
    batch: list[Paper] = []
    for paper in papers:
        batch.append(paper)
        if len(batch) == _BATCH or sum(len(paper.data) for paper in batch) > _BATCH_BYTES:
            yield batch
            batch = []
    if batch:
        yield batch


def _module(name: str, package: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        raise UsageError(
            f"the engine {package} needs its own package: pip install '{package}' ({error})"
        ) from None


ENGINES: dict[str, Engine] = {"local": local, "dask": dask, "ray": ray, "beam": beam}
