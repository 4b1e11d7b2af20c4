"""What moves as one animation more of the file that the model came from."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from pliant.clip import Clip
from pliant.errors import OptionError
from pliant.io.into import Into, into_words, write_into
from pliant.progress import Progress
from pliant.studio.export.files import stem_of
from pliant.studio.opening.original import asset_of, original_of
from pliant.studio.opening.source import Source
from pliant.studio.session.poser import WrittenFile
from pliant.studio.wire.original import ExportInto


def original_file(message: ExportInto, source: Source | None, clip: Clip, progress: Progress) -> WrittenFile:
    """The name of a copy of the model's file with a clip, and the function that writes it.

    What the function returns tells how near the motion in the file is.
    """
    asset, original = asset_of(source), original_of(source)
    if source is None or asset is None or original is None:
        raise OptionError("The model came from no glTF or USD file that could be written into.")
    if message.by not in original.ways:
        raise OptionError(f"{original.name} shows a motion by {', '.join(original.ways)} only.")
    title = PurePosixPath(original.name).name
    into = Into(asset, None if message.by == "points" else message.by, called=f"./{title}")
    name = f"{stem_of(source)}-{'posed' if message.what == 'pose' else 'animated'}{asset.suffix.lower()}"

    def write(path: Path) -> str:
        told = into_words(write_into(path, clip, into, progress=progress))
        return f"{told}. Keep it beside {title}, which lies under it." if message.by == "points" else told

    return name, write
