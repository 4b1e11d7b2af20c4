"""`pliant cage`: make a cage around a mesh, bind it, pose by pulling, recover cages from motion, re-skin."""

from __future__ import annotations

import typer

from pliant.cli.cage.bind import bind
from pliant.cli.cage.make import make
from pliant.cli.cage.pose import pose
from pliant.cli.cage.recover import recover
from pliant.cli.cage.reskin import reskin

WORDS = """Pose a mesh by the coarse cage around it.

\b
A cage is a closed mesh of some dozens of vertices. Pull on the mesh, and the cage that does that is found:
  pliant cage make horse.obj -o cage.obj --vertices 100 --picture cage.png
  pliant cage bind horse.obj cage.obj -o horse.pliant --table
  pliant cage pose horse.pliant --pin 12 --move 891=0,0.2,0.1 -o posed.obj --cage posed-cage.obj
  pliant cage recover horse.pliant "gallop/*.obj" -o cages.npz --plot error.png
  pliant cage reskin camel.obj cages.npz --rest horse.pliant -o gallop.glb
"""


def cage_group(epilog: str) -> typer.Typer:
    """The verbs of `pliant cage`; epilog: what stands under the help of each."""
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help=WORDS, epilog=epilog)
    for verb in (make, bind, pose, recover, reskin):
        group.command(epilog=epilog)(verb)
    return group
