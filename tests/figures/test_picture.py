from __future__ import annotations

import ctypes
import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pliant.errors import MeshError, MissingExtraError, OptionError
from pliant.figures import Look, Shot, View, render, strip
from pliant.figures.colours import colour, colour_map
from pliant.figures.page import best_page
from pliant.figures.scene import outlines
from pliant.mesh import Mesh, Polygons, PoseSet
from tests.figures.shapes import box
from tests.geometry.surfaces import pebble

pytest.importorskip("pyvista", reason='pictures are not installed: pip install "pliant[pictures]"')

FLAT = View("front", perspective=0.0)
BARE = Look(floor=False)
PAPER = np.round(255 * colour("paper")).astype(np.uint8)


def drawn(picture):
    """(rows, columns) where the picture is not paper."""
    return (picture != PAPER).any(axis=2)


def extent(mask):
    """Width and height in pixels of what is drawn."""
    return int(np.ptp(np.flatnonzero(mask.any(axis=0)))) + 1, int(
        np.ptp(np.flatnonzero(mask.any(axis=1)))
    ) + 1


@pytest.mark.parametrize("size", [(160, 90), (75, 120), (201, 97)])
@pytest.mark.parametrize("shots", [1, 3])
def test_a_picture_has_the_size_asked_for(size, shots: int) -> None:
    picture = render([box()] * shots, size=size)
    assert picture.shape == (size[1], size[0], 3)
    assert picture.dtype == np.uint8


def test_the_model_fills_its_tile_without_touching_the_border() -> None:
    mask = drawn(render(pebble(), size=(120, 120), look=BARE))
    assert 0.3 < mask.mean() < 0.8
    assert not mask[[0, -1]].any()
    assert not mask[:, [0, -1]].any()


def test_the_same_call_gives_the_same_bits() -> None:
    shot = Shot(pebble(), "again", pinned=[0], dragged=[[0.0, 1.0, 0.0]], ghosts=[pebble()[0] * 1.1])
    first, second = (render(shot, size=(120, 90), look=Look(wires=True)) for _ in range(2))
    assert np.array_equal(first, second)


def test_shots_stand_side_by_side_in_the_order_given() -> None:
    names = ["#e02020", "#20e020", "#2020e0", "#e02020"]
    picture = render([Shot(box(), colour=name) for name in names], size=(200, 200), columns=2, look=BARE)
    tiles = [picture[y : y + 100, x : x + 100] for y in (0, 100) for x in (0, 100)]
    strongest = [int(tile[drawn(tile)].mean(axis=0).argmax()) for tile in tiles]
    assert strongest == [0, 1, 2, 0]


def test_all_shots_share_one_scale() -> None:
    picture = render([box(), box((0.5, 0.5, 0.5))], size=(400, 200), columns=2, view=FLAT, look=BARE)
    large, small = (extent(drawn(half)) for half in (picture[:, :200], picture[:, 200:]))
    assert large[0] == pytest.approx(2 * small[0], abs=2)
    assert large[1] == pytest.approx(2 * small[1], abs=2)


def test_neither_the_unit_of_length_nor_the_place_changes_a_picture() -> None:
    V, F = pebble()
    reference = render((V, F), size=(100, 80))
    assert np.array_equal(render((1024 * V, F), size=(100, 80)), reference)
    far = render((V / 1024 + [2.0, -8.0, 4.0], F), size=(100, 80)).astype(int)
    assert np.abs(far - reference).max() <= 3


def test_shots_in_their_common_space_are_as_far_apart_as_the_models() -> None:
    view = View((0, 0, 1), perspective=0.0, centre="all")
    shots = [box(), box(middle=(1.0, 0, 0))]
    picture = render(shots, size=(400, 200), columns=2, view=view, look=BARE)
    left, right = (np.flatnonzero(drawn(half).any(axis=0)) for half in (picture[:, :200], picture[:, 200:]))
    assert right.min() - left.min() == pytest.approx(len(left), abs=1)


def test_numbers_share_one_colour_map_across_the_shots() -> None:
    V, F = box()
    shots = [Shot((V, F), colour=np.full(8, value)) for value in (1.0, 2.0)]
    picture = render(shots, size=(200, 100), columns=2, look=BARE)
    mapped = [Shot((V, F), colour=colour_map(np.full(8, value), "heat", (0, 2))) for value in (1.0, 2.0)]
    # Colours given outright have no legend, and so larger tiles: the tone is what must agree.
    expected = render(mapped, size=(200, 100), columns=2, look=BARE)
    for x in (slice(0, 100), slice(100, 200)):
        seen, wanted = (image[: 100 - 30, x] for image in (picture, expected))
        assert (
            np.abs(np.median(seen[drawn(seen)], axis=0) - np.median(wanted[drawn(wanted)], axis=0)).max() < 8
        )


