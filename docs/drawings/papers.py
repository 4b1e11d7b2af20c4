"""Figures of the papers that no other page shows: models of [Xu2009], made by code like theirs, pulled."""

from __future__ import annotations

import sys
from pathlib import Path

from drawings.joints import Pull, pulled_shot
from pliant.figures import View, render
from pliant.figures.mechanism import mechanism_shot
from pliant.mechanism.mechanism import Mechanism

UP = (0.0, 1.0, 0.0)


def model(name: str) -> Mechanism:
    """One of the models that tests and benchmarks use, with its true joints."""
    sys.path.append(str(Path(__file__).parents[2]))
    from tests.models import mechanism

    return mechanism(name)


def brush(path: Path) -> None:
    """Figure 4: a robot that wipes where its brush is dragged."""
    robot = model("brush")
    pulls = [Pull("brush", (0.0, -1.0, 1.0), (0.2, -0.16, 0.05))]
    shots = [mechanism_shot(robot, title="joints"), pulled_shot(robot, "base", pulls, "the brush dragged")]
    render(shots, path, size=(1600, 800), view=View((0.7, 0.35, 1.0), centre="all"), columns=2)


def bee(path: Path) -> None:
    """Figure 6: the sting of a bee with a soft abdomen is pulled."""
    insect = model("bee")
    sting = [Pull("stinger", (0.0, -0.35, -1.0), (0.0, 0.12, 0.07))]
    rest = [sting[0]._replace(shift=(0.0, 0.0, 0.0))]
    shots = [
        pulled_shot(insect, "thorax", rest, "at rest"),
        pulled_shot(insect, "thorax", sting, "the sting pulled"),
    ]
    render(shots, path, size=(1600, 800), view=View((1.0, 0.25, 0.15), centre="all"), columns=2)


def snake(path: Path) -> None:
    """Figure 8: virtual balls join the segments of a snake."""
    animal = model("snake")
    rises = [Pull("head", (0.0, 0.0, 1.0), (0.0, 0.2, -0.12))]
    rest = [rises[0]._replace(shift=(0.0, 0.0, 0.0))]
    shots = [
        pulled_shot(animal, "segment 5", rest, "at rest"),
        pulled_shot(animal, "segment 5", rises, "the head pulled"),
    ]
    render(shots, path, size=(1600, 700), view=View((1.0, 0.5, 0.2), centre="all"), columns=2)


def rabbit(path: Path) -> None:
    """Figure 8: virtual hinges between a head and its ears, in one piece."""
    head = model("bunny")
    ears = [Pull("left ear", UP, (0.2, -0.12, 0.0)), Pull("right ear", UP, (0.0, -0.1, 0.16))]
    rest = [pull._replace(shift=(0.0, 0.0, 0.0)) for pull in ears]
    shots = [pulled_shot(head, "head", rest, "at rest"), pulled_shot(head, "head", ears, "the ears pulled")]
    render(shots, path, size=(1600, 900), view=View((0.8, 0.3, 1.0), centre="all"), columns=2)


PICTURES = {
    "papers-brush.png": brush,
    "papers-bee.png": bee,
    "papers-snake.png": snake,
    "papers-rabbit.png": rabbit,
}
