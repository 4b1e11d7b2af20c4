"""What a studio loads until its first pose; servers are forked from a process that has imported this.

Nothing compiled is called here: the threads of compiled code do not live through a fork.
"""

from __future__ import annotations

import gc
from importlib import import_module

from numba.core.registry import cpu_target
from typer.main import get_command

from pliant.cli.app import app
from pliant.registry import methods
from pliant.studio.session.method import studio_methods

MODULES = (
    "pliant.methods.joints.analysis",
    "pliant.samples.bar",
    "pliant.studio.server.server",
    "tests.studio.forked",
    "uvicorn.lifespan.off",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
)

for name in MODULES:
    import_module(name)
studio_methods()
for method in methods().values():
    method.rig_class()
# The compiler's own tables, without which it loads no kernel.
cpu_target.typing_context.refresh()
cpu_target.target_context.refresh()
# The command line with all its commands; the first parsing loads what checks their words.
COMMAND = get_command(app)
COMMAND.make_context("pliant", ["studio"])
# Of all this nothing is garbage, in any server.
gc.freeze()
