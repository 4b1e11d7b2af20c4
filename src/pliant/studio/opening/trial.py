"""A trial of reading files in another process, which may die: `python -m pliant.studio.opening.trial PATHS`.

Libraries of others read USD and compressed glTF, and compiled kernels run on the arrays of rigs. A
file that ends them would end the server with all that is open there; it ends this process instead, and the
server reads only what it survived.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

from pliant.errors import FileFormatError, PliantError
from pliant.io.meshes import GLTF
from pliant.progress import Progress
from pliant.studio.opening.source import RIG, Source

COMMAND = (sys.executable, "-m", "pliant.studio.opening.trial")
# Formats that native code reads in the process itself; FBX and Alembic have processes of their own.
NATIVE = (".usd", ".usda", ".usdc", ".usdz")
# The extension of glTF whose meshes a native library unpacks; it is named in the file's JSON.
DRACO = b"KHR_draco_mesh_compression"
# Bytes at the beginning of a glTF file in which that is looked for; the JSON of most files is smaller.
LOOKED_AT = 1 << 24
# Seconds between two looks at whether the process has ended.
PAUSE = 0.02


def needs_trial(path: str, *, uploaded: bool) -> bool:
    """Whether native code would read the file in the process that opens it.

    Rigs take as long again, and all that they hold is checked: only those that a page sent are tried.
    """
    suffix = Path(path).suffix.lower()
    if suffix == RIG:
        return uploaded
    if suffix not in GLTF:
        return suffix in NATIVE
    try:
        with open(path, "rb") as file:
            return DRACO in file.read(LOOKED_AT)
    except OSError:
        return False  # the reader says what is wrong


def check_survived(source: Source, progress: Progress) -> None:
    """Raise FileFormatError where reading files ends the process that does it; progress may cancel."""
    risky = [path for path in source.paths if needs_trial(path, uploaded=bool(source.titles))]
    if not risky:
        return
    with subprocess.Popen(
        [*COMMAND, *risky], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            while process.poll() is None:
                progress(0.0, "reading")
                time.sleep(PAUSE)
        finally:
            process.kill()
    if process.returncode:
        names = ", ".join(Path(path).name for path in risky)
        raise FileFormatError(
            f"{names}: the process that read it ended ({process.returncode}): the file is damaged, or larger "
            "than the memory. Export it again."
        )


def main(paths: Sequence[str]) -> None:
    """Read files as the studio does; an error of ours is for the one who reads them next."""
    from pliant.io import read_poses
    from pliant.registry import open_rig

    warnings.simplefilter("ignore")
    for path in paths:
        try:
            open_rig(path) if Path(path).suffix.lower() == RIG else read_poses(path)
        except PliantError:
            continue
    # Without freeing what libraries hold: only reading is tried.
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
