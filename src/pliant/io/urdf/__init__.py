"""URDF, the description of robots: links with meshes or simple shapes, in a tree of joints.

Reading: a component per link with a shape, in the file's order, placed as at the default configuration, all
joints at 0; the root link's frame is the model's. `visual` shapes are taken, or `collision` if no link has
a visual. revolute and continuous joints are revolute, planar ones planes; a floating joint leaves its link
free. Chains through links without a shape become one joint (see `pliant.io.linkage`). A revolute or
prismatic joint without lower and upper has no limit; with one of them the other is 0, as the specification
says.
mimic, inertia, transmissions and colours are not read.

Writing: the description, and beside it a folder of OBJ files, one per component, in double precision and the
model's vertex order. Every link's frame stands parallel to the model's at the joint to its parent, so that
axes have the model's coordinates. A cylinder joint becomes a revolute and a prismatic one, a plane joint two
prismatic and a revolute, and a ball joint three revolute joints about the rows of its frame, with links
without a shape between them: unlike `planar` and `floating`, every reader knows these and they have limits;
reading joins them again. Pieces that no joint connects hang on the root by `floating` joints. URDF holds
trees: joints that close loops are named in a comment and reported, and so are soft components.
"""

from pliant.io.urdf.reader import mechanism_of_urdf
from pliant.io.urdf.writer import urdf_of_mechanism, write_urdf

__all__ = ["mechanism_of_urdf", "urdf_of_mechanism", "write_urdf"]
