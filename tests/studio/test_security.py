"""A real server, asked by those who should not be heard; after each it still serves its own page."""

from __future__ import annotations

import hmac
import http.client
import json
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pliant.studio.opening.uploads import checked_name
from pliant.studio.server.security import Guard
from tests.studio.client import Page, page
from tests.studio.fixtures import Server, Start

OBJ = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


@pytest.fixture(autouse=True)
def alive_after(server: Server) -> Iterator[None]:
    """Whatever a test did, the server answers its page."""
    yield
    assert server.process.poll() is None
    with server.page() as own:
        assert own.hello()["type"] == "Welcome"


def asked(
    server: Server, method: str, path: str, body: bytes | None = None, **headers: str
) -> http.client.HTTPResponse:
    """The answer to a request as it stands, with no path made tidy on the way."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    answer.body = answer.read()  # pyright: ignore[reportAttributeAccessIssue]
    connection.close()
    return answer


def sent(server: Server, name: str, body: bytes = OBJ) -> http.client.HTTPResponse:
    return asked(server, "POST", f"/upload?name={quote(name, safe='')}", body, X_Token=server.token)


@pytest.mark.parametrize("token", ["", "guess", "x" * 1_000, "ä"])
def test_a_wrong_token_opens_no_socket(server: Server, token: str) -> None:
    with pytest.raises((InvalidStatus, ConnectionClosed)), page(server.port, quote(token)) as stranger:
        stranger.hello()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_a_foreign_origin_is_refused_even_with_the_token(server: Server, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refusal, server.page(Origin=origin):
        pass
    assert refusal.value.response.status_code == 403
    answer = asked(server, "POST", "/upload?name=a.obj", OBJ, X_Token=server.token, Origin=origin)
    assert answer.status == 403


NEAR_ORIGINS = (
    "http://127.0.0.1:81234",
    "http://127.0.0.1:8123.evil.example",
    "http://127.0.0.1:8123@evil.example",
    "http://127.0.0.1:8123/",
    "http://127.0.0.1:812",
    "http://127.0.0.1",
    "http://",
    "",
    "HTTP://127.0.0.1:8123",
    "https://127.0.0.1:8123",
    "xhttp://127.0.0.1:8123",
    "http://localhost:8123",
)


@pytest.mark.parametrize("origin", NEAR_ORIGINS)
def test_an_origin_that_only_begins_or_ends_like_ours_is_foreign(origin: str) -> None:
    guard = Guard("127.0.0.1", 8123)
    assert guard.knows(Headers({"host": "127.0.0.1:8123", "origin": "http://127.0.0.1:8123"}))
    assert not guard.knows(Headers({"host": "127.0.0.1:8123", "origin": origin}))


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "127.0.0.1", "a@127.0.0.1:{port}", ""]
)
def test_a_foreign_host_is_refused_even_with_the_token(server: Server, host: str) -> None:
    named = host.format(port=server.port)
    assert asked(server, "GET", f"/?token={server.token}", Host=named).status in (400, 403)
    answer = asked(server, "POST", "/upload?name=a.obj", OBJ, X_Token=server.token, Host=named)
    assert answer.status in (400, 403)
    if named:
        with pytest.raises(InvalidStatus), server.page(Host=named):
            pass


def test_the_own_page_is_served_under_each_of_its_names(server: Server) -> None:
    for name in ("127.0.0.1", "localhost", "[::1]"):
        host = f"{name}:{server.port}"
        assert asked(server, "GET", "/", Host=host, Origin=f"http://{host}").status in (200, 503)
    with server.page(Origin=f"http://127.0.0.1:{server.port}") as own:
        assert own.hello()["type"] == "Welcome"


def test_every_answer_forbids_to_be_framed_sniffed_or_kept(server: Server) -> None:
    headers = asked(server, "GET", "/").headers
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"


def test_uploads_and_downloads_need_the_token(server: Server) -> None:
    assert asked(server, "POST", "/upload?name=a.obj", OBJ).status == 403
    assert asked(server, "POST", "/upload?name=a.obj", OBJ, X_Token="guess").status == 403
    assert asked(server, "GET", "/download/guess").status == 403
    assert asked(server, "GET", f"/download/guess?token={server.token}").status == 404


TRAVERSALS = [
    "/../messages.py",
    "/assets/../../messages.py",
    "/..%2fmessages.py",
    "/%2e%2e/messages.py",
    "/assets/..%5c..%5cmessages.py",
    "//etc/passwd",
    "/%00",
    "/download/..%2f..%2fetc%2fpasswd?token={token}",
    "/download/../../etc/passwd?token={token}",
]


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_path_leads_out_of_the_built_page(server: Server, path: str) -> None:
    answer = asked(server, "GET", path.format(token=server.token))
    assert answer.status in (307, 400, 404)
    assert b"root:" not in answer.body  # pyright: ignore[reportAttributeAccessIssue]
    assert b"dataclass" not in answer.body  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    "name", ["../../../escaped.obj", "/tmp/escaped.obj", "..\\..\\escaped.obj", "C:\\escaped.obj"]
)
def test_the_name_of_an_upload_touches_no_path(server: Server, name: str, tmp_path: Path) -> None:
    before = set(Path.cwd().glob("escaped*")) | set(Path("/tmp").glob("escaped*"))
    answer = sent(server, name)
    assert answer.status == 200
    number = json.loads(answer.body)["upload"]  # pyright: ignore[reportAttributeAccessIssue]
    assert number.isalnum()
    assert set(Path.cwd().glob("escaped*")) | set(Path("/tmp").glob("escaped*")) == before
    with server.page() as own:
        own.hello()
        own.send("OpenUpload", uploads=[number])
        assert own.await_("Model")["name"] == "escaped"


@pytest.mark.parametrize(
    "name", ["", "a", "a.exe", "a.obj.sh", "..", "a.obj\0.png", "a\n.obj", "x" * 300 + ".obj"]
)
def test_a_file_that_no_reader_knows_is_refused_in_words(server: Server, name: str) -> None:
    answer = sent(server, name)
    assert answer.status == 400
    assert json.loads(answer.body)["trouble"]  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("numbers", [[], ["guess"], ["../../etc/passwd"], ["/etc/passwd"]])
def test_only_numbers_that_were_given_can_be_opened(server: Server, numbers: list[str]) -> None:
    with server.page() as own:
        own.hello()
        own.send("OpenUpload", uploads=numbers)
        assert "send them again" in own.await_("Trouble")["words"]


def test_a_gltf_cannot_make_the_server_read_another_file(server: Server, tmp_path: Path) -> None:
    secret = tmp_path / "secret.bin"
    secret.write_bytes(b"\0" * 36)
    for uri in (str(secret), f"../{secret.name}", os.path.relpath(secret, "/tmp"), f"file://{secret}"):
        text = {"asset": {"version": "2.0"}, "buffers": [{"uri": uri, "byteLength": 36}]}
        answer = sent(server, "a.gltf", json.dumps(text).encode())
        number = json.loads(answer.body)["upload"]  # pyright: ignore[reportAttributeAccessIssue]
        with server.page() as own:
            own.hello()
            own.send("OpenUpload", uploads=[number])
            assert "a.gltf" in own.await_("Trouble")["words"]


MALFORMED = [
    "",
    "{",
    "[]",
    "null",
    '{"type": "Hello"}',
    '{"type": "Nothing"}',
    '{"type": "Solve", "turn": NaN}',
    "[" * 100_000,
    '{"type": "Commit", "label": "x", "document": {"method": "meshik"}}',
]


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_messages_are_refused_in_words_and_the_page_goes_on(server: Server, text: str) -> None:
    with server.page() as own:
        own.socket.send(text)
        assert own.await_("Trouble")["words"]
        own.socket.send(b"\0\1\2")
        assert "JSON text" in own.await_("Trouble")["words"]
        own.hello()


def test_a_message_before_hello_is_refused(server: Server) -> None:
    with server.page() as own:
        own.send("OpenSample", name="bar")
        assert "Hello" in own.await_("Trouble")["words"]


def test_a_page_of_another_version_is_told_to_reload(server: Server) -> None:
    with server.page() as own:
        own.send("Hello", version=99)
        assert "reload" in own.await_("Trouble")["words"]


def too_much(own: Page) -> None:
    own.socket.send("x" * (9 << 20))
    own.reply()


def test_an_oversized_message_ends_its_own_connection_only(server: Server) -> None:
    with server.page() as other:
        other.hello()
        with server.page() as own:
            with pytest.raises(ConnectionClosed) as closed:
                too_much(own)
            # The code is lost where the server hangs up while the page still sends.
            assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
        other.send("OpenSample", name="nothing")
        assert "There is no sample" in other.await_("Trouble")["words"]


def test_positions_are_not_deflated_even_where_a_browser_offers_it(server: Server) -> None:
    url = f"ws://127.0.0.1:{server.port}/ws?token={server.token}"
    with connect(url, compression="deflate", proxy=None) as socket:
        assert socket.response is not None
        assert "Sec-WebSocket-Extensions" not in socket.response.headers


HANDSHAKE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec_WebSocket_Version": "13",
    "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


@pytest.mark.parametrize("headers", [{}, HANDSHAKE], ids=["page", "socket"])
@pytest.mark.parametrize("length", [5_000, 9_000, 60_000])
def test_an_address_that_is_too_long_is_refused_at_once(
    server: Server, length: int, headers: dict[str, str]
) -> None:
    answer = asked(server, "GET", f"/ws?token={server.token}&x={'x' * length}", None, **headers)
    assert answer.status in (403, 414)


def test_an_address_without_end_is_answered_or_hung_up_on(server: Server) -> None:
    try:
        answer = asked(server, "GET", f"/?x={'x' * 1_000_000}")
    except ConnectionError:  # the server hangs up while the page still sends
        return
    assert answer.status == 400


def test_a_page_can_tell_its_server_from_a_stranger_without_giving_the_token(server: Server) -> None:
    answers = [asked(server, "GET", f"/proof/{challenge}") for challenge in ("a", "b")]
    proofs = [answer.body.decode() for answer in answers]  # pyright: ignore[reportAttributeAccessIssue]
    expected = [hmac.digest(server.token.encode(), word, "sha256").hex() for word in (b"a", b"b")]
    assert proofs == expected
    assert server.token not in "".join(proofs)
    assert asked(server, "GET", "/proof/a", Origin="http://evil.example").status == 403


def test_the_token_is_in_no_log(start: Start, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    studio = start(tmp_path / "state")
    asked(studio, "GET", f"/?token={studio.token}")
    asked(studio, "GET", f"/download/guess?token={studio.token}")
    asked(studio, "GET", f"/ws?token={studio.token}&x={'x' * 9_000}", None, **HANDSHAKE)
    with studio.page() as own:
        own.hello()
        own.open_sample("bar")
    assert studio.interrupt() == 0
    assert studio.token not in capfd.readouterr().err
    rest = studio.process.stdout.read() if studio.process.stdout else ""
    assert studio.token not in rest
    files = [path for path in (tmp_path / "state").rglob("*") if path.is_file() and path.suffix != ".token"]
    assert all(studio.token not in path.read_text() for path in files)


@pytest.mark.parametrize(
    ("host", "authority", "known"),
    [
        ("127.0.0.1", "127.0.0.1:80", True),
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "192.168.0.2:80", False),
        ("0.0.0.0", "192.168.0.2:80", True),
        ("0.0.0.0", "[fe80::1]:80", True),
        ("0.0.0.0", "evil.example:80", False),
        ("studio.local", "studio.local:80", True),
        ("studio.local", "STUDIO.local:80", True),
        ("studio.local", "evil.example:80", False),
        ("127.0.0.1", "127.0.0.1:80:80", False),
        ("127.0.0.1", "[::1", False),
        ("127.0.0.1", "127.0.0.1:99999", False),
    ],
)
def test_a_host_is_ours_by_its_address_never_by_a_foreign_name(
    host: str, authority: str, known: bool
) -> None:
    guard = Guard(host, 80)
    assert guard.knows(Headers({"host": authority})) is known


def test_a_request_with_two_hosts_is_refused() -> None:
    raw = [(b"host", b"127.0.0.1:80"), (b"host", b"evil.example")]
    assert not Guard("127.0.0.1", 80).knows(Headers(raw=raw))


def test_the_token_is_long_random_and_not_printed_by_accident() -> None:
    first, second = Guard("127.0.0.1", 80), Guard("127.0.0.1", 80)
    assert first.token != second.token
    assert len(first.token) >= 40
    assert first.token not in repr(first)
    assert first.token in first.url()


def test_only_the_last_part_of_a_name_is_kept() -> None:
    assert checked_name("../../a b/lion-01.OBJ") == "lion-01.OBJ"
