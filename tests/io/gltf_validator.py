"""The Khronos validator, if node and the package are there.

npm install gltf-validator, in web/ or in the folder whose node_modules PLIANT_NODE_MODULES names.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

MODULES = Path(os.environ.get("PLIANT_NODE_MODULES", Path(__file__).parents[2] / "web" / "node_modules"))
SCRIPT = """
const validator = require("gltf-validator"), fs = require("fs");
const bytes = process.argv.slice(1).map((path) => new Uint8Array(fs.readFileSync(path)));
const reports = bytes.map((each) => validator.validateBytes(each));
Promise.all(reports).then((found) => console.log(JSON.stringify(found.map((each) => each.issues))));
"""
# Texture coordinates without a texture: the mesh has them, and Pliant knows materials by their names only.
EXPECTED = {"UNUSED_OBJECT"}
WARNING = 1


def check_valid(*paths: Path) -> None:
    """No error and no warning in any file, and no remark that we do not know."""
    node = shutil.which("node")
    if node is None or not (MODULES / "gltf-validator").is_dir():
        pytest.skip(f"node or its package gltf-validator, looked for in {MODULES}, is not installed")
    run = subprocess.run(
        [node, "-e", SCRIPT, *map(str, paths)],
        env={**os.environ, "NODE_PATH": str(MODULES)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    for path, issues in zip(paths, json.loads(run.stdout), strict=True):
        bad = [
            each["message"]
            for each in issues["messages"]
            if each["severity"] <= WARNING or each["code"] not in EXPECTED
        ]
        assert not bad, (path.name, bad)
        assert issues["numErrors"] == issues["numWarnings"] == 0
