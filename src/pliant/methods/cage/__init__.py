"""Cage IK: pose a cage by pulling on the surface inside it [Savoye2010]."""

from pliant.method import Method, Verb

METHOD = Method(
    name="cage",
    title="Cage IK",
    summary="Puts a coarse cage around one mesh: pull on the mesh, and the cage that does that is found.",
    rig="pliant.methods.cage.rig:CageIK",
    made_of="a cage",
    takes="mesh",
    refusal="A cage is put around one mesh, not learned from poses; make a rig by 'pliant cage bind'.",
    printed="pliant.methods.cage.options:PRINTED",
    words="pliant.methods.cage.words:CageWords",
    figure="pliant.methods.cage.figures.cage:draw_binding",
    studio="pliant.methods.cage.studio.method:CageStudio",
    verbs=(Verb("cage", "pliant.methods.cage.cli:app"),),
)
