"""MJCF, MuJoCo's description of bodies: geoms in nested bodies, each with joints to its parent.

Reading: a component per body with a shape, in the file's order, placed as at the default configuration
(`qpos0`); ranges are measured from there, so that a joint's `ref` is taken off. The geoms are those that
MuJoCo shows at first, groups 0 to 2, or all if none is in these. A body without joints is fixed to its
parent; several joints, and bodies without a shape, become one joint (see `pliant.io.linkage`); a free joint
or a mocap body is free. The range of a ball joint, which bounds its whole turn, is taken about each row of
its frame.
Equality constraints `connect` and `weld` between bodies are ball and fixed joints. Includes, frames and
classes of defaults are followed. Planes and height fields, which are ground, are not read; neither are
sites, tendons, actuators, inertia and contacts.
"""

from pliant.io.mjcf.reader import mechanism_of_mjcf

__all__ = ["mechanism_of_mjcf"]
