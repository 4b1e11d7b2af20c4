"""The walk through the pages: what fails in an environment is told with its line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from release.distributions import ROOT
from release.walk import PAGES, Environment

PAGE = """
```sh
pliant --version
pliant no-such-command
```

```json title="a.json"
{"a": 1}
```

```python
import json
```

```console
this is not run
```

```python
assert json.load(open("a.json")) == {"a": WANTED}
```
"""


@pytest.fixture
def here() -> Environment:
    """The environment of the tests."""
    return Environment(Path(sys.executable).parents[1])


def test_commands_that_fail_are_told_and_snippets_run_as_one_program(
    here: Environment, tmp_path: Path
) -> None:
    (tmp_path / "good.md").write_text(PAGE.replace("WANTED", "1").replace("pliant no-such-command\n", ""))
    (tmp_path / "bad.md").write_text(PAGE.replace("WANTED", "2"))
    assert here.stumbles(tmp_path / "good.md", tmp_path) == []
    command, code = here.stumbles(tmp_path / "bad.md", tmp_path)
    assert command.startswith("pliant no-such-command\n")
    assert "No such command" in command
    assert "AssertionError" in code


def test_every_pattern_of_pages_finds_some() -> None:
    assert all(list(ROOT.glob(pattern)) for pattern in PAGES)
