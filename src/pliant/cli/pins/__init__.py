"""Pins: which points are held, and where they go in every frame.

On the command line, `--pin 412` holds a vertex at its reference place, `--drag 1730=x,y,z` takes one to a
place and `--move 1730=dx,dy,dz` takes one from its reference place by a shift; `412@0.5` is half as firm. A
file says the same, where a point may also lie anywhere on a triangle, and may go to another place in every
frame. As JSON:

    {"pins": [{"vertex": 412},
              {"vertex": 1730, "drag": [0.1, 0.9, 0.2]},
              {"triangle": 88, "barycentric": [0.2, 0.3, 0.5], "move": [[0, 0, 0], [0, 0.1, 0]]},
              {"vertex": 9, "weight": 0.3, "slide": {"plane": [0, 1, 0]}},
              {"vertex": 30, "turn": [0, 0, 0]}],
     "frames": ["first", "second"]}

A weight below 1 yields; a pin slides on a plane, given by its normal, or along a line; a turn holds the
neighbourhood of a vertex too, turned by a rotation vector in degrees. The frames' names may be left out.
Or as a table (.csv) with any of the columns

    frame,vertex,triangle,b0,b1,b2,x,y,z,dx,dy,dz

where a row without x, y, z and dx, dy, dz holds its point at its reference place, and a row without a frame
counts for all frames.
"""

from pliant.cli.pins.files import read_pins
from pliant.cli.pins.pin import Pins, PlacedPin, Spot
from pliant.cli.pins.words import check_landmarks, frozen_vertices, pins_of_options

__all__ = [
    "Pins",
    "PlacedPin",
    "Spot",
    "check_landmarks",
    "frozen_vertices",
    "pins_of_options",
    "read_pins",
]
