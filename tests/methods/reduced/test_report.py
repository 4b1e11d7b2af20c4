from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from pliant.errors import CorrespondenceError, FileFormatError, OptionError
from pliant.figures import View
from pliant.mesh import Mesh, PoseSet
from pliant.methods.reduced.figures.controls import carried, hue_names
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.methods.reduced.reconstruction import Reconstruction
from pliant.methods.reduced.report import sections, write_report
from pliant.methods.reduced.report.chart import bars, curve
from pliant.methods.reduced.report.words import Measure, advice, main_control, place, verdict
from pliant.methods.reduced.rig import ReducedIK
from tests.characters import beast
from tests.figures.shapes import box

UPRIGHT = View("front", up="z")
VOID = {"meta", "img", "br", "rect", "circle", "line", "polyline"}


class Reader(HTMLParser):
    """Checks that tags nest, and keeps every tag with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag

    def all(self, *names: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag in names]


@pytest.fixture(scope="module")
def poses() -> PoseSet:
    given = beast()
    return PoseSet.of_positions(given.mesh, given.V, ["rest", "<stretched & long>", "gathered", "looking"])


@pytest.fixture(scope="module")
def rig(poses: PoseSet) -> ReducedIK:
    return ReducedIK(poses, options=ReducedOptions(controls=5))


@pytest.fixture(scope="module")
def found(rig: ReducedIK, poses: PoseSet) -> Reconstruction:
    return Reconstruction.of(rig, poses)


@pytest.fixture(scope="module")
def small() -> Iterator[None]:
    """Pictures small enough for a test."""
    pytest.importorskip("pyvista", reason='pictures are not installed: pip install "pliant[pictures]"')
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sections, "LARGE", (64, 48))
        patch.setattr(sections, "ROW", (144, 56))
        yield


@pytest.fixture(scope="module")
def page(rig: ReducedIK, poses: PoseSet, tmp_path_factory: pytest.TempPathFactory, small: None) -> str:
    path = tmp_path_factory.mktemp("report") / "beast.html"
    write_report(rig, poses, path, title="The <Beast>", view=UPRIGHT)
    return path.read_text(encoding="utf-8")


def test_the_page_needs_nothing_beside_itself_and_is_well_formed(page: str) -> None:
    tags = Reader(page)
    assert "://" not in re.sub(r"base64,[^\"]*", "", page)
    assert not tags.all("link", "script", "iframe")
    assert all((image["src"] or "").startswith("data:image/jpeg;base64,") for image in tags.all("img"))
    assert "prefers-color-scheme: dark" in page
    assert any(meta.get("name") == "viewport" for meta in tags.all("meta"))


def test_who_cannot_see_it_is_told_what_it_shows(page: str) -> None:
    tags = Reader(page)
    assert all(image["alt"] for image in tags.all("img"))
    assert len({image["alt"] for image in tags.all("img")}) == len(tags.all("img"))
    assert all(plot["role"] == "img" and plot["aria-label"] for plot in tags.all("svg"))
    assert all(head["scope"] in ("row", "col") for head in tags.all("th"))
    assert len(tags.all("caption")) == len(tags.all("table")) == 2
    assert len(tags.all("h1")) == 1
    levels = [int(tag[1]) for tag, _ in tags.tags if re.fullmatch("h[1-6]", tag)]
    assert max(np.diff(levels)) <= 1


def test_names_are_text_and_never_markup(page: str) -> None:
    assert "<h1>The &lt;Beast&gt;: what Pliant learned</h1>" in page
    assert "<h3>&lt;stretched &amp; long&gt;</h3>" in page
    assert "<Beast>" not in page


def test_every_example_but_the_reference_is_shown_the_worst_first(page: str, found: Reconstruction) -> None:
    shown = re.findall(r"<h3>(.*?)</h3>", page)
    order = [i for i in np.argsort(-found.means) if i]
    escaped = [
        found.poses.names[i].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for i in order
    ]
    assert shown == escaped
    assert len(Reader(page).all("img")) == 2 + len(shown)


def test_pictures_in_the_page_are_whole_and_of_the_size_stated(page: str) -> None:
    import io

    from PIL import Image

    for image in Reader(page).all("img"):
        data = base64.b64decode((image["src"] or "").partition(",")[2], validate=True)
        picture = Image.open(io.BytesIO(data))
        picture.load()
        assert picture.size == (int(image["width"] or 0), int(image["height"] or 0))


def test_figures_are_the_models_own(page: str, rig: ReducedIK, found: Reconstruction) -> None:
    for value in (f"{rig.model.error:.2f}%", f"{rig.model.proxy_error:.2f}%", f"{found.rms:.3g}%"):
        assert f'<td class="number">{value}</td>' in page
    for i, share in enumerate(carried(rig)):
        assert f'</span>{i}</th><td class="number">{share:.1%}</td><td>{hue_names(rig)[i]}</td>' in page


def test_of_many_examples_the_worst_are_drawn_and_the_others_counted(
    rig: ReducedIK, poses: PoseSet, tmp_path: Path, small: None, monkeypatch
) -> None:
    monkeypatch.setattr(sections, "MOST_EXAMPLES", 1)
    write_report(rig, poses, tmp_path / "out.html", view=UPRIGHT)
    text = (tmp_path / "out.html").read_text()
    assert len(re.findall("<h3>", text)) == 1
    assert "Not drawn: 2 poses come out better than these." in text


def test_the_printed_method_is_reported_without_a_plot_of_rounds(
    poses: PoseSet, tmp_path: Path, small: None
) -> None:
    write_report(ReducedIK(poses, options=PRINTED), poses, tmp_path / "out.html", view=UPRIGHT)
    text = (tmp_path / "out.html").read_text()
    assert "no refinement" in text
    assert "polyline" not in text


def test_a_report_is_written_whole_or_not_at_all(
    rig: ReducedIK, poses: PoseSet, tmp_path: Path, monkeypatch
) -> None:
    (tmp_path / "out.html").write_text("old")

    def failing(*_, **__):
        raise FileFormatError("no paint")

    monkeypatch.setattr(sections, "render", failing)
    with pytest.raises(FileFormatError, match="no paint"):
        write_report(rig, poses, tmp_path / "out.html")
    assert (tmp_path / "out.html").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_other_files_and_other_poses_are_refused(rig: ReducedIK, poses: PoseSet, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"\.html"):
        write_report(rig, poses, tmp_path / "out.pdf")
    with pytest.raises(CorrespondenceError, match="4 poses"):
        write_report(rig, poses.subset([0, 1]), tmp_path / "out.html")
    assert list(tmp_path.iterdir()) == []


def test_misses_are_distances_and_the_reference_has_none(rig: ReducedIK, found: Reconstruction) -> None:
    assert np.abs(found.misses[0]).max() < 1e-9
    i, v = 2, 17
    assert found.misses[i, v] == pytest.approx(np.linalg.norm(rig.example(i)[v] - found.poses.V[i, v]))
    assert found.misses[i, found.spot(i)] == found.misses[i].max()
    assert found.means[found.worst] == found.means.max()


def test_a_model_is_measured_by_its_height_and_a_flat_one_by_its_size() -> None:
    tall, flat = box((1.0, 2.0, 4.0))[0], box((3.0, 4.0, 0.01))[0]
    assert Measure.of(tall, View(up="y")) == Measure(2.0, "height")
    assert Measure.of(tall, View(up="z")) == Measure(4.0, "height")
    assert Measure.of(flat, View(up="z")).name == "size"
    assert Measure(2.0, "height").words(0.008) == "0.4% of the height"
    assert Measure(2.0, "height").words(1e-9) == "less than 0.01% of the height"


@pytest.mark.parametrize(
    ("corner", "words"),
    [
        ((-0.5, 0.5, 0.5), "at the upper left of the picture"),
        ((0.5, -0.5, 0.5), "at the lower right of the picture"),
        ((0.5, 0.5, -0.5), "at the upper right of the picture, on the far side"),
    ],
)
def test_places_are_told_as_the_picture_shows_them(corner, words: str) -> None:
    V, F = box()
    v = int(np.argmin(((V - corner) ** 2).sum(axis=1)))
    assert place(Mesh.of(V, F), v, View((0.0, 0.0, 1.0))) == words


def test_a_place_names_the_smallest_group_around_it() -> None:
    V, F = box()
    plain = Mesh.of(V, F)
    grouped = Mesh.of_polygons(
        V, plain.polygons, groups={"all": np.arange(12), "lid": np.flatnonzero((F == 7).any(axis=1))}
    )
    assert place(grouped, 7, View((0.0, 0.0, 1.0))).endswith(", in 'lid'")
    assert ", in" not in place(plain, 7, View((0.0, 0.0, 1.0)))


def test_the_ruler_of_a_vertex_is_its_heaviest_control(poses: PoseSet) -> None:
    # With two influences no slot is padding where two controls mix.
    rig = ReducedIK(poses, options=ReducedOptions(controls=5, influences=2))
    names, W = hue_names(rig), rig.skin.weight_matrix().toarray()
    for v in np.argsort(W.max(axis=1))[:10].tolist():
        i = int(np.argmax(W[v]))
        assert main_control(rig, v, names) == f"control {i} ({names[i]})"


def test_worse_misses_have_graver_words() -> None:
    assert len({verdict(percent) for percent in (0.05, 0.3, 1.0, 3.0)}) == 4


def test_advice_speaks_of_idle_controls_only_where_the_model_is_good(
    found: Reconstruction, rig: ReducedIK
) -> None:
    many = ReducedIK(found.poses, options=ReducedOptions(controls=24))
    idle = int((carried(many) < 0.01).sum())
    assert idle > 0
    names = hue_names(many)
    large, small = Measure(1e9, "height"), Measure(1e-3, "height")
    told = " ".join(advice(many, Reconstruction.of(many, found.poses), large, names))
    assert f"{idle} control" in told
    assert f"--controls {many.model.count - idle}" in told
    told = " ".join(advice(many, Reconstruction.of(many, found.poses), small, names))
    assert "fewer would do" not in told
    assert "--controls 36" in told


def test_advice_names_an_example_that_stands_out(rig: ReducedIK, found: Reconstruction) -> None:
    V = found.poses.V + 0.001
    V[2] = found.poses.V[2] + 1.0
    off = Reconstruction(found.poses, V)
    told = " ".join(advice(rig, off, Measure(5.0, "height"), hue_names(rig)))
    assert "'gathered' is reproduced worst" in told
    even = Reconstruction(found.poses, found.poses.V + 0.1)
    assert "worst" not in " ".join(advice(rig, even, Measure(5.0, "height"), hue_names(rig)))


def test_advice_blames_the_control_behind_the_misses(rig: ReducedIK, found: Reconstruction) -> None:
    i = int(np.argmin(carried(rig)))
    V = found.poses.V.copy()
    V[:, (rig.skin.influences[:, 0] == i) & (rig.skin.weights[:, 0] > 0.9)] += 1.0
    told = " ".join(advice(rig, Reconstruction(found.poses, V), Measure(5.0, "height"), hue_names(rig)))
    assert f"Control {i} ({hue_names(rig)[i]})" in told


def test_a_curve_falls_to_the_right_and_ends_inside(rig: ReducedIK) -> None:
    text = curve([4.0, 2.0, 1.0], "rounds", "%", "falling")
    points = np.array([pair.split(",") for pair in re.findall(r'points="(.*?)"', text)[0].split()], float)
    assert (np.diff(points[:, 0]) > 0).all()
    assert (np.diff(points[:, 1]) > 0).all()
    # From zero: half the error is half the height.
    zero = float(re.findall(r'y1="([\d.]+)"', text)[1])
    assert (zero - points[1, 1]) / (zero - points[0, 1]) == pytest.approx(0.5, abs=1e-3)
    assert points.min() >= 0
    assert points[:, 0].max() <= 640
    Reader(text)


def test_bars_are_as_long_as_their_shares() -> None:
    text = bars(["one", "two"], [0.75, 0.25], "shares")
    first, second = (float(width) for width in re.findall(r'width="([\d.]+)"', text))
    assert second / first == pytest.approx(1 / 3, abs=1e-3)
    assert ">75%<" in text
    Reader(text)
