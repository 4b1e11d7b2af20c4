"""Draw the pictures of the documentation into docs/pictures/: all of them, or those named.

A page's pictures are drawn by a module of docs/drawings/ with a table PICTURES, from file name to function;
each function writes one file. Add a module to DRAWINGS to have it called. Pictures of ON_REQUEST, which need
meshes that are not in the repository, are drawn only when they are named.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from drawings import (
    animation,
    bar,
    cage,
    discs,
    elastic,
    flag,
    fox,
    handles,
    joints,
    papers,
    pull,
    real,
    real_caged,
    real_reduced,
    real_shots,
    reduced,
    studio,
)

FOLDER = Path(__file__).parent / "pictures"
DRAWINGS = (fox, pull, bar, flag, discs, reduced, handles, joints, cage, elastic, animation, papers, studio)
ON_REQUEST = (real, real_caged, real_reduced, real_shots)


def main() -> int:
    usual = [name for module in DRAWINGS for name in module.PICTURES]
    pictures = {name: draw for module in (*DRAWINGS, *ON_REQUEST) for name, draw in module.PICTURES.items()}
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("names", nargs="*", metavar="name", help=f"any of {', '.join(pictures)}")
    words.add_argument("--out", type=Path, default=FOLDER, help="folder for the pictures")
    options = words.parse_args()
    unknown = [name for name in options.names if name not in pictures]
    if unknown:
        print(f"There is no picture '{unknown[0]}'; there are {', '.join(pictures)}.", file=sys.stderr)
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.names or usual:
        began = time.perf_counter()
        pictures[name](options.out / name)
        print(f"{options.out / name}  {time.perf_counter() - began:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
