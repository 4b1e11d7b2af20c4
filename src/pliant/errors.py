"""The errors of Pliant, one class for each cause.

Every message says what was found, what was needed and what to do.
"""


class PliantError(Exception):
    """The base of all errors that Pliant raises on purpose."""


class KindError(PliantError, TypeError):
    """An argument is of another kind than the one that is needed, such as a mesh where poses are."""


class MeshError(PliantError):
    """The arrays of a mesh contradict each other."""


class CorrespondenceError(PliantError):
    """Poses that should share one connectivity do not."""


class FileFormatError(PliantError):
    """A file cannot be read as what its name says."""


class UnsupportedFormatError(FileFormatError):
    """No reader or writer knows this kind of file."""


class RigFileError(FileFormatError):
    """A rig file is damaged, or from a version that this one cannot read."""


class AnchorError(PliantError):
    """The held points do not exist on the mesh, repeat or depend on each other."""


class HandleError(PliantError):
    """Handles do not fit their mesh or each other, or are moved by a step that no handle knows."""


class MechanismError(PliantError):
    """Components or joints of a mechanism contradict each other or its mesh."""


class CageError(PliantError):
    """A cage is open, folded or crosses itself, or does not enclose what it should move."""


class TargetError(PliantError):
    """Targets have the wrong shape or are not finite numbers."""


class WeightError(PliantError):
    """Blend weights have the wrong shape or are not finite numbers."""


class TrackError(PliantError):
    """Keys of a track contradict each other, or the rig that they should move."""


class OptionError(PliantError):
    """An option has a value outside its range."""


class UnusedSkeletonWarning(UserWarning):
    """A file has a skeleton that shows nothing of how its mesh moves."""


class LeftOutWarning(UserWarning):
    """A file shows, or names, something that the mesh read from it does not have."""


class MissingExtraError(PliantError):
    """An optional package is needed and not installed."""
