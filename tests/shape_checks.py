"""Annotated array shapes, checked at run time by jaxtyping and beartype.

jaxtyping's own import hook decorates every function, also those that numba compiles, which breaks their
compilation. Here the modules are imported first; then Python functions and methods with array annotations
are wrapped, and every name that refers to them is rebound. Only arrays are checked: what users may hand in
as they like is checked by the code itself, which these tests also test.
"""

from __future__ import annotations

import inspect
import pkgutil
import sys
import typing
from functools import cache, wraps
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
    """The function, which checks its arrays whenever it meets others than before.

    A check asks for nothing but types and shapes, and takes longer than many a kernel: what has passed once
    is not asked again.
    """
    hints = _arrays(function)
    places = _places(function, [name for name in hints if name != "return"])
    entered, left = set(), set()

    @wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        given = {name: args[i] for name, i in places if i < len(args)}
        if len(given) < len(places):
            given.update((name, kwargs[name]) for name, _ in places if name in kwargs)
        form = tuple([(name, _form(value)) for name, value in given.items()])
        if form not in entered:
            _witness(function, tuple(given), returns=False)(*given.values(), None)
            entered.add(form)
        result = function(*args, **kwargs)
        if "return" in hints and (form, _form(result)) not in left:
            _witness(function, tuple(given), returns=True)(*given.values(), result)
            left.add((form, _form(result)))
        return result

    return checked


def _form(value: Any) -> Any:
    """All that a check asks for: type, shape and kind of numbers."""
    return (type(value), value.shape, value.dtype) if isinstance(value, np.ndarray) else type(value)


def _places(function: FunctionType, names: list[str]) -> list[tuple[str, int]]:
    """Names of parameters and their places among the arguments; those that have none are beyond all."""
    parameters = inspect.signature(function).parameters.values()
    several = [each.name for each in parameters if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    if set(several) & set(names):
        raise NotImplementedError(
            f"{function.__qualname__} takes any number of arrays: pass them as one list"
        )
    order = [each.name for each in parameters if each.kind is not each.KEYWORD_ONLY]
    return [(name, order.index(name) if name in order else sys.maxsize) for name in names]


@cache
def _witness(function: FunctionType, names: tuple[str, ...], *, returns: bool) -> Any:
    """Takes the arrays and the result of a call, and checks them as if it were the function itself."""
    made: dict[str, Any] = {}
    exec(f"def witness({', '.join([*names, '_result'])}): return _result", made)
    witness = made["witness"]
    witness.__name__, witness.__qualname__ = function.__name__, function.__qualname__
    witness.__module__ = function.__module__
    checked = [*names, "return"] if returns else names
    witness.__annotations__ = {name: hint for name, hint in _arrays(function).items() if name in checked}
    return jaxtyped(typechecker=beartype)(witness)
