"""glTF 2.0, both .glb and .gltf: meshes, morph targets, skins, animations, clips and mechanisms.

Reading: the primitives of the default scene in its order, placed by their nodes. Primitives of a mesh that
use the same positions in the file share their vertices. A primitive of a named node becomes a group; a
material keeps its name. Texture coordinates (u, v) become (u, 1 - v), because glTF measures them from the
upper left of an image and Pliant, like OBJ, from the lower left.

Writing meshes and poses (.glb): one node has one mesh of triangles in single precision, with a primitive per
material. All primitives use the same vertices, in the order of the mesh. Poses are morph targets; the mesh
has their names in `extras.targetNames` and the name of pose 0 in `extras.baseName`. A vertex of glTF has only
one texture coordinate. If a vertex of the mesh has several, copies of it follow after the n vertices, and
`extras.copies` lists the vertex of each copy. Reading removes the copies; other programs still find vertex i
at place i. Groups are not written.

Writing clips (.glb, .gltf): the mesh at rest. Every shape that differs from those before it is a morph
target, named after its first frame, and stored only where it moves if that is smaller. One animation begins
at time 0 and has a key per frame, with one weight at 1: frames are exact to single precision, and vertices
move straight between them. `extras` of the animation hold `fps` and the number of the `first` frame.

Writing skins (.glb, .gltf): a joint per control at the middle of what it carries, under one node `controls`.
A node can turn, move, and scale along its axes. A control F = U Σ Vᵀ that shears becomes two nodes, an outer
one with U Σ and an inner one with Vᵀ. At every key their product is the control, to single precision. Between
keys nodes turn along arcs; `write_skinned` returns how far that takes vertices from straight lines.

Writing mechanisms (.glb, .gltf): a node per component, with its name. It is a child of the component that it
is joined to, and its origin is at that joint, so that turning the node moves the mechanism. The vertices of a
node keep the order of the model; after them come those of other components that its polygons share.
`extras.pliant` of the node holds its number as `component`, whether it is `soft`, its `vertices` in the model
(or only the `first`, if they are consecutive), and the `joints` of which it is component b: kind, origin and
frame (rows, of which the first is the axis) in the frame of the node, and ranges with null for no limit.
Joints that close loops are included. Reading gives the order of the model again, and joints where the nodes
are now.
"""

from pliant.io.gltf.clip import read_gltf_clip, write_gltf_clip
from pliant.io.gltf.mechanism import gltf_of_mechanism, mechanism_of_gltf
from pliant.io.gltf.poses import poses_of_gltf
from pliant.io.gltf.scene import mesh_of_gltf
from pliant.io.gltf.skin_writer import SkinReport, write_skinned
from pliant.io.gltf.writer import glb_of_mesh, glb_of_poses

__all__ = [
    "SkinReport",
    "glb_of_mesh",
    "glb_of_poses",
    "gltf_of_mechanism",
    "mechanism_of_gltf",
    "mesh_of_gltf",
    "poses_of_gltf",
    "read_gltf_clip",
    "write_gltf_clip",
    "write_skinned",
]
