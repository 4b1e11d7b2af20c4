"""Handle IK: painted rigid handles, sculpted poses, direct manipulation [Baerentzen]."""

from pliant.method import Method, Verb

METHOD = Method(
    name="handles",
    title="Handle IK",
    summary="Paint rigid handles on one mesh and sculpt a few poses: a drag mixes them.",
    rig="pliant.methods.handles.rig:HandleIK",
    made_of="handles",
    takes="mesh",
    refusal="Handles are painted, not learned from poses; make a rig by 'pliant handles'.",
    printed="pliant.methods.handles.options:PRINTED",
    words="pliant.methods.handles.words:HandleWords",
    figure="pliant.methods.handles.figures:draw_handles",
    studio="pliant.methods.handles.studio.method:HandleStudio",
    verbs=(Verb("handles", "pliant.methods.handles.cli.handles:handles"),),
)
