"""Every rig under a law, and the laws from which it is exempt."""

from __future__ import annotations

import pytest

from tests.conformance.cases import CASES, EXEMPT, Case


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    law = request.node.get_closest_marker("law")
    if law is not None and (law.args[0], request.param) in EXEMPT:
        # Strict: an exemption that is not needed any more fails, and is to be removed.
        reason = EXEMPT[law.args[0], request.param]
        request.applymarker(pytest.mark.xfail(raises=AssertionError, strict=True, reason=reason))
    return CASES[request.param]
