"""Where the studio listens, and its token: the same at the next start, so that open pages find it again.

For every port there is a private file that holds its token, locked while a server listens there: several
servers can share a state folder, each with a port and a token of its own. A port that a stranger has by now
loses its token, for pages may have spoken to that stranger; and before pages give the token to anyone, they
ask for a proof that it is known already (see security.py).
"""

from __future__ import annotations

import os
import re
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from pliant.errors import FileFormatError, OptionError
from pliant.studio.server.security import LOOPBACK, Guard
from pliant.studio.session.lock import locked

FOLDER = "addresses"
# Seconds after which a token is made anew.
LIFETIME = 30 * 24 * 3600.0
# What secrets.token_urlsafe(32) gives.
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


@contextmanager
def listening(host: str, port: int, state: Path) -> Iterator[tuple[socket.socket, Guard]]:
    """A listening socket and the guard of its address. Port 0 takes the one of last time, or any free one.

    Only addresses on loopback are kept: elsewhere the token travels unencrypted, and must not live long.
    """
    if host not in LOOPBACK:
        with _bound(host, port) as listener:
            yield listener, Guard(host, listener.getsockname()[1])
        return
    folder = state / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        listener, file = _of_last_time(host, port, folder) or _anew(host, port, folder)
    except OSError as problem:
        raise FileFormatError(
            f"The address cannot be kept in {folder} ({problem.strerror}); choose a folder by --state."
        ) from problem
    with listener, file:
        file.seek(0)
        yield listener, Guard(host, listener.getsockname()[1], file.read().decode())


def _of_last_time(host: str, port: int, folder: Path) -> tuple[socket.socket, BinaryIO] | None:
    """The newest address that no server has; those that have expired or are a stranger's are removed."""
    for path in sorted(folder.glob("*.token"), key=_age):
        if port and path.stem != str(port):
            continue
        file = _locked_file(path)
        if file is None:
            continue
        with suppress(OptionError, ValueError):
            if _age(path) < LIFETIME and _is_private(file) and TOKEN.fullmatch(file.read().decode()):
                return _bound(host, int(path.stem)), file
        file.close()
        with suppress(OSError):  # another server looks at it right now, and will do the same
            path.unlink()
    return None


def _anew(host: str, port: int, folder: Path) -> tuple[socket.socket, BinaryIO]:
    listener = _bound(host, port)
    path = folder / f"{listener.getsockname()[1]}.token"
    path.unlink(missing_ok=True)
    file = open(path, "x+b", opener=lambda name, flags: os.open(name, flags, 0o600))  # noqa: SIM115
    locked(file)
    file.write(secrets.token_urlsafe(32).encode())
    file.flush()
    return listener, file


def _bound(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name != "nt":  # where it means that two servers may have one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError as problem:
        listener.close()
        raise OptionError(
            f"The studio cannot listen at {host}, port {port} ({problem.strerror}); "
            "leave --port out to take any that is free."
        ) from problem
    return listener


def _locked_file(path: Path) -> BinaryIO | None:
    """The file, which nobody else has; a link is not followed."""
    nofollow = getattr(os, "O_NOFOLLOW", 0)
    try:
        file = open(path, "r+b", opener=lambda name, flags: os.open(name, flags | nofollow))  # noqa: SIM115
    except OSError:
        return None
    if locked(file):
        return file
    file.close()
    return None


def _is_private(file: BinaryIO) -> bool:
    """Whether nobody but us could read or write it."""
    if not hasattr(os, "getuid"):
        return True
    status = os.fstat(file.fileno())
    return status.st_uid == os.getuid() and not status.st_mode & 0o077


def _age(path: Path) -> float:
    """Seconds since the token was made; a file that has just gone is as old as can be."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return float("inf")