def test_marked_points_show_in_their_colours() -> None:
    V, F = box()
    top = [[0.0, 0.0, 0.5]]
    plain = render(Shot((V, F), colour="stone"), size=(200, 200), view=FLAT)
    blue = render(Shot((V, F), colour="stone", pinned=top), size=(200, 200), view=FLAT).astype(int)
    red = render(Shot((V, F), colour="stone", dragged=top), size=(200, 200), view=FLAT).astype(int)
    where = (np.abs(blue - plain) > 40).any(axis=2)
    assert 10 < where.sum() < 400
    assert (blue[where].mean(axis=0).argmax(), red[where].mean(axis=0).argmax()) == (2, 0)


def test_a_vertex_marks_the_same_place_as_its_position() -> None:
    V, F = box()
    by_index, by_place = Shot((V, F), dragged=[5, 7]), Shot((V, F), dragged=V[[5, 7]])
    assert np.array_equal(render(by_index, size=(90, 90)), render(by_place, size=(90, 90)))


def test_a_ghost_is_fainter_than_the_model() -> None:
    V, F = box()
    view = View((0, 0, 1), perspective=0.0)
    shot = Shot((V, F), ghosts=[V + np.array([1.5, 0, 0.3])])
    picture = render(shot, size=(250, 100), view=view, look=BARE).astype(int)
    columns = np.flatnonzero(drawn(picture).any(axis=0))
    fifth = len(columns) // 5
    model, ghost = (np.abs(picture[50, x] - PAPER).sum() for x in (columns[fifth], columns[-fifth]))
    assert 0 < ghost < 0.6 * model


def test_a_ghost_never_hides_the_model() -> None:
    V, F = box()
    view = View((0, 0, 1), perspective=0.0)
    alone = render((V, F), size=(90, 90), view=view, look=BARE).astype(int)
    before_it = Shot((V, F), ghosts=[0.5 * V + np.array([0, 0, 2.0])])
    assert np.abs(render(before_it, size=(90, 90), view=view, look=BARE) - alone).max() <= 3


def test_wires_outline_the_polygons_of_the_user_not_their_triangulation() -> None:
    V = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0]]
    mesh = Mesh.of_polygons(V, Polygons.of([[0, 1, 4, 3], [1, 2, 5, 4]]))
    assert outlines(mesh).sum(axis=1).tolist() == [2, 2, 2, 2]
    assert outlines(Mesh.of(V, mesh.F)).all()
    fine, plain = (render(mesh, size=(120, 90), view=(0, 0, 1), look=Look(wires=on)) for on in (True, False))
    darker = (fine.astype(int) - plain).sum(axis=2) < -30
    assert 0.01 < darker.mean() < 0.2


