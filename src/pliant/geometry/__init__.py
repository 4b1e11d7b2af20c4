"""Meshes as numbers: topology, gradients, rotations, symmetry; nothing here knows of rigs."""
