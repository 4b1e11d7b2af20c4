"""The fox's postures, and the gait of its walk."""

from __future__ import annotations

from math import cos, pi, sin

from pliant.samples.fox.skeleton import FoxPosture, Leg

# Phase of the stride, from 0 to 1, at which each paw comes down: a walk in lateral sequence.
FOOTFALL = {"left hind": 0.0, "left fore": 0.25, "right hind": 0.5, "right fore": 0.75}
# Share of the stride that a paw is on the ground, and half the distance that it is carried back there.
DUTY = 0.62
HALF_STRIDE = 0.12
LIFT = 0.05
SPINE = ("pelvis", "loin", "thorax", "neck", "nape", "head")


def _tail(pitch: tuple[float, ...], yaw: tuple[float, ...] = ()) -> dict[str, tuple[float, float]]:
    """Turns of the six bones of the tail from the root on; positive pitch lowers it, yaw takes it right."""
    full = [(*angles, *(0.0,) * (6 - len(angles))) for angles in (pitch, yaw)]
    return {f"tail {i + 1}": (full[0][i], full[1][i]) for i in range(6)}


def _spine(*pitches: float) -> dict[str, tuple[float]]:
    """Pitches of the six bones from the pelvis to the head."""
    return {bone: (pitch,) for bone, pitch in zip(SPINE, pitches, strict=True)}


def walking(phase: float) -> FoxPosture:
    """Posture at a moment of the walk; phases 0 … 1 run through one stride."""
    legs = {
        leg: _stance(t) if (t := (phase - down) % 1.0) < DUTY else _swing(t, leg)
        for leg, down in FOOTFALL.items()
    }
    sway = sin(2.0 * pi * phase)
    turns = {
        "pelvis": (0.0, 3.0 * sway),
        "loin": (0.0, -4.0 * sway),
        "thorax": (0.0, -2.0 * sway),
        "neck": (-6.0, 2.0 * sway),
        "nape": (-4.0,),
        "head": (8.0,),
        **_tail((6.0,), (3.0 * sway, 5.0 * sway, 5.0 * sway, 4.0 * sway)),
    }
    return FoxPosture((0.0, -0.012 + 0.006 * cos(4.0 * pi * phase), 0.0), turns, legs)


def _stance(phase: float) -> Leg:
    """A leg on the ground: carried back, rolling over the toes at the end."""
    t = phase / DUTY
    rolling = max(0.0, (t - 0.6) / 0.4) ** 1.5
    return Leg(
        x=HALF_STRIDE * (1.0 - 2.0 * t), pastern=8.0 * (1.0 - t) - 26.0 * rolling, swing=12.0 - 24.0 * t
    )


def _swing(phase: float, leg: str) -> Leg:
    """A leg in the air: folded and taken forwards."""
    t = (phase - DUTY) / (1.0 - DUTY)
    ahead = 2.0 * t * t * (3.0 - 2.0 * t) - 1.0
    up, fold = sin(pi * t), sin(pi * t**0.8)
    pastern = -26.0 * (1.0 - t) + 8.0 * t
    if leg.endswith("fore"):
        x, y = HALF_STRIDE * ahead - 0.03 * fold, LIFT * up + 0.01 * fold
        return Leg(x, y, pastern=pastern - 50.0 * fold, paw=-55.0 * fold, swing=12.0 * ahead)
    return Leg(HALF_STRIDE * ahead, LIFT * up, pastern=pastern - 18.0 * fold, paw=-40.0 * fold)


def _both(end: str, leg: Leg) -> dict[str, Leg]:
    return {f"left {end}": leg, f"right {end}": leg}


