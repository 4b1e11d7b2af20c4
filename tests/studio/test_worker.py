from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from queue import SimpleQueue
from typing import Any

import pytest

from pliant.errors import OptionError
from pliant.progress import Progress as Tell
from pliant.studio.session.worker import MOST_WAITING, Worker
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Document, Example, Posed, Progress, Solve, Trouble

# Seconds until a test fails where a thread should have said something.
PATIENCE = 10.0

Heard = SimpleQueue[Reply]


def turn(number: int) -> Solve:
    return Solve(number, Document("meshik"))


def posed(message: Solve) -> Iterator[Reply]:
    yield Reply(Posed(message.turn, "meshik", (), "", 0, 0.0, 0.0))


def held_up(hold: threading.Event) -> Iterator[Reply]:
    assert hold.wait(PATIENCE)
    yield from ()


@pytest.fixture
def heard() -> Heard:
    return SimpleQueue()


@pytest.fixture
def working(heard: Heard) -> Iterator[Callable[..., Worker]]:
    workers: list[Worker] = []

    def make(solve: Callable[[Solve], Iterator[Reply]] = posed) -> Worker:
        workers.append(Worker(solve, heard.put, nullcontext()))
        return workers[-1]

    yield make
    for worker in workers:
        worker.close()
        assert worker.join(PATIENCE)


def said(heard: Heard) -> Any:
    return heard.get(timeout=PATIENCE).message


def test_of_the_solves_that_wait_only_the_newest_is_solved(
    working: Callable[..., Worker], heard: Heard
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(message: Solve) -> Iterator[Reply]:
        begun.set()
        assert go_on.wait(PATIENCE)
        return posed(message)

    worker = working(slow)
    worker.solve(turn(1))
    assert begun.wait(PATIENCE)
    for number in range(2, 1002):
        worker.solve(turn(number))
    go_on.set()
    assert said(heard).turn == 1
    assert said(heard).turn == 1001
    assert heard.empty()


def test_a_solve_waits_for_the_job_before_it(working: Callable[..., Worker], heard: Heard) -> None:
    def job(_: Tell) -> Iterator[Reply]:
        yield Reply(Example(7))

    hold = threading.Event()
    worker = working()
    worker.post(lambda _: held_up(hold))
    worker.solve(turn(1))
    worker.post(job)
    hold.set()
    assert said(heard) == Example(7)
    assert said(heard).turn == 1


def test_cancel_ends_long_work_at_its_next_sign_of_progress_and_the_worker_goes_on(
    working: Callable[..., Worker], heard: Heard
) -> None:
    begun = threading.Event()

    def endless(progress: Tell) -> Iterator[Reply]:
        while True:
            progress(0.5, "learning")
            begun.set()
            threading.Event().wait(0.001)
        yield

    worker = working()
    worker.post(endless)
    assert begun.wait(PATIENCE)
    worker.cancel()
    last = said(heard)
    while not last.over:
        last = said(heard)
    assert last == Progress(0.5, "cancelled", over=True)
    worker.solve(turn(2))
    assert said(heard).turn == 2


def test_a_cancel_while_nothing_runs_does_not_reach_the_next_job(
    working: Callable[..., Worker], heard: Heard
) -> None:
    def job(progress: Tell) -> Iterator[Reply]:
        progress(0.2, "building")
        yield Reply(Example(1))

    worker = working()
    worker.cancel()
    worker.post(job)
    assert [said(heard) for _ in range(3)] == [
        Progress(0.2, "building"),
        Example(1),
        Progress(0.2, "building", over=True),
    ]


def test_a_refusal_answers_its_own_turn_and_the_worker_goes_on(
    working: Callable[..., Worker], heard: Heard
) -> None:
    def refuse(message: Solve) -> Iterator[Reply]:
        if message.turn == 1:
            raise OptionError("Not so.")
        return posed(message)

    worker = working(refuse)
    worker.solve(turn(1))
    assert said(heard) == Trouble("Not so.", 1)
    worker.solve(turn(2))
    assert said(heard).turn == 2


def test_a_fault_of_ours_is_told_and_the_worker_goes_on(
    working: Callable[..., Worker], heard: Heard, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(message: Solve) -> Iterator[Reply]:
        if message.turn == 1:
            raise ZeroDivisionError("by zero")
        return posed(message)

    worker = working(broken)
    worker.solve(turn(1))
    assert "ZeroDivisionError" in said(heard).words
    worker.solve(turn(2))
    assert said(heard).turn == 2
    assert "Traceback" in capfd.readouterr().err


def test_an_answer_goes_to_who_asked_and_progress_to_who_listens(
    working: Callable[..., Worker], heard: Heard
) -> None:
    later: Heard = SimpleQueue()
    begun, go_on = threading.Event(), threading.Event()

    def job(progress: Tell) -> Iterator[Reply]:
        begun.set()
        assert go_on.wait(PATIENCE)
        progress(0.7, "learning")
        yield Reply(Example(3))

    worker = working()
    worker.post(job)
    assert begun.wait(PATIENCE)
    worker.tell = later.put
    go_on.set()
    assert said(heard) == Example(3)
    assert said(later) == Progress(0.7, "learning")


def test_a_page_that_asks_without_end_is_told_so(working: Callable[..., Worker], heard: Heard) -> None:
    hold = threading.Event()
    worker = working()
    for _ in range(MOST_WAITING + 2):
        worker.post(lambda _: held_up(hold))
    assert "Too much" in said(heard).words
    hold.set()
