"""The sections of the report on a reduced rig, in the order in which an artist asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

import numpy as np

from pliant.atomic import atomic_write
from pliant.doctor.finding import counted
from pliant.errors import OptionError
from pliant.figures.hues import HUES
from pliant.figures.look import Look
from pliant.figures.picture import render
from pliant.figures.shots import Shot
from pliant.figures.views import View
from pliant.mesh import PoseSet
from pliant.methods.reduced.figures.controls import carried, controls_shot, hue_names, proxies_shot
from pliant.methods.reduced.reconstruction import Reconstruction
from pliant.methods.reduced.report.chart import bars, curve
from pliant.methods.reduced.report.page import bullets, document, paragraph, picture, section, table
from pliant.methods.reduced.report.words import Measure, advice, main_control, place, verdict
from pliant.methods.reduced.rig import ReducedIK
from pliant.progress import Progress, silent

LARGE = (1400, 800)  # pixels of the pictures of the whole
ROW = (1200, 400)  # pixels of an example's row of three
MOST_EXAMPLES = 12  # drawn; of more the worst
# Share of the points that may lie beyond the heat map's end, or one stray vertex would pale all others.
STRAY = 0.002
LEAST_HEAT = 0.05  # percent of the height: below, nothing is worth a colour


@dataclass(frozen=True, eq=False)
class ReportData:
    """What the report is about: a rig, how it reproduces its examples, and the view of the pictures."""

    rig: ReducedIK
    found: Reconstruction
    title: str
    view: View

    @cached_property
    def measure(self) -> Measure:
        """The length that misses are compared with."""
        return Measure.of(self.rig.mesh.V, self.view)

    @cached_property
    def hues(self) -> list[str]:
        """The name of each control's hue."""
        return hue_names(self.rig)


def write_report(
    rig: ReducedIK,
    poses: PoseSet,
    path: str | Path,
    *,
    title: str = "character",
    view: View | str | Sequence[float] = "three-quarter",
    progress: Progress = silent,
) -> None:
    """Write one self-contained HTML file of what the rig learned from the poses, whole or not at all.

    poses: those that the rig was learned from
    title: the character's name; view: of all pictures
    Raises OptionError for a name without .html, CorrespondenceError for other poses.
    """
    if Path(path).suffix.lower() not in (".html", ".htm"):
        raise OptionError(f"The report '{path}' would not be a web page; give a name that ends in .html.")
    view = view if isinstance(view, View) else View(view)
    data = ReportData(rig, Reconstruction.of(rig, poses), title, view)
    progress(0.0, "drawing controls")
    parts = [_opening(data), _controls(data), _proxies(data)]
    parts += [_examples(data, lambda share, what: progress(0.2 + 0.8 * share, what))]
    parts += [_figures(data), _learning(data), _shares(data), _influences(data)]
    with atomic_write(path) as file:
        file.write(document(f"{title}: what was learned", parts).encode("utf-8"))
    progress(1.0, "written")


def _opening(data: ReportData) -> str:
    rig, found, measure = data.rig, data.found, data.measure
    worst = found.worst
    mean = float(np.sqrt((found.misses**2).mean()))
    poses = counted(len(found.poses), "pose")
    lead = (
        f"From {poses} Pliant learned {counted(rig.model.count, 'control')}. Together they bring every pose "
        f"back, missing by {measure.words(mean)} on average. {verdict(measure.percent(mean))}"
    )
    lead += f" {rig.kept.words}." if rig.kept.words else ""
    example = (
        f"'{found.poses.names[worst]}' is reproduced worst; there points miss by "
        f"{measure.words(float(found.means[worst]))} on average."
    )
    heading = f"<h1>{escape(data.title)}: what Pliant learned</h1>"
    tips = bullets(advice(rig, found, measure, data.hues), "advice")
    return "\n".join([heading, paragraph(lead, "lead"), paragraph(example), "<h2>What to do next</h2>", tips])


def _controls(data: ReportData) -> str:
    count = data.rig.model.count
    kind = "turn and shift" if data.rig.options.kind == "rigid" else "turn, shift and stretch"
    pixels = render(controls_shot(data.rig), size=LARGE, view=data.view)
    return section(
        "Controls",
        paragraph(
            f"A control moves a part of the surface: it can {kind} it. Each has a colour; where colours mix, "
            "several controls share the skin, as around a joint. Nobody painted it; the poses tell."
        ),
        picture(
            pixels,
            f"{data.title} at rest, each part in the colour of the control that moves it, {count} in all",
        ),
    )


def _proxies(data: ReportData) -> str:
    count = len(data.rig.model.proxies)
    pixels = render(proxies_shot(data.rig, data.view), size=LARGE, view=data.view)
    return section(
        "Proxies",
        paragraph(
            f"Each of the {count} dots stands for all points that follow the same controls. While you pull, "
            "Pliant looks only at the dots; that is why a finer mesh poses as fast as a coarse one. Dots "
            "gather where parts bend. A dot for a part on the far side may be out of sight."
        ),
        picture(pixels, f"{data.title} at rest in pale colours, with dots on it for the {count} proxies"),
    )


