"""What at least two methods need: meshes, operators, solvers and the contract of rigs."""
