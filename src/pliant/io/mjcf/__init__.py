"""MJCF, MuJoCo's description of bodies: geoms in nested bodies, each with joints to its parent.

Reading: a component per body with a shape, in the order of the file, at the default configuration (`qpos0`).
Ranges are measured from there, so that the `ref` of a joint is subtracted. Geoms of the groups 0 to 2 are
read, which MuJoCo shows first, or all geoms if none is in these groups. A body without joints is fixed to its
parent. Several joints, and bodies without a shape, become one joint, as `pliant.io.linkage.links` describes.
A body with a free joint and a mocap body are free. The range of a ball joint, which bounds its whole turn, is
used for the turn about each row of its frame.
The equality constraints `connect` and `weld` between bodies become ball and fixed joints. Includes, frames
and classes of defaults are followed. Planes and height fields are ground and not read; nor are sites,
tendons, actuators, inertia and contacts. Two bodies that are connected at two points turn about the line
through both. Our own custom texts give bodies and joints the names that people gave.

Writing: the description in metres with z upward, and beside it a folder of OBJ files. Bodies have mass and
inertia, geoms that are seen (group 2) and convex pieces that collide (group 3); joints have ranges, damping
and motors. Roots are fixed to the world. Loops are cut at a hinge or a ball, which become `connect`
constraints; pairs that should not collide are excluded. A mesh has one material; colours and PNG textures are
kept.
"""

from pliant.io.mjcf.reader import mechanism_of_mjcf
from pliant.io.mjcf.writer import write_mjcf

__all__ = ["mechanism_of_mjcf", "write_mjcf"]
