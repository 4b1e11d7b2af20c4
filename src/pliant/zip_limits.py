"""Limits of zip archives from anywhere: what unpacks to far more than it takes is not read."""

from __future__ import annotations

import zipfile

from pliant.errors import FileFormatError

# A file of this size that is compressed more than this is no mesh; meshes shrink to a half or a tenth.
SUSPICIOUS_BYTES = 1 << 26
SUSPICIOUS_RATIO = 200
# A text becomes objects of fifty times its size, so it is suspected sooner; numbers shrink to a tenth.
SUSPICIOUS_TEXT_BYTES = 1 << 22
SUSPICIOUS_TEXT_RATIO = 50
# What zipfile unpacks step by step, so that a size that lies is noticed before memory is full.
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def check_member(member: zipfile.ZipInfo) -> None:
    """Refuse a packed array that numpy would not write, or that unpacks to more than meshes do."""
    _check_packing(member)
    _check_growth(
        f"'{member.filename}'", member.compress_size, member.file_size, (SUSPICIOUS_BYTES, SUSPICIOUS_RATIO)
    )


def check_text(member: zipfile.ZipInfo) -> None:
    """Refuse a packed text that unpacks to more than settings do."""
    _check_packing(member)
    limits = SUSPICIOUS_TEXT_BYTES, SUSPICIOUS_TEXT_RATIO
    _check_growth(f"'{member.filename}'", member.compress_size, member.file_size, limits)


def check_archive(archive: zipfile.ZipFile) -> None:
    """Refuse an archive whose members together unpack to more than meshes do, however small each one is."""
    if archive.fp is None:
        raise FileFormatError("The archive is closed; open it again.")
    place = archive.fp.tell()
    size = archive.fp.seek(0, 2)
    archive.fp.seek(place)
    whole = sum(member.file_size for member in archive.infolist())
    _check_growth("The archive", size, whole, (SUSPICIOUS_BYTES, SUSPICIOUS_RATIO))


def _check_packing(member: zipfile.ZipInfo) -> None:
    if member.compress_type not in PACKINGS:
        raise FileFormatError(
            f"'{member.filename}' is packed in a way that numpy does not use; save it with numpy."
        )


def _check_growth(what: str, packed: int, whole: int, limits: tuple[int, int]) -> None:
    """Refuse what is larger than the first limit, and as many times its packed size as the second says."""
    if whole > max(limits[0], limits[1] * packed):
        raise FileFormatError(f"{what} unpacks {packed} bytes to {whole}, as no mesh does; it was not read.")
