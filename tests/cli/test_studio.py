from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pliant.studio.server import server
from pliant.studio.server.security import Guard
from tests.command_line import Run


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the server would have been told; it says that it is ready and ends."""
    told: dict[str, Any] = {}

    def serve(given: Any, **options: Any) -> None:
        told.update(given=given, **options)
        options["ready"](Guard(options["host"], 4321, "the-token"))

    monkeypatch.setattr(server, "serve", serve)
    return told


def test_the_address_is_printed_and_only_this_computer_is_served(run: Run, served: dict[str, Any]) -> None:
    result = run("studio", "--no-browser")
    assert result.exit_code == 0
    assert result.stdout == "http://127.0.0.1:4321/?token=the-token\n"
    assert result.stderr == ""
    assert served["given"] is None
    assert served["host"] == "127.0.0.1"


def test_listening_elsewhere_takes_a_flag_and_warns(run: Run, served: dict[str, Any]) -> None:
    result = run("studio", "--no-browser", "--listen", "0.0.0.0")
    assert served["host"] == "0.0.0.0"
    assert "warning: listening at 0.0.0.0" in result.stderr


def test_the_browser_is_opened_unless_it_is_not_wanted(
    run: Run, served: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    run("studio", "--no-browser")
    assert opened == []
    run("studio")
    assert opened == ["http://127.0.0.1:4321/?token=the-token"]


def test_files_are_named_whole_so_that_a_later_start_finds_them(
    run: Run, served: dict[str, Any], bar_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bar_file.parent)
    run("studio", "--no-browser", "--method", "reduced", bar_file.name)
    assert served["given"].paths == (str(bar_file),)
    assert served["given"].name == "bar"
    assert served["method"] == "reduced"


def test_what_is_not_there_is_refused(run: Run, served: dict[str, Any]) -> None:
    missing = run("studio", "--no-browser", "nowhere.obj")
    assert missing.exit_code == 1
    assert "nowhere.obj does not exist" in missing.stderr
    strange = run("studio", "--no-browser", "--method", "skeleton")
    assert strange.exit_code == 2
    assert "There is no method 'skeleton'" in strange.stderr
    assert served == {}


def test_a_port_that_is_taken_is_refused_in_words(run: Run, tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run("studio", "--no-browser", "--state", tmp_path, "--port", taken.getsockname()[1])
    assert result.exit_code == 1
    assert "cannot listen" in result.stderr