def test_edges_sharper_than_the_crease_stay_sharp() -> None:
    sharp, smooth = (render(box(), size=(120, 120), look=Look(crease=c, floor=False)) for c in (30.0, 180.0))
    tones = [len(np.unique(image[drawn(image)] // 16, axis=0)) for image in (sharp, smooth)]
    assert tones[0] < tones[1]


def test_the_floor_takes_a_shadow_that_ends_within_the_tile() -> None:
    shaded, bare = render(box(), size=(240, 160)), render(box(), size=(240, 160), look=BARE)
    shadow = drawn(shaded) & ~drawn(bare)
    assert shadow.mean() > 0.05
    assert (shaded[shadow].astype(int).sum(axis=1) < PAPER.astype(int).sum()).all()
    assert not drawn(shaded)[[0, -1]].any()
    assert not drawn(shaded)[:, [0, -1]].any()


def test_a_camera_below_the_floor_looks_through_it() -> None:
    below = View((0.0, -1.0, 1.0))
    seen_from_below = render(box(), size=(90, 90), view=below)
    assert np.array_equal(seen_from_below, render(box(), size=(90, 90), view=below, look=BARE))


def test_every_title_is_written_under_its_model() -> None:
    plain = render([box(), box()], size=(400, 240), columns=2, look=BARE)
    titled = render([Shot(box(), "one"), Shot(box(), "two – ×é")], size=(400, 240), columns=2, look=BARE)
    assert not drawn(plain)[-10:].any()
    for x in (slice(0, 200), slice(200, 400)):
        assert (titled[-24:, x].max(axis=2) < 110).sum() > 10


def test_numbers_are_explained_by_their_colour_map_at_the_foot() -> None:
    shot = Shot(box(), colour=np.linspace(-1, 1, 8))
    picture = render(shot, size=(400, 240), look=Look(floor=False, colours="signed", legend="stretch"))
    foot = picture[-20:]
    ramp = np.round(255 * colour_map(np.linspace(-1, 1, 400 // 6), "signed", (-1, 1))).astype(int)
    rows = [
        row for row in foot.astype(int) if all((np.abs(row - end).max(axis=1) == 0).any() for end in ramp)
    ]
    assert len(rows) >= 4
    assert (foot.max(axis=2) < 110).sum() > 10


def test_a_long_title_stays_within_its_tile() -> None:
    shots = [
        Shot(box(), "a title that is a good deal too long for this tile, and yet it is whole" * 2),
        Shot(box()),
    ]
    picture = render(shots, size=(1000, 300), columns=2, look=BARE)
    assert drawn(picture[-20:, :500]).any()
    assert not drawn(picture[-20:, 500:]).any()


def test_a_strip_shows_every_pose_under_its_name() -> None:
    V, F = pebble()
    poses = PoseSet.of(np.stack([V, 0.8 * V, V[:, [1, 0, 2]]]), F, ["a", "b", "c"])
    shots = [Shot(poses.mesh.moved(pose), name) for pose, name in zip(poses.V, "abc", strict=True)]
    assert np.array_equal(strip(poses, size=(200, 100)), render(shots, size=(200, 100)))


def test_the_file_holds_the_picture_that_is_returned(tmp_path: Path) -> None:
    image = importlib.import_module("PIL.Image")
    path = tmp_path / "new folder" / "box.png"
    picture = render(box(), path, size=(64, 48))
    assert np.array_equal(np.asarray(image.open(path)), picture)


def test_the_page_with_the_largest_models_is_chosen() -> None:
    wide = best_page((900, 300), 3, None, (0, 0), lambda page: max(1 / page.room[0], 1 / page.room[1]))
    assert (wide.columns, wide.rows) == (3, 1)
    tall = best_page((300, 900), 3, None, (0, 0), lambda page: max(1 / page.room[0], 1 / page.room[1]))
    assert (tall.columns, tall.rows) == (1, 3)


V0, F0 = box()


@pytest.mark.parametrize(
    ("error", "message", "call"),
    [
        (OptionError, "No shot", lambda: render([])),
        (MeshError, "pair", lambda: render("lion.obj")),  # pyright: ignore[reportArgumentType]
        (MeshError, "given as a list", lambda: render((V0, F0, "title"))),  # pyright: ignore[reportArgumentType]
        (MeshError, "names vertex 9", lambda: render((V0, [[0, 1, 9]]))),
        (MeshError, "not finite", lambda: render((V0 * np.nan, F0))),
        (MeshError, "7 positions", lambda: render(Shot((V0, F0), ghosts=[V0[:7]]))),
        (OptionError, r"shape \(3,\)", lambda: render(Shot((V0, F0), colour=[0.0, 1.0, 2.0]))),
        (
            OptionError,
            "vertex 2 .* not a finite",
            lambda: render(Shot((V0, F0), colour=[0, 0, np.inf] + [0] * 5)),
        ),
        (OptionError, "vertex 8", lambda: render(Shot((V0, F0), pinned=[0, 8]))),
        (OptionError, "vertex -1", lambda: render(Shot((V0, F0), dragged=[-1]))),
        (OptionError, "float64", lambda: render(Shot((V0, F0), dragged=[0.5]))),
        (MeshError, "marked points", lambda: render(Shot((V0, F0), dragged=[[0.5, 1.0]]))),
        (OptionError, "no colour", lambda: render(Shot((V0, F0), colour="claye"))),
        (OptionError, "no colour", lambda: render((V0, F0), look=Look(background="white-ish"))),
        (OptionError, "no colour map", lambda: Look(colours="rainbow")),  # pyright: ignore[reportArgumentType]
        (OptionError, "crease", lambda: Look(crease=0.0)),
        (OptionError, "no view", lambda: render((V0, F0), view="sideways")),
        (OptionError, "size", lambda: render((V0, F0), size=(0, 90))),
        (OptionError, "size", lambda: render((V0, F0), size=(90, 90000))),
        (OptionError, "columns", lambda: render((V0, F0), columns=0)),
        (OptionError, "do not fit", lambda: render([(V0, F0)] * 9, size=(64, 64), columns=9)),
        (OptionError, r"ends in \.png", lambda: render((V0, F0), "box.jpg")),
    ],
)
def test_bad_input_raises_the_error_of_its_cause(error, message, call) -> None:
    with pytest.raises(error, match=message):
        call()


def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch) -> None:
    def absent(name: str, *_):
        raise ImportError(f"No module named '{name}'")

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(MissingExtraError, match=r'pip install "pliant\[pictures\]"'):
        render(box())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux draws by EGL")
def test_a_missing_system_library_is_named_with_its_packages(monkeypatch) -> None:
    def absent(name: str):
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(ctypes, "CDLL", absent)
    with pytest.raises(MissingExtraError, match="apt install libegl1 libgl1-mesa-dri"):
        render(box())


def test_importing_the_figures_loads_none_of_the_heavy_packages() -> None:
    code = "import sys, pliant.figures; print({'vtkmodules', 'pyvista', 'matplotlib'} & set(sys.modules))"
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert found.stdout.strip() == "set()"
