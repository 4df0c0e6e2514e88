"""Where pieces of a campaign are run: processes of this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from reference.common.errors import CannotRun
from reference.common.orphans import end_with_parent

T = TypeVar("T")


class NoExecutor(CannotRun):
    """There is no such cluster, what it needs is not installed, or a process of a campaign died."""


class Workers(Executor):
    """Processes that end at once when they are told to, and when this one ends."""

    def __init__(self, workers: int) -> None:
        self._pool = ProcessPool(workers, context=get_context("spawn"), initializer=end_with_parent)

    def submit(self, function: Callable[..., T], /, *arguments: Any, **named: Any) -> Future[T]:
        """Run a function in one of them."""
        future: Future[T] = self._pool.schedule(function, args=arguments, kwargs=named)
        return future

    def end(self) -> None:
        """End all that is running."""
        self._pool.stop()  # type: ignore[no-untyped-call]  # pebble leaves it unannotated
        self._pool.join()


@contextmanager
def executor(workers: int, dask: str | None) -> Iterator[Executor]:
    """So many processes of this machine, or a Dask cluster by its scheduler's address. Raises NoExecutor."""
    if dask is None:
        pool = Workers(workers)
        try:
            yield pool
        except ProcessExpired:
            raise NoExecutor("a process of the campaign died; with -o DIR, --resume continues from there") from None
        finally:
            pool.end()
        return
    try:
        client = import_module("distributed").Client(dask, timeout="10s")
    except ImportError:
        raise NoExecutor("--dask: distributed is not installed: pip install distributed") from None
    except (OSError, ValueError) as error:
        raise NoExecutor(f"--dask: {dask}: {error}") from None
    with client, client.get_executor(pure=False) as pool:
        yield pool
