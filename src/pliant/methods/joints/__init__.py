"""Joint IK: components joined by joints that the geometry implies, posed by pulling [Xu2009]."""

from pliant.method import Method, Verb

METHOD = Method(
    name="joints",
    title="Joint IK",
    summary="Finds the joints of a model of several parts: pull on one, and the mechanism moves.",
    rig="pliant.methods.joints.rig:JointIK",
    made_of="joints",
    takes="mesh",
    refusal="Joints are found on one mesh, not learned from poses; make a rig by 'pliant joints'.",
    printed="pliant.methods.joints.options:PRINTED",
    words="pliant.methods.joints.words:JointWords",
    figure="pliant.methods.joints.figures:draw_joints",
    studio="pliant.methods.joints.studio.method:JointStudio",
    verbs=(Verb("joints", "pliant.methods.joints.cli.joints:joints"),),
)
