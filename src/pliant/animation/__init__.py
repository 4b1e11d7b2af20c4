"""Keyed targets over time, and baking them with any rig.

`track` and `keys` say what moves, `document` and `shot` read and write it, `frames` solves it,
`follow_through` lets soft parts swing after it, and `retarget` carries it to another character. `animate`
plays a track into files, and `bake` does so with many shots on a cluster.
"""

from pliant.animation.anchor import Anchor

# Before the function `bake`: a package's module takes its name there when it is first imported.
from pliant.animation.bake import bake_shots
from pliant.animation.document import read_track, write_track
from pliant.animation.follow_through import FollowThrough
from pliant.animation.frames import Baked, bake, poses
from pliant.animation.keys import Channel
from pliant.animation.retarget import retargeted
from pliant.animation.schema import schema, shot_schema
from pliant.animation.shot import Shot, read_shot, write_shot
from pliant.animation.track import Item, Track
from pliant.animation.turns import Turns

__all__ = [
    "Anchor",
    "Baked",
    "Channel",
    "FollowThrough",
    "Item",
    "Shot",
    "Track",
    "Turns",
    "bake",
    "bake_shots",
    "poses",
    "read_shot",
    "read_track",
    "retargeted",
    "schema",
    "shot_schema",
    "write_shot",
    "write_track",
]
