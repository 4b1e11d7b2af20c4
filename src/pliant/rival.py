"""Another pose that fits the same pins as well: searches that begin elsewhere, judged by energy and shape.

Minima of a pull can be several, as where a limb may bend to either side. A drag ends in one of them, and its
status does not tell of the others; a few more searches do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from pliant.arrays import Floats
from pliant.pose import Pulled, Status

if TYPE_CHECKING:
    from pliant.rig import Grip

# A rival's energy is at most this share above a pose's: about a twentieth more strain, which nobody sees…
AS_GOOD = 0.1
# …or this much above it, a hundredth of a unit of strain: neither of the two is strained then.
STRAINLESS = 1e-4
# In diagonals: poses whose vertices are all nearer to each other look the same.
ELSEWHERE = 5e-3
# Shares of the way from rest to the targets at which a hand that pulls slowly is looked at.
WALK = (1 / 3, 2 / 3, 1.0)


def rival_of(grip: Grip[Any, Any], targets: ArrayLike, pulled: Pulled) -> Pulled | None:
    """The result of least energy that fits the targets (h, 3) as well as another one but is elsewhere."""
    limit = max((1.0 + AS_GOOD) * pulled.energy, pulled.energy + STRAINLESS)
    apart = ELSEWHERE * grip.rig.mesh.diagonal
    rivals = [
        found
        for found in grip.searches(targets)
        if found.status is Status.CONVERGED and found.energy <= limit and grip.moved(pulled, found) > apart
    ]
    return min(rivals, key=lambda found: found.energy, default=None)


def walked(grip: Grip[Any, Any], targets: Floats) -> Pulled:
    """The result of a pull that leads the held points from rest to the targets (h, 3) in a few steps."""
    rest, pulled = grip.held.rest, None
    for share in WALK[:-1]:
        pulled = grip.pull(rest + share * (targets - rest), pulled)
    return grip.pull(targets, pulled)
