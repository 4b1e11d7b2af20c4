from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from inspect import signature

import numpy as np
import pytest

from pliant.errors import OptionError
from pliant.samples import CATALOGUE, description, mechanism, names, sample, sample_handles


def test_every_sample_is_listed_with_one_line():
    assert names("examples") == ("bar", "flag", "quadruped", "fish")
    assert names("handles") == ("quadruped", "humanoid")
    assert names("cage") == ("fish",)
    for name in names():
        assert "\n" not in description(name)
        assert len(description(name)) < 80
    assert len({entry.title for entry in CATALOGUE.values()}) == len(names())


def test_descriptions_tell_the_counts(flag, fox, person):
    assert f"{sample('bar').n} vertices, {len(sample('bar'))} poses" in description("bar")
    assert f"{flag.n} vertices, {len(flag)} poses" in description("flag")
    assert f"{len(fox)} poses" in description("quadruped")
    assert f"{sample('fish').n:,} vertices, {len(sample('fish'))} poses" in description("fish")
    handles = sample_handles("humanoid", person)
    assert f"{len(person)} pose, {len(handles)} handles" in description("humanoid")


def test_every_sample_with_several_poses_is_among_those_with_examples(flag, fox, person):
    poses = {"bar": sample("bar"), "flag": flag, "quadruped": fox, "humanoid": person, "fish": sample("fish")}
    assert tuple(name for name, made in poses.items() if len(made) > 1) == names("examples")


def test_a_sample_without_handles_says_which_have_some(flag):
    with pytest.raises(OptionError, match="quadruped, humanoid"):
        sample_handles("flag", flag)


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_options_of_an_entry_are_those_of_its_function(name):
    folder = "pliant.samples.mechanisms" if name in names("joints") else "pliant.samples"
    make = getattr(import_module(f"{folder}.{name}"), name)
    assert CATALOGUE[name].options == tuple(signature(make).parameters)


def test_options_are_passed_on():
    assert sample("bar", bends=(30.0,), twists=(60.0,)).names == ("straight", "bent 30°", "twisted 60°")


def test_unknown_samples_and_options_are_refused_with_what_there_is():
    with pytest.raises(OptionError, match="bar, flag, quadruped"):
        sample("horse")
    with pytest.raises(OptionError, match="no sample 'lamp'; choose one of bar"):
        sample("lamp")
    with pytest.raises(OptionError, match="no mechanism 'bar'; choose one of lamp"):
        mechanism("bar")
    with pytest.raises(OptionError, match="no sample 'horse'; choose one of bar"):
        description("horse")
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
