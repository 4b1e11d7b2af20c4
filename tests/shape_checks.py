"""Annotated array shapes, checked at run time by jaxtyping and beartype.

jaxtyping's own import hook decorates every function, also those that numba compiles, which breaks their
compilation. Here the modules are imported first; then Python functions and methods with array annotations
are wrapped, and every name that refers to them is rebound. Only arrays are checked: what users may hand in
as they like is checked by the code itself, which these tests also test.
"""

from __future__ import annotations

import pkgutil
import sys
import typing
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from beartype import beartype
from jaxtyping import AbstractArray, jaxtyped


def check_shapes(*packages: str) -> int:
    """Wrap every function and method with array annotations; returns how many there are."""
    modules = [module for package in packages for module in _modules(package)]
    wrapped: dict[FunctionType, Any] = {}
    for module in modules:
        for value in list(vars(module).values()):
            if getattr(value, "__module__", None) != module.__name__:
                continue
            if isinstance(value, FunctionType) and _arrays(value):
                wrapped[value] = _checked(value)
            elif isinstance(value, type):
                _check_methods(value, wrapped)
    tests = [module for name, module in sys.modules.items() if name.startswith("tests.")]
    for module in {*modules, *tests}:
        for name, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value in wrapped:
                setattr(module, name, wrapped[value])
    return len(wrapped)


def _modules(package: str) -> list[ModuleType]:
    root = import_module(package)
    names = [found.name for found in pkgutil.walk_packages(root.__path__, f"{package}.")]
    return [root, *(import_module(name) for name in names)]


@cache
def _arrays(function: FunctionType) -> dict[str, Any]:
    """The array annotations; none where one names what only the static type checker imports."""
    try:
        hints = typing.get_type_hints(function)
    except NameError:
        return {}
    return {name: hint for name, hint in hints.items() if _is_array(hint)}


def _is_array(hint: Any) -> bool:
    kind = typing.get_origin(hint) or hint
    return isinstance(kind, type) and issubclass(kind, np.ndarray | AbstractArray)


def _check_methods(kind: type, wrapped: dict[FunctionType, Any]) -> None:
    for name, value in list(vars(kind).items()):
        inner = value.__func__ if isinstance(value, staticmethod | classmethod) else value
        if isinstance(inner, FunctionType) and _arrays(inner):
            wrapped[inner] = _checked(inner)
            setattr(kind, name, type(value)(wrapped[inner]) if inner is not value else wrapped[inner])


def _checked(function: FunctionType) -> Any:
    everything = function.__annotations__
    function.__annotations__ = _arrays(function)
    checked = jaxtyped(typechecker=beartype)(function)
    function.__annotations__ = everything
    return checked
