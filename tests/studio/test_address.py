"""The address of the studio: kept for the next start, private, and given up where a stranger has taken it."""

from __future__ import annotations

import os
import socket
import stat
import time
from pathlib import Path

import pytest

from pliant.errors import OptionError
from pliant.studio.server.address import FOLDER, LIFETIME, listening
from tests.studio.fixtures import Start

LOOPBACK = "127.0.0.1"
POSIX = pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")


def address(state: Path, port: int = 0) -> tuple[int, str]:
    """Port and token of a server that starts and ends."""
    with listening(LOOPBACK, port, state) as (listener, guard):
        assert listener.getsockname()[1] == guard.port
        return guard.port, guard.token


def kept(state: Path) -> list[Path]:
    return list((state / FOLDER).iterdir())


def test_the_next_start_has_the_same_port_and_token(tmp_path: Path) -> None:
    assert address(tmp_path) == address(tmp_path)
    assert address(tmp_path)[1] != address(tmp_path / "other")[1]


def test_two_servers_at_once_have_each_their_own_and_both_find_them_again(tmp_path: Path) -> None:
    with listening(LOOPBACK, 0, tmp_path) as (_, first):
        with listening(LOOPBACK, 0, tmp_path) as (_, second):
            assert first.port != second.port
            assert first.token != second.token
        assert address(tmp_path) == (second.port, second.token)
    with listening(LOOPBACK, second.port, tmp_path):
        assert address(tmp_path) == (first.port, first.token)


def test_a_port_that_was_asked_for_has_its_own_token(tmp_path: Path) -> None:
    port, token = address(tmp_path)
    with socket.socket() as other:
        other.bind((LOOPBACK, 0))
        free = other.getsockname()[1]
    assert address(tmp_path, free)[0] == free
    assert address(tmp_path, port) == (port, token)


def test_a_port_that_a_stranger_took_loses_its_token(tmp_path: Path) -> None:
    port, token = address(tmp_path)
    with socket.socket() as stranger:
        stranger.bind((LOOPBACK, port))
        stranger.listen()
        with pytest.raises(OptionError, match="leave --port out"):
            address(tmp_path, port)
        assert address(tmp_path)[0] != port
    assert address(tmp_path, port)[1] != token


def test_a_token_is_made_anew_when_it_is_old(tmp_path: Path) -> None:
    _, token = address(tmp_path)
    (file,) = kept(tmp_path)
    then = time.time() - LIFETIME - 60
    os.utime(file, (then, then))
    assert address(tmp_path)[1] != token
    assert file not in kept(tmp_path) or file.read_text() != token


@POSIX
def test_nobody_else_can_read_the_token(tmp_path: Path) -> None:
    _, token = address(tmp_path)
    (file,) = kept(tmp_path)
    assert file.read_text() == token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


@POSIX
def test_a_token_that_others_could_have_read_or_written_is_not_used(tmp_path: Path) -> None:
    for mode in (0o640, 0o602, 0o644):
        _, token = address(tmp_path)
        (file,) = kept(tmp_path)
        file.chmod(mode)
        assert address(tmp_path)[1] != token


@pytest.mark.parametrize("spoilt", [b"", b"short", b"\xff" * 43, b"a" * 44])
def test_a_spoilt_file_is_no_token(tmp_path: Path, spoilt: bytes) -> None:
    address(tmp_path)
    (file,) = kept(tmp_path)
    file.write_bytes(spoilt)
    assert len(address(tmp_path)[1]) == 43


@POSIX
def test_a_link_in_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    address(tmp_path)
    (file,) = kept(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("a" * 43)
    elsewhere.chmod(0o600)
    file.unlink()
    file.symlink_to(elsewhere)
    assert address(tmp_path)[1] != "a" * 43
    assert elsewhere.read_text() == "a" * 43


def test_addresses_beyond_this_computer_are_not_kept(tmp_path: Path) -> None:
    with listening("0.0.0.0", 0, tmp_path) as (_, guard):
        assert len(guard.token) == 43
    assert not (tmp_path / FOLDER).exists()


def test_a_killed_server_starts_again_where_it_was(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path / "state")
    first.kill()
    second = start(tmp_path / "state")
    assert (second.port, second.token) == (first.port, first.token)
    third = start(tmp_path / "state")
    assert third.port != second.port
    for server in (second, third):
        with server.page() as page:
            assert page.hello()["type"] == "Welcome"
