import pliant
from pliant.samples.bar import bar

mesh = bar(600).mesh  # or pliant.read_mesh("horse.obj")
rig = pliant.CageIK(mesh, 24)  # makes a cage of about 24 vertices; or give pliant.read_mesh("cage.obj")
grip = rig.grab([0, mesh.n - 1])  # a point at either end
targets = grip.held.rest.copy()
targets[1] += (-0.1, 0.4, 0)
pose = grip.drag(targets)  # every mouse move
pliant.write_mesh("bar.obj", mesh.moved(pose.V))
pliant.write_mesh("cage.obj", rig.cage.moved(pose.cage))
