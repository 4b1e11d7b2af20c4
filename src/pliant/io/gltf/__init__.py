"""glTF 2.0, .glb, .gltf and .vrm: meshes with their look, morph targets, skins, animations and mechanisms.

Reading: the primitives of the default scene in its order, placed by their nodes. Primitives of a mesh that
use the same positions in the file share their vertices. A primitive of a named node becomes a group; a
material keeps its name. Texture coordinates (u, v) become (u, 1 - v), because glTF measures them from the
upper left of an image and Pliant, like OBJ, from the lower left. `Mesh.appearance` has materials, textures,
images, normals, tangents, colours, further texture coordinates, custom attributes, and the named nodes and
meshes. Fields, extras and extensions that are not understood are kept as they are. Lights and what VRM says
of a person (humanoid bones, spring bones, constraints, meta) are kept with the nodes that they name; other
extensions of the file or of its nodes that name things by number (variants) are not, nor what VRM says of
morph targets. Arrays compressed with Draco (extra `gltf`) or
meshopt and quantised ones are read; images of any kind are carried as they are.

Writing meshes and poses (.glb, .vrm): a node and a mesh of triangles in single precision for each part, with
the names, the hierarchy and the extras that they had, in the coordinates of their nodes; a matrix that a node
cannot have becomes the identity. A mesh has a primitive for each run of polygons of one material. All its
primitives use the same vertices, in the order of the mesh. Materials, textures and images are those of the
appearance; images are embedded, and one whose file is missing keeps its address. Poses are morph targets; the
mesh has their names in `extras.targetNames` and the name of pose 0 in `extras.baseName`. A part that moves in
no pose has none. A vertex of glTF has one value of every attribute. If the corners of a vertex differ, copies
of it follow after the n vertices, and `extras.copies` lists the vertex of each copy. Reading removes the
copies; other programs still find vertex i at place i. Parts that no reader would meet in the order of the
mesh have their number in `extras.part`. Groups are not written.

Normals: those of the mesh; in poses and frames split ones turn with their faces and smooth ones stay smooth
(`pliant.corner_normals`), as displacements of the morph targets where they turn by more than 0.01 degrees. A
mesh of a format that cannot tell normals, or one made by code, is written with smooth ones. A glTF file
without normals asks for flat faces, and stays without. Tangents are written for the rest pose; morph targets
have none.

Writing clips (.glb, .gltf): the mesh at rest. Every shape that differs from those before it is a morph
target, named after its first frame, and stored only where it moves if that is smaller. One animation begins
at time 0 and has a key per frame, with one weight at 1, for all parts that move: frames are exact to single
precision, and vertices move straight between them. `extras` of the animation hold `fps` and the number of the
`first` frame.

Writing skins (.glb, .gltf): a joint per control at the middle of what it carries, under one node `controls`.
A node can turn, move, and scale along its axes. A control F = U Σ Vᵀ that shears becomes two nodes, an outer
one with U Σ and an inner one with Vᵀ. At every key their product is the control, to single precision. Between
keys nodes turn along arcs; `write_skinned` returns how far that takes vertices from straight lines. Nodes of
meshes are roots, because joints ignore what is above them.

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
