"""Elastic IK: pull any mesh, with nothing prepared [Sorkine2007, Jacobson2012]."""

from pliant.method import Method

METHOD = Method(
    name="elastic",
    title="Elastic IK",
    summary="Pull any mesh as if it were of rubber: no examples, nothing to paint.",
    rig="pliant.methods.elastic.rig:ElasticIK",
    made_of="one mesh",
    takes="mesh",
    options="pliant.methods.elastic.options:ElasticOptions",
    printed="pliant.methods.elastic.options:PRINTED",
    words="pliant.methods.elastic.words:ElasticWords",
    studio="pliant.methods.elastic.studio.method:ElasticStudio",
)
