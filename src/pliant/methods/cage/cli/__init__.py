"""`pliant cage`: make a cage around a mesh, bind it, pose by pulling, recover cages from motion, re-skin."""

from __future__ import annotations

import typer

from pliant.cli.console import EXIT_CODES
from pliant.methods.cage.cli.bind import bind
from pliant.methods.cage.cli.make import make
from pliant.methods.cage.cli.pose import pose
from pliant.methods.cage.cli.recover import recover
from pliant.methods.cage.cli.reskin import reskin

WORDS = """Pose a mesh by the coarse cage around it.

\b
A cage is a closed mesh of some dozens of vertices. Pull on the mesh, and the cage that does that is found:
  pliant cage make horse.obj -o cage.obj --vertices 100 --picture cage.png
  pliant cage bind horse.obj cage.obj -o horse.pliant --table
  pliant cage pose horse.pliant --pin 12 --move 891=0,0.2,0.1 -o posed.obj --cage posed-cage.obj
  pliant cage recover horse.pliant "gallop/*.obj" -o cages.npz --plot error.png
  pliant cage reskin camel.obj cages.npz --rest horse.pliant -o gallop.glb
"""

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help=WORDS)
for _verb in (make, bind, pose, recover, reskin):
    app.command(epilog=EXIT_CODES)(_verb)
