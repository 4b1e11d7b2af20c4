"""What is handed in is of the kind that was asked for: checked once, at the boundary."""

from __future__ import annotations

from os import PathLike

from pliant.errors import KindError

# Where to get what is needed, by the name of its class.
_ADVICE = {
    "Mesh": "read one with pliant.read_mesh, or make one with pliant.Mesh.of",
    "PoseSet": "read one with pliant.read_poses, or make one with pliant.PoseSet.of",
    "Clip": "read one with pliant.read_clip, or make one with pliant.Clip.of",
    "str": "give the name of a file",
}
# What is found is told in so many characters.
_MOST_WORDS = 60


def check_kind(given: object, what: str, *kinds: type) -> None:
    """Raise KindError unless what was given is of one of the kinds; None is told as such."""
    if isinstance(given, kinds):
        return
    names = ["None" if kind is type(None) else kind.__name__ for kind in kinds]
    advice = next((f"; {_ADVICE[name]}" for name in names if name in _ADVICE), "")
    found = "None" if given is None else f"{_told(given)}, a {type(given).__name__}"
    raise KindError(f"{what} is {found}. Needed: {' or '.join(names)}{advice}.")


def check_path(given: object) -> None:
    """Raise KindError for what is no name of a file."""
    check_kind(given, "The path", str, PathLike)


def _told(given: object) -> str:
    """The value in a few words; large ones, such as meshes, by the beginning."""
    words = " ".join(repr(given).split())
    return words if len(words) <= _MOST_WORDS else f"{words[:_MOST_WORDS]}…"
