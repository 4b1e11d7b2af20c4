"""Reduced IK: controls learned from examples, posed at a cost that no mesh size changes [Der2006]."""

from pliant.method import Method, Verb

METHOD = Method(
    name="reduced",
    title="Reduced IK",
    summary="Learns a few controls from poses of one mesh: a drag costs the same however fine the mesh is.",
    rig="pliant.methods.reduced.rig:ReducedIK",
    made_of="learned controls",
    printed="pliant.methods.reduced.options:PRINTED",
    words="pliant.methods.reduced.words:ReducedWords",
    figure="pliant.methods.reduced.figures.controls:draw_controls",
    options="pliant.methods.reduced.options:ReducedOptions",
    studio="pliant.methods.reduced.studio.method:ReducedStudio",
    verbs=(Verb("learn", "pliant.methods.reduced.cli.learn:learn"),),
)