def _examples(data: ReportData, progress: Progress) -> str:
    found = data.found
    order = np.argsort(-found.means[1:], kind="stable") + 1
    shown = order[:MOST_EXAMPLES]
    percent = 100.0 * found.misses[shown] / data.measure.length
    top = max(float(np.quantile(percent, 1.0 - STRAY)), LEAST_HEAT)
    look = Look(limits=(0.0, top), legend=f"miss in % of the {data.measure.name}")
    rows = []
    for done, i in enumerate(shown.tolist()):
        progress(done / len(shown), f"drawing {found.poses.names[i]}")
        rows.append(_example(data, i, look))
    left_out = len(order) - len(shown)
    words = (
        "On the left the pose as it was given, in the middle the same pose from the controls alone, on the "
        "right how far each point misses: the darker, the farther. The orange dot marks the farthest point. "
        "The worst pose comes first."
    )
    if left_out:
        better = counted(left_out, "pose comes", "poses come")
        words += f" Not drawn: {better} out better than these."
    return section("Poses and what the controls make of them", paragraph(words), *rows)


def _example(data: ReportData, i: int, look: Look) -> str:
    rig, found, measure = data.rig, data.found, data.measure
    name, spot = found.poses.names[i], found.spot(i)
    given, made = (rig.mesh.moved(V) for V in (found.poses.V[i], found.V[i]))
    percent = 100.0 * found.misses[i] / measure.length
    shots = [
        Shot(given, "as given"),
        Shot(made, "from the controls"),
        Shot(made, "misses", colour=percent, dragged=[spot]),
    ]
    pixels = render(shots, size=ROW, columns=3, view=data.view, look=look)
    mean, most = float(found.means[i]), float(found.misses[i, spot])
    words = (
        f"The farthest point, {place(made, spot, data.view)}, misses by {measure.words(most)}; "
        f"{main_control(rig, spot, data.hues)} moves it. On average points miss by {measure.words(mean)}. "
        f"{verdict(measure.percent(mean))}"
    )
    alt = f"{name} as given, from the controls, and coloured by its misses"
    return "\n".join([f"<h3>{escape(name)}</h3>", paragraph(words), picture(pixels, alt)])


def _figures(data: ReportData) -> str:
    rig, found, model = data.rig, data.found, data.rig.model
    error, proxies = f"{model.error:.2f}%", f"{model.proxy_error:.2f}%"
    rms, farthest = f"{found.rms:.3g}%", f"{100.0 * found.misses.max() / found.diagonal:.3g}%"
    rows = [
        ("Poses", f"{len(found.poses)}", "What was learned from, the rest pose included."),
        ("Vertices", f"{rig.mesh.n:,}", "Points of the mesh; posing costs the same however many they are."),
        ("Controls", f"{model.count}", "Parts that move by themselves."),
        ("Proxies", f"{len(model.proxies)}", "Points that the solver looks at; fewer are faster."),
        ("Influences", f"{rig.options.influences}", "The most controls that one point may follow."),
        ("Error E", error, "What the controls miss of all poses, against the size of the shape."),
        ("E of the proxies", proxies, "The same for the dots; much more than E costs accuracy."),
        ("RMS", rms, "The mean miss over all points and poses, against the model's diagonal."),
        ("Farthest point", farthest, "The largest miss of all, against the model's diagonal."),
    ]
    return section(
        "In figures", table("The numbers, and what each one means.", ("Figure", "Value", "Meaning"), rows)
    )


def _learning(data: ReportData) -> str:
    errors = data.rig.model.errors
    if len(errors) < 2:
        return section(
            "How it learned", paragraph("There was one pass, and no refinement: the paper's own method.")
        )
    gain = 1.0 - errors[-1] / errors[0] if errors[0] > 0 else 0.0
    words = (
        "After the first pass controls and weights are fitted to each other, round after round. "
        f"{counted(len(errors) - 1, 'round')} took the error from {errors[0]:.2f}% to {errors[-1]:.2f}%: "
        f"{gain:.0%} less."
    )
    alt = f"The error E falls from {errors[0]:.2f} to {errors[-1]:.2f} percent in {len(errors) - 1} rounds"
    return section("How it learned", paragraph(words), curve(errors, "rounds of refinement", "%", alt))


def _shares(data: ReportData) -> str:
    share = carried(data.rig)
    order = np.argsort(-share, kind="stable")
    rows = [
        (
            f'<span class="swatch" style="background:{HUES[data.hues[i]]}"></span>{i}',
            f"{share[i]:.1%}",
            data.hues[i],
        )
        for i in order.tolist()
    ]
    words = (
        "How much of the surface each control carries, the largest first. Controls far from each other may "
        "have the same colour."
    )
    heads = ("Control", "Share of the surface", "Colour in the pictures")
    return section("Which control carries how much", table(words, heads, rows))


def _influences(data: ReportData) -> str:
    used = np.bincount((data.rig.skin.weights > 0).sum(axis=1))[1:]
    share = used / used.sum()
    names = [counted(i + 1, "control") for i in range(len(used))]
    words = (
        "Points in the middle of a part follow one control; points near a joint follow several. "
        f"{share[0]:.0%} of the points follow one alone."
    )
    alt = "; ".join(
        f"{part:.0%} of the points follow {name}" for part, name in zip(share, names, strict=True)
    )
    return section("How many controls a point follows", paragraph(words), bars(names, share.tolist(), alt))
