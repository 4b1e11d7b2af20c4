"""A layer and its images packed into one .usdz archive."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pliant.appearance import Appearance
from pliant.atomic import temporary_beside
from pliant.io.companions import image_names
from pliant.io.usd.pxr import pxr

# Near the earliest time that a zip archive can name, in seconds: 1 January 1980, noon.
_EPOCH = 315_576_000


def packed_names(look: Appearance) -> list[str]:
    """The name of every image in an archive; one that is not used or has no bytes keeps its address."""
    names, used = image_names(look.images), look.shown_images()
    return [
        f"textures/{names[i]}" if image.data and i in used else image.name
        for i, image in enumerate(look.images)
    ]


@contextmanager
def packed_layer(target: Path, look: Appearance, names: Sequence[str]) -> Iterator[Path]:
    """The file to write the layer to, which is packed into the archive target with the images in use.

    names: the name of every image inside of the archive
    """
    images = {names[i]: look.images[i] for i in sorted(look.shown_images())}
    layer = temporary_beside(target).with_suffix(".usdc")
    picture = temporary_beside(target)
    try:
        yield layer
        # The archive keeps the time of its content; the same call should give the same bits.
        os.utime(layer, (_EPOCH, _EPOCH))
        with _zip_writer().CreateNew(str(target)) as archive:
            archive.AddFile(str(layer), "clip.usdc")
            for name, image in images.items():
                if not image.data:
                    continue
                picture.write_bytes(image.data)
                os.utime(picture, (_EPOCH, _EPOCH))
                archive.AddFile(str(picture), name)
    finally:
        layer.unlink(missing_ok=True)
        picture.unlink(missing_ok=True)


def _zip_writer() -> Any:
    """USD's class that writes archives; it moved from Usd to Sdf."""
    try:
        return pxr("Sdf").ZipFileWriter
    except AttributeError:
        return pxr("Usd").ZipFileWriter
