"""glTF 2.0, both .glb and .gltf: meshes, morph targets, skins, animations and clips.

Reading: the primitives of the default scene in the scene's order, node transformations applied.
Primitives of one mesh that name the same positions share their vertices, as they do in the file.
A primitive of a named node is a group; a material keeps its name. Texture coordinates are turned over,
v = 1 - v, because glTF counts them from the image's upper left and Pliant, as OBJ, from the lower left.

Writing (.glb): one node with one mesh of triangles in single precision, a primitive per material, all on
the same vertices in the user's order; poses are morph targets, named in the mesh's `extras.targetNames`,
and `extras.baseName` is the name of pose 0. A glTF vertex has one texture coordinate: where a vertex of
ours has several, copies of it follow after the n vertices of the mesh, and `extras.copies` lists the
vertex that each copies. Reading such a file undoes it, so that n vertices come back; a program that
ignores it still finds our vertex i at place i. Groups are not written.

Writing clips (.glb, .gltf): the mesh at rest; every shape that differs from those before it is a morph
target, stored only where it moves if that is smaller, named after its first frame. One animation has a key
per frame from time 0 with one weight at 1: frames are exact to single precision, and vertices go straight
between them. `extras` of the animation hold `fps` and the number of the `first` frame.

Writing skins (.glb, .gltf): a joint per control about the middle of what it carries, under one node
`controls`. A node can turn, scale along its axes and move; a control that shears is two, the outer with U Σ
and the inner with Vᵀ of F = U Σ Vᵀ, a rigid one is one. At every key their product is the control, to single
precision; between two keys nodes turn along arcs, and `write_skinned` tells how far vertices then are from
straight lines.

Writing mechanisms (.glb, .gltf): a node per component, named after it, as a child of the component that it
is joined to, and with its origin at that joint, so that turning the node moves the mechanism. A node's
vertices keep the model's order; those that its polygons borrow where a surface runs on into another component
come after them. The node's `extras.pliant` holds its `component` number, whether it is `soft`, which of the
model's `vertices` it has (or only the `first`, if they follow each other), and the `joints` of which it is b:
kind, origin and frame (rows; the first is the axis) in the node's frame, ranges with null for no limit. Those
that close loops are there too. Reading gives the model back in its own order, with joints where the nodes
stand now.
"""

from pliant.io.gltf.clip import read_gltf_clip, write_gltf_clip
from pliant.io.gltf.mechanism import glb_of_mechanism, gltf_of_mechanism, mechanism_of_gltf
from pliant.io.gltf.poses import poses_of_gltf
from pliant.io.gltf.scene import mesh_of_gltf
from pliant.io.gltf.skinned import SkinReport, write_skinned
from pliant.io.gltf.writer import glb_of_mesh, glb_of_poses

__all__ = [
    "SkinReport",
    "glb_of_mechanism",
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
