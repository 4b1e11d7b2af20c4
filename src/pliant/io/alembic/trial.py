"""A trial of reading an archive in another process: `python -m pliant.io.alembic.trial PATH`.

Damaged archives end the process that opens them with alembic3d, whatever it does besides. They end this one
instead; what it survives is read.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pliant.errors import FileFormatError, PliantError
from pliant.io.files import AnyPath

# Bytes of an archive of which every frame is tried; of a larger one the first, the middle and the last.
WHOLE = 1 << 26
# Frames of such an archive; the rate of a damaged one may promise any number.
MOST_FRAMES = 10_000


def check_survived(path: AnyPath) -> None:
    """Raise FileFormatError for an archive that ends the process that reads it."""
    command = [sys.executable, "-m", "pliant.io.alembic.trial", os.fspath(Path(path).absolute())]
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    if ended.returncode:
        raise FileFormatError(
            f"alembic3d ended over it ({ended.returncode}): the archive is damaged; export it again."
        )


def main(path: str) -> None:
    """Read an archive; an error of ours is for the one who reads it next."""
    from pliant.io.alembic.reader import motion_of_archive

    try:
        motion = motion_of_archive(path)
        small = Path(path).stat().st_size <= WHOLE and motion.count <= MOST_FRAMES
        rows = range(motion.count) if small else _few(motion.count)
        for _ in motion.frames(list(rows)):
            pass
    except PliantError:
        pass
    os._exit(0)


def _few(count: int) -> list[int]:
    return sorted({0, count // 2, count - 1})


if __name__ == "__main__":
    main(sys.argv[1])
