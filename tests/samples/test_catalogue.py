from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from pliant.errors import OptionError
from pliant.samples import description, names, sample


def test_every_sample_is_listed_with_one_line():
    assert names() == ("bar", "flag", "quadruped")
    for name in names():
        assert "\n" not in description(name)
        assert len(description(name)) < 80


def test_descriptions_tell_the_counts(flag, fox):
    assert f"{sample('bar').n} vertices, {len(sample('bar'))} poses" in description("bar")
    assert f"{flag.n} vertices, {len(flag)} poses" in description("flag")
    assert f"{len(fox)} poses" in description("quadruped")


def test_options_are_passed_on():
    assert sample("bar", bends=(30.0,), twists=(60.0,)).names == ("straight", "bent 30°", "twisted 60°")


def test_unknown_samples_and_options_are_refused_with_what_there_is():
    with pytest.raises(OptionError, match="bar, flag, quadruped"):
        sample("horse")
    with pytest.raises(OptionError, match="it has vertices"):
        sample("flag", wind=3)


def test_listing_imports_neither_the_samples_nor_a_compiler():
    code = "import sys, pliant.samples as s; s.names(); print({'numba', 'scipy'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_samples_cannot_be_written_to(flag):
    with pytest.raises(ValueError, match="read-only"):
        flag.V[0, 0, 0] = 1.0
    assert np.isfinite(flag.V).all()
