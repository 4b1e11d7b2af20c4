"""What at least two methods need: meshes, operators, solvers and the contract of rigs."""

import os

# OpenMP's threads spin after a kernel, for the next one; on a busy machine, or beside a browser, that takes
# the cores from whoever has work to do, and made a drag four times slower. Read when the first kernel runs.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
