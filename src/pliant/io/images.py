"""Images beside a file, found by the addresses in it, and the kinds of images by their first bytes."""

from __future__ import annotations

import warnings
from pathlib import Path
from urllib.parse import unquote

from pliant.appearance import Image
from pliant.errors import LeftOutWarning

_BEGINNINGS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\xabKTX 20\xbb\r\n\x1a\n", "image/ktx2"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"BM", "image/bmp"),
    (b"\x76\x2f\x31\x01", "image/x-exr"),
)
# More bytes than this, no texture has.
_MOST_BYTES = 1 << 30


def kind_of_image(data: bytes, name: str = "") -> str:
    """The media type of an image by its first bytes, or else by its name; may be empty."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    known = next((kind for begin, kind in _BEGINNINGS if data.startswith(begin)), "")
    # Targa has no mark at its beginning.
    return known or ("image/x-tga" if name.lower().endswith(".tga") else "")


def image_beside(folder: Path, address: str) -> Image:
    """The image at an address relative to a folder; without bytes if it is missing or outside of the folder.

    A path of another computer, such as C:\\art\\wood.png, is looked for in the folder by its last name.
    Warns with LeftOutWarning of an image without bytes.
    """
    path = found_beside(folder, address)
    data = b""
    if path is not None and path.stat().st_size <= _MOST_BYTES:
        try:
            data = path.read_bytes()
        except OSError:
            # A file that may not be read is as good as a missing one.
            data = b""
    if not data:
        warnings.warn(
            f"The image {address} is not beside the file; put it there to see it.",
            LeftOutWarning,
            stacklevel=2,
        )
    return Image(address, kind_of_image(data, address), data)


def found_beside(folder: Path, address: str) -> Path | None:
    """The file at an address, if it is in the folder or below it; a file must not make us read others."""
    plain = address.replace("\\", "/")
    if "://" in plain or "\0" in plain:
        return None
    root = folder.resolve()
    for name in (plain, unquote(plain), plain.rpartition("/")[2]):
        path = Path(name)
        if not name or path.is_absolute() or ".." in path.parts or ":" in name:
            continue
        try:
            full = (root / path).resolve()
            if full.is_relative_to(root) and full.is_file():
                return full
        except OSError:
            # A name that is too long, or a folder that may not be entered.
            continue
    return None
