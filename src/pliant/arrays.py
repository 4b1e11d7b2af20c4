"""Array types with their shapes, frozen copies of arrays and read-only views.

Letters: n vertices, m triangles, k poses or examples, h anchors; see docs/notation.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from jaxtyping import Float, Int
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

Vertices = Float[np.ndarray, "n 3"]
Faces = Int[np.ndarray, "m 3"]
Poses = Float[np.ndarray, "k n 3"]
Vectors = Float[np.ndarray, "*batch 3"]
Matrices = Float[np.ndarray, "*batch 3 3"]
Weights = Float[np.ndarray, " k"]
Targets = Float[np.ndarray, "h 3"]


def frozen(values: ArrayLike, dtype: Any) -> Array:
    """A C-ordered, read-only copy of values."""
    copy = np.array(values, dtype=dtype, order="C", copy=True)
    copy.flags.writeable = False
    return copy


def read_only(values: Array) -> Array:
    """The same numbers, not to be written: kernels are compiled anew for arrays that may be."""
    if not values.flags.writeable:
        return values
    view = values.view()
    view.flags.writeable = False
    return view
