"""URDF, the description of robots: links with meshes or simple shapes, in a tree of joints.

Reading: a component per link with a shape, in the order of the file, at the default configuration with all
joints at 0. The frame of the root link is that of the model. `visual` shapes are read, or `collision` shapes
if no link has a visual one. Revolute and continuous joints become revolute joints, and planar joints planes;
a floating joint leaves its link free. Chains through links without a shape become one joint, as
`pliant.io.linkage.links` describes. A revolute or prismatic joint without lower and upper has no limit; if
only one is missing, it is 0 as in the specification. mimic, inertia, transmissions and colours are not read.

Our own `title` beside the name of a link or joint is read as its name.

Writing: the description in metres with z upward, and beside it a folder of OBJ files with their materials, in
double precision and with the order of vertices kept. Names are those that ROS accepts; the name that people
gave is kept as `title`. Links have mass and inertia, the part as `visual` and its convex pieces as
`collision`; joints have limits, effort, velocity and damping. The frame of a link is at the joint to its
parent and parallel to the frame of the model, so that axes have the coordinates of the model. A cylinder
becomes a revolute and a prismatic joint, a plane two prismatic joints and a revolute one, and a ball three
revolute joints about the rows of its frame, with links of a milligram between them. Unlike `planar` and
`floating`, every reader knows these joints, and they have limits. Reading combines them again. Pieces that no
joint connects hang on the root by `floating` joints. URDF holds trees: joints that close loops are named in a
comment and reported. Where one value moves a loop, and the others follow it at constant ratios as in a
parallelogram, they do so by `mimic`. Soft components are reported too. Pairs that should not collide are no
part of URDF.
"""

from pliant.io.urdf.reader import mechanism_of_urdf
from pliant.io.urdf.writer import write_urdf

__all__ = ["mechanism_of_urdf", "write_urdf"]
