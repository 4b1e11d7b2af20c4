"""Radial IK: held points carry the mesh around them by radial functions."""

from pliant.method import Method

METHOD = Method(
    name="radial",
    title="Radial IK",
    summary="Needs nothing but a mesh: what you pull carries its surroundings along, the nearer the more.",
    rig="pliant_radial.rig:RadialIK",
    made_of="radial functions",
    takes="mesh",
    options="pliant_radial.rig:RadialOptions",
)
