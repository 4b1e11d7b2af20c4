"""Keyed targets over time, and baking them with any rig: keys in, frames out.

`track` and `keys` say what moves, `document` and `shot` read and write it, `bake` solves it, `follow` lets
soft parts swing after it, and `retarget` carries it to another character.
"""

from pliant.animation.anchor import Anchor
from pliant.animation.bake import Baked, bake, poses
from pliant.animation.document import read_track, write_track
from pliant.animation.follow import FollowThrough
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
    "poses",
    "read_shot",
    "read_track",
    "retargeted",
    "schema",
    "shot_schema",
    "write_shot",
    "write_track",
]
