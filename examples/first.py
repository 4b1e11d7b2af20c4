import pliant
from pliant.samples.quadruped import landmarks, quadruped

poses = quadruped(4_000)  # or pliant.read_poses("lion/*.obj"): pose 0 is the reference
point = landmarks(poses)  # vertices by name, to save looking them up
rig = pliant.MeshIK(poses)  # once per character
grip = rig.grab([point["left hindpaw"], point["right hindpaw"], point["nose"]])
targets = grip.held.rest.copy()
targets[2] += (-0.1, 0.25, 0)  # the paws stay; the nose goes up and back
pose = grip.drag(targets)  # every mouse move
pliant.write_mesh("fox.obj", poses.mesh.moved(pose.V))