POSTURES = {
    "standing": FoxPosture(),
    "walk 1": walking(0.05),
    "walk 2": walking(0.30),
    "walk 3": walking(0.55),
    "walk 4": walking(0.80),
    "gallop gathered": FoxPosture(
        (0.02, 0.01, 0.0),
        {
            **_spine(22.0, -26.0, -16.0, 4.0, 6.0, 8.0),
            **_tail((-34.0, -8.0, 10.0, 8.0)),
        },
        {
            "left hind": Leg(0.33, 0.05, 0.05, pastern=32.0, paw=10.0),
            "right hind": Leg(0.26, 0.09, 0.05, pastern=14.0, paw=-12.0),
            "left fore": Leg(-0.17, 0.10, -0.035, pastern=-70.0, paw=-75.0, swing=-22.0),
            "right fore": Leg(-0.10, 0.15, -0.035, pastern=-85.0, paw=-80.0, swing=-18.0),
        },
    ),
    "gallop extended": FoxPosture(
        (0.0, 0.02, 0.0),
        {
            **_spine(-8.0, 10.0, 8.0, -18.0, -10.0, 14.0),
            **_tail((-18.0, -14.0, -6.0, 6.0)),
        },
        {
            "left hind": Leg(-0.27, 0.10, pastern=-62.0, paw=-70.0),
            "right hind": Leg(-0.22, 0.14, pastern=-60.0, paw=-75.0),
            "left fore": Leg(0.26, 0.17, pastern=40.0, paw=20.0, swing=24.0),
            "right fore": Leg(0.21, 0.13, pastern=25.0, swing=22.0),
        },
    ),
    "rearing": FoxPosture(
        (0.0, 0.0, 0.0),
        {
            **_spine(40.0, 10.0, 6.0, -16.0, -14.0, -12.0),
            **_tail((-10.0, -10.0, 2.0, 12.0)),
        },
        {
            "left hind": Leg(0.05, pastern=-8.0),
            "right hind": Leg(0.02, pastern=-8.0),
            "left fore": Leg(0.04, 0.70, pastern=-70.0, paw=-95.0, swing=12.0),
            "right fore": Leg(0.07, 0.71, pastern=-80.0, paw=-105.0, swing=4.0),
        },
    ),
    "sitting": FoxPosture(
        (0.06, -0.365, 0.0),
        {
            **_spine(48.0, -5.0, -17.0, 5.0, -12.0, -18.0),
            **_tail((-58.0, -4.0, -26.0, 0.0, 14.0, 10.0), (0.0, 14.0, 24.0, 30.0, 34.0, 30.0)),
        },
        {
            **_both("hind", Leg(0.21, 0.0, 0.06, pastern=74.0, turn=14.0, out=0.6)),
            **_both("fore", Leg(-0.035, pastern=4.0, swing=6.0)),
        },
    ),
    "lying": FoxPosture(
        (0.0, -0.360, 0.0),
        {
            **_spine(5.0, -3.0, -2.0, 6.0, 2.0, -8.0),
            **_tail((-5.0, 0.0, -22.0, -8.0, 16.0, 18.0), (0.0, -14.0, -24.0, -30.0, -32.0, -26.0)),
        },
        {
            **_both("hind", Leg(0.14, 0.0, 0.08, pastern=76.0, turn=10.0, out=0.8)),
            **_both("fore", Leg(0.28, 0.0, 0.02, pastern=80.0, swing=9.0, out=0.4)),
        },
    ),
    "looking left": FoxPosture(
        turns={
            "thorax": (0.0, 4.0),
            "neck": (0.0, 22.0),
            "nape": (2.0, 26.0),
            "head": (0.0, 24.0, -6.0),
            **_tail((-4.0,), (6.0, 8.0, 8.0, 8.0)),
        },
    ),
    "looking right": FoxPosture(
        turns={
            "thorax": (0.0, -4.0),
            "neck": (4.0, -20.0),
            "nape": (6.0, -24.0),
            "head": (4.0, -22.0, 12.0),
            **_tail((-4.0,), (-6.0, -8.0, -8.0, -8.0)),
        },
    ),
    "grazing": FoxPosture(
        (0.0, -0.02, 0.0),
        {
            **_spine(-3.0, -5.0, -8.0, -46.0, -34.0, 26.0),
            **_tail((4.0,)),
        },
        {"left fore": Leg(0.07, swing=6.0), "right fore": Leg(-0.03)},
    ),
    "stalking": FoxPosture(
        (0.0, -0.13, 0.0),
        {
            **_spine(2.0, 0.0, -4.0, -42.0, -8.0, 34.0),
            **_tail((-14.0, -10.0, -2.0, 4.0)),
        },
        {
            "left fore": Leg(0.10, pastern=14.0, swing=10.0),
            "right fore": Leg(-0.05, pastern=-22.0, swing=-8.0),
            "left hind": Leg(-0.04, pastern=-10.0, out=0.2),
            "right hind": Leg(0.12, pastern=6.0, out=0.2),
        },
    ),
    "tail up": FoxPosture(
        turns={
            **_spine(0.0, 0.0, 0.0, 8.0, 6.0, -8.0),
            **_tail((-48.0, -34.0, -26.0, -10.0, 12.0, 24.0), (0.0, 8.0, 14.0, 16.0, 16.0, 10.0)),
        },
    ),
    "play bow": FoxPosture(
        (-0.03, 0.0, 0.0),
        {
            **_spine(-26.0, -10.0, 8.0, 16.0, 10.0, 6.0),
            **_tail((-40.0, -24.0, -10.0, 4.0), (0.0, 12.0, 14.0, 14.0)),
        },
        _both("fore", Leg(0.16, pastern=78.0, swing=16.0)),
    ),
    "kicking": FoxPosture(
        (0.02, 0.04, 0.0),
        {
            **_spine(-18.0, -2.0, 8.0, -14.0, -6.0, 10.0),
            **_tail((-34.0, -16.0, 4.0, 10.0)),
        },
        {
            "left hind": Leg(-0.30, 0.34, pastern=-88.0, paw=-70.0),
            "right hind": Leg(-0.26, 0.26, pastern=-74.0, paw=-70.0),
            "left fore": Leg(0.03),
            "right fore": Leg(-0.03),
        },
    ),
}
