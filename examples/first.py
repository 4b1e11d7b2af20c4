import pliant
from pliant.samples.quadruped import quadruped

poses = quadruped(4_000)  # or pliant.read_poses("lion/*.obj"): pose 0 is the reference
rig = pliant.MeshIK(poses)  # once per character
grip = rig.grab(["left hindpaw", "right hindpaw", "nose"])  # names of vertices, or their numbers
targets = grip.held.rest.copy()
targets[2] += (-0.1, 0.25, 0)  # the paws stay; the nose goes up and back
pose = grip.drag(targets)  # every mouse move
print(pose.status, pose.weights.round(2))  # how the search ended, and how much of each pose it mixes
pliant.write_mesh("fox.obj", poses.mesh.moved(pose.V))
