"""A session's own thread: long work in order, solves between them, the newest solve only.

The event loop never waits: it posts here and hears from the thread by `tell`.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

from pliant.errors import PliantError
from pliant.progress import Progress as Tell
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Progress, Solve, Trouble

Job = Callable[[Tell], Iterator[Reply]]
Hear = Callable[[Reply], None]

# Long jobs that may wait; a page that asks for more is told to be patient.
MOST_WAITING = 256
# Seconds between two messages of progress.
PROGRESS_EVERY = 0.05


class Cancelled(BaseException):
    """Ends the running work; no `except Exception` on the way may stop it."""


class Worker:
    """Runs jobs and solves until it is closed, and tells what they give, from its own thread.

    tell:  who listens; a reply goes to who listened when it was asked for, progress to who listens now
    alone: entered for every piece of work; a lock that workers share, where only one may compute at a time
    """

    def __init__(
        self,
        solve: Callable[[Solve], Iterator[Reply]],
        tell: Hear,
        alone: AbstractContextManager[Any],
    ) -> None:
        self._solve, self.tell, self._alone = solve, tell, alone
        self._changed = threading.Condition()
        self._jobs: deque[tuple[Job, Hear]] = deque()
        self._newest: tuple[Solve, Hear] | None = None
        self._spare: tuple[Iterator[Reply], Hear] | None = None
        self._running: Job | None = None
        self._closed = self._cancelled = False
        # How far the running job is; None where none runs, or where it has not told yet.
        self.progress: Progress | None = None
        self._thread = threading.Thread(target=self._run, name="pliant studio worker", daemon=True)
        self._thread.start()

    def has(self, job: Job) -> bool:
        """Whether a job runs or waits."""
        with self._changed:
            return job is self._running or any(job is waiting for waiting, _ in self._jobs)

    def post(self, job: Job) -> None:
        """Do a job after those that wait already."""
        with self._changed:
            if len(self._jobs) >= MOST_WAITING:
                self.tell(Reply(Trouble("Too much is waiting to be done; wait for it, or cancel it.")))
                return
            self._jobs.append((job, self.tell))
            self._changed.notify()

    def solve(self, message: Solve) -> None:
        """Solve this one next, in place of one that still waits."""
        with self._changed:
            self._newest = (message, self.tell)
            self._changed.notify()

    def rest(self, work: Iterator[Reply]) -> None:
        """Go on with this, reply by reply, while nothing else is to be done; one such work at a time."""
        with self._changed:
            self._spare = (work, self.tell)
            self._changed.notify()

    def cancel(self) -> None:
        """Give up the running job at its next sign of progress, or else what is done meanwhile.

        Waiting jobs stay.
        """
        with self._changed:
            self._cancelled = self._running is not None
            if self._running is None:
                self._spare = None

    def close(self) -> None:
        """Give up everything; the thread ends soon."""
        with self._changed:
            self._closed = True
            self._cancelled = True
            self._jobs.clear()
            self._newest = self._spare = None
            self._changed.notify()

    def join(self, seconds: float) -> bool:
        """Whether the thread has ended within so many seconds."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (work := self._next()) is not None:
            task, tell = work
            if isinstance(task, Solve):
                self._answer(task, tell)
            elif isinstance(task, Iterator):
                self._go_on(task, tell)
            else:
                self._do(task, tell)

    def _next(self) -> tuple[Job | Solve | Iterator[Reply], Hear] | None:
        """Jobs come first: a solve that was sent after one may need what it makes."""
        with self._changed:
            self._running = None
            self._changed.wait_for(lambda: self._closed or self._jobs or self._newest or self._spare)
            if self._closed:
                return None
            if self._jobs:
                job, tell = self._jobs.popleft()
                self._running, self._cancelled = job, False
                return job, tell
            newest, self._newest = self._newest, None
            return newest or self._spare

    def _answer(self, message: Solve, tell: Hear) -> None:
        try:
            with self._alone:
                for reply in self._solve(message):
                    tell(reply)
        except PliantError as refusal:
            tell(Reply(Trouble(str(refusal), message.turn)))
        except Exception as failure:  # noqa: BLE001 - a fault of ours is told, and the session goes on
            tell(Reply(_failed(failure, message.turn)))

    def _go_on(self, work: Iterator[Reply], tell: Hear) -> None:
        """One reply of what is done meanwhile; it ends with its last one, or with a failure."""
        try:
            with self._alone:
                reply = next(work, None)
        except PliantError as refusal:
            reply = None
            tell(Reply(Trouble(str(refusal))))
        except Exception as failure:  # noqa: BLE001 - as above
            reply = None
            tell(Reply(_failed(failure, None)))
        if reply is not None:
            tell(reply)
            return
        with self._changed:
            if self._spare is not None and self._spare[0] is work:
                self._spare = None

    def _do(self, job: Job, tell: Hear) -> None:
        progress = _Telling(self)
        try:
            with self._alone:
                for reply in job(progress):
                    tell(reply)
        except Cancelled:
            progress.what = "cancelled"
        except PliantError as refusal:
            tell(Reply(Trouble(str(refusal))))
        except Exception as failure:  # noqa: BLE001 - as above
            tell(Reply(_failed(failure, None)))
        progress.end()

    def check(self) -> None:
        """Raises where the running job was cancelled."""
        if self._cancelled:
            raise Cancelled


class _Telling:
    """The progress function of one job: tells the page now and then, and carries the cancel."""

    def __init__(self, worker: Worker) -> None:
        self._worker, self._last, self._share = worker, 0.0, 0.0
        self.what, self._told = "", False

    def __call__(self, share: float, what: str) -> None:
        self._worker.check()
        now, news = time.monotonic(), what != self.what
        self._share, self.what = share, what
        if news or now - self._last >= PROGRESS_EVERY:
            self._last, self._told = now, True
            self._worker.progress = Progress(float(share), what)
            self._worker.tell(Reply(self._worker.progress))

    def end(self) -> None:
        """The page may take the bar away."""
        self._worker.progress = None
        if self._told:
            self._worker.tell(Reply(Progress(float(self._share), self.what, over=True)))


def _failed(failure: Exception, turn: int | None) -> Trouble:
    traceback.print_exception(failure)
    words = f"Pliant failed where it should not ({type(failure).__name__}: {failure}). "
    return Trouble(words + "Nothing of yours is lost; please report what the terminal shows.", turn)
