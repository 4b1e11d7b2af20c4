"""MeshIK [Sumner2005]: posing from examples."""

from pliant.method import Method

METHOD = Method(
    name="meshik",
    title="MeshIK",
    summary="Poses of one mesh teach how it moves: pull any point, and it takes the nearest blend of them.",
    rig="pliant.methods.meshik.rig:MeshIK",
    made_of="examples",
    printed="pliant.methods.meshik.options:PRINTED",
    words="pliant.methods.meshik.words:MeshIKWords",
    options="pliant.methods.meshik.options:MeshIKOptions",
    studio="pliant.methods.meshik.studio.method:MeshIKStudio",
)
