"""The triangle in every pixel and its depth, drawn by VTK."""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np

from pliant.arrays import Array, Faces, Vertices
from pliant.errors import MeshError, MissingExtraError
from pliant.figures.extra import load
from pliant.figures.views import Camera

MOST_TRIANGLES = 2**24 - 1  # their numbers are colours of 24 bits
NO_EGL = (
    "Pictures need the system's EGL library with a driver, and none can be loaded; "
    "on Debian and Ubuntu install it with: apt install libegl1 libgl1-mesa-dri"
)


class Raster:
    """One triangle mesh in an off-screen window.

    V: (n, 3) positions about the origin, of about unit size (VTK computes in single precision)
    F: (m, 3) triangles
    Raises MeshError for too many triangles, MissingExtraError where nothing can be drawn.
    """

    def __init__(self, V: Vertices, F: Faces) -> None:
        if len(F) > MOST_TRIANGLES:
            raise MeshError(
                f"{len(F)} triangles are too many for one picture; {MOST_TRIANGLES} are possible."
            )
        core = load("vtkmodules.vtkRenderingCore")
        self._window = _window()
        self._window.SetMultiSamples(0)  # a pixel on an edge must not mix the numbers of two triangles
        self._window.SwapBuffersOff()
        self._mapper = _numbered(V, F)
        actor = core.vtkActor()
        actor.SetMapper(self._mapper)
        actor.GetProperty().LightingOff()
        self._renderer = core.vtkRenderer()
        self._renderer.AddActor(actor)
        self._window.AddRenderer(self._renderer)

    def seen(self, camera: Camera, size: tuple[int, int]) -> Array:
        """(height, width) int32 the triangle in each pixel, -1 for none; row 0 is the lowest."""
        width, height = size
        self._mapper.ScalarVisibilityOn()
        self._draw(camera, size)
        pixels = load("vtkmodules.vtkCommonCore").vtkUnsignedCharArray()
        self._window.GetRGBACharPixelData(0, 0, width - 1, height - 1, 0, pixels)
        number = _numpy(pixels).view("<u4").reshape(height, width) & 0xFFFFFF
        return number.astype(np.int32) - 1

    def height(self, camera: Camera, size: int) -> Array:
        """(size, size) float32 height of the surface toward an orthographic camera, -inf for empty pixels."""
        self._mapper.ScalarVisibilityOff()
        self._draw(camera, (size, size))
        depth = load("vtkmodules.vtkCommonCore").vtkFloatArray()
        self._window.GetZbufferData(0, 0, size - 1, size - 1, depth)
        near, far = self._renderer.GetActiveCamera().GetClippingRange()
        z = _numpy(depth).reshape(size, size)
        heights = np.float32(camera.eye @ camera.frame[2] - near) - np.float32(far - near) * z
        heights[z >= 1] = -np.inf
        return heights

    def close(self) -> None:
        """Free the window."""
        self._window.Finalize()

    def _draw(self, camera: Camera, size: tuple[int, int]) -> None:
        self._window.SetSize(*size)
        vtk_camera = self._renderer.GetActiveCamera()
        vtk_camera.SetPosition(*camera.eye)
        vtk_camera.SetFocalPoint(*camera.centre)
        vtk_camera.SetViewUp(*camera.frame[1])
        vtk_camera.SetParallelProjection(not camera.slope)
        vtk_camera.SetParallelScale(camera.half)
        vtk_camera.SetViewAngle(2 * np.degrees(np.arctan(camera.slope)) or 30.0)
        self._renderer.ResetCameraClippingRange()
        self._window.Render()


def _window() -> Any:
    """A window that draws in memory; on Linux by EGL, which needs neither a screen nor a graphics card."""
    backend = load("vtkmodules.vtkRenderingOpenGL2")
    if sys.platform != "linux":
        window = load("vtkmodules.vtkRenderingCore").vtkRenderWindow()
        window.SetOffScreenRendering(True)
        return window
    try:
        ctypes.CDLL("libEGL.so.1")  # VTK crashes where it is missing
    except OSError as cause:
        raise MissingExtraError(NO_EGL) from cause
    window = backend.vtkEGLRenderWindow()
    if not window.SupportsOpenGL():
        raise MissingExtraError(NO_EGL)
    return window


def _numbered(V: Vertices, F: Faces) -> Any:
    """A VTK mapper that colours each triangle by its number, from 1; black is the background."""
    pyvista = load("pyvista")
    mesh = pyvista.PolyData.from_regular_faces(V, F)
    number = np.arange(1, len(F) + 1)
    digits = np.stack([number >> shift & 255 for shift in (0, 8, 16)], axis=1)
    mesh.cell_data["number"] = digits.astype(np.uint8)
    mapper = load("vtkmodules.vtkRenderingCore").vtkPolyDataMapper()
    mapper.SetInputDataObject(mesh)
    mapper.SetScalarModeToUseCellFieldData()
    mapper.SelectColorArray("number")
    mapper.SetColorModeToDirectScalars()
    return mapper


def _numpy(array: Any) -> Any:
    return load("vtkmodules.util.numpy_support").vtk_to_numpy(array)
