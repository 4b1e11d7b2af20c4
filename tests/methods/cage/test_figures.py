from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import CageError, OptionError
from pliant.figures import Shot, View, render
from pliant.figures.rods import cage_edges
from pliant.mesh import Mesh
from pliant.methods.cage.figures.cage import draw_binding, draw_cage, heaviest, weight_look, weight_shot
from pliant.methods.cage.figures.plot import draw_recovery
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.rig import CageIK
from pliant.methods.cage.studio.poser import _edges
from tests.figures.shapes import box
from tests.methods.cage.box_cage import unit_box

pytest.importorskip("pyvista", reason='pictures are not installed: pip install "pliant[pictures]"')


@pytest.fixture(scope="module")
def rig() -> CageIK:
    """A small box near the corner 0 of a large one."""
    V, quads = unit_box(1)
    mesh = Mesh.of(*box((0.2, 0.2, 0.2), (0.3, 0.3, 0.3)))
    return CageIK(mesh, Mesh.of_polygons(V, quads), options=CageOptions(coordinates="mean_value"))


def test_the_wires_of_a_cage_are_the_edges_of_its_polygons(rig) -> None:
    assert len(cage_edges(rig.cage)) == 12
    assert len(cage_edges(Mesh.of(rig.cage.V, rig.cage.F))) == 18


def test_the_studio_shows_the_wires_of_pictures(rig) -> None:
    for cage in (rig.cage, Mesh.of(rig.cage.V, rig.cage.F)):
        np.testing.assert_array_equal(_edges(cage), cage_edges(cage))


def test_a_cage_is_seen_before_the_mesh_and_hidden_behind_it() -> None:
    wall = Mesh.of(*box((1.0, 1.0, 0.1)))
    V, quads = unit_box(1)
    front = View("front", perspective=0.0)

    def lines(z: float) -> int:
        """Pixels of the wall that are not of its colour."""
        cage = Mesh.of_polygons((V - 0.5) * (0.5, 0.5, 0.1) + (0.0, 0.0, z), quads)
        wall_only = render(Shot(wall, cage=cage), size=(200, 200), view=front)[30:170, 30:170, 0].astype(int)
        return int((np.abs(wall_only - np.median(wall_only)) > 30).sum())

    assert lines(0.5) > 200
    assert lines(-0.5) == 0


def test_a_cage_casts_no_shadow() -> None:
    floor = Mesh.of(*box((1.0, 0.02, 1.0)))
    V, quads = unit_box(6)
    cage = Mesh.of_polygons((V - 0.5) * (0.4, 0.02, 0.4) + (0.0, 0.1, 0.0), quads)
    above = View("top", perspective=0.0)
    size = (600, 600)
    bare, caged = (render(Shot(floor, cage=c), size=size, view=above).astype(int) for c in (None, cage))
    changed = np.abs(caged - bare).max(axis=2)
    assert (changed > 60).sum() > 1000  # the rods are there
    # The middles of its 36 meshes: a floor of 1 fills 88% of the picture, and a mesh is 0.4 / 6 wide.
    steps = np.round(300 + 0.88 * 600 * 0.4 / 6 * np.arange(-2.5, 3)).astype(int)
    assert changed[np.ix_(steps, steps)].max() <= 3


def test_a_weight_is_shown_by_the_vertex_it_belongs_to(rig) -> None:
    assert heaviest(rig) == np.argmin(np.linalg.norm(rig.cage.V, axis=1))
    shot = weight_shot(rig, 3)
    assert np.array_equal(shot.colour, rig.binding.weights[:, 3])
    assert np.array_equal(shot.dragged, rig.cage.V[[3]])
    assert weight_look(rig).colours == "heat"
    with pytest.raises(CageError, match="There is no vertex 8; the cage has the vertices 0 to 7"):
        weight_shot(rig, 8)


def test_cages_and_bindings_are_drawn(rig, tmp_path) -> None:
    draw_cage(rig.mesh, rig.cage, tmp_path / "cage.png", size=(200, 160))
    assert (tmp_path / "cage.png").stat().st_size > 1000
    picture = draw_binding(rig, vertex=0, size=(320, 160))
    # The vertex of the weight is orange, in the right half only.
    orange = (picture[:130, :, 0].astype(int) - picture[:130, :, 2]) > 100
    assert orange[:, 160:].sum() > 5 + orange[:, :160].sum()


def test_errors_are_plotted_in_green_and_volumes_in_blue() -> None:
    x = np.arange(30.0)
    both = draw_recovery(0.1 + 0.01 * x, np.cos(x), size=(600, 300)).astype(int)
    green, blue = both[..., 1] - both[..., 0], both[..., 2] - both[..., 0]
    assert (green > 120).sum() > 300
    assert (blue > 120).sum() > 300
    # A sheet encloses nothing: there is no blue curve then.
    one = draw_recovery(0.1 + 0.01 * x, np.full(30, np.nan), size=(600, 300)).astype(int)
    assert not (one[..., 2] - one[..., 1] > 30).any()
    assert np.array_equal(both, draw_recovery(0.1 + 0.01 * x, np.cos(x), size=(600, 300)))


@pytest.mark.parametrize(("rms", "volume"), [([], []), ([1.0], [1.0, 2.0])])
def test_a_plot_needs_one_of_each_for_every_frame(rms, volume) -> None:
    with pytest.raises(OptionError, match="at least one frame"):
        draw_recovery(rms, volume)
