"""A push service for tests, with HTTPS on this machine and its own certificate, and a phone whose
keys decrypt the messages."""

from __future__ import annotations

import json
import ssl
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_bytes, token_urlsafe

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hmac import HMAC

HOST = "localhost"
POINT = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint


def plain(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Phone:
    """A browser that asked its push service for an address."""

    endpoint: str = field(default_factory=lambda: f"https://push.example/{token_urlsafe(9)}")
    auth: bytes = field(default_factory=lambda: token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    @property
    def p256dh(self) -> str:
        return plain(self.key.public_key().public_bytes(*POINT))

    @property
    def sent(self) -> dict[str, str]:
        """What its page sends to the site."""
        return {"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": plain(self.auth)}

    def opens(self, body: bytes) -> dict:
        """Return the content of a notification, decrypted with this phone's keys by RFC 8291 and
        RFC 8188, without using the site's code."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, text = body[21 : 21 + length], body[21 + length :]
        assert len(text) <= size
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        )
        info = b"WebPush: info\x00" + self.key.public_key().public_bytes(*POINT) + theirs + b"\x01"
        secret = _hmac(_hmac(self.auth, shared), info)
        known = _hmac(salt, secret)
        key = _hmac(known, b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = _hmac(known, b"Content-Encoding: nonce\x00\x01")[:12]
        opened = AESGCM(key).decrypt(nonce, text, None).rstrip(b"\x00")
        assert opened.endswith(b"\x02")
        return json.loads(opened[:-1])


def _hmac(key: bytes, text: bytes) -> bytes:
    made = HMAC(key, hashes.SHA256())
    made.update(text)
    return made.finalize()


@dataclass
class Post:
    """A request to the service."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def claims(self) -> dict:
        """The claims of the site, with a valid signature (VAPID)."""
        scheme, _, rest = self.headers["Authorization"].partition(" ")
        said = dict(one.strip().split("=", 1) for one in rest.split(","))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(said["k"]))
        text, _, signed = said["t"].rpartition(".")
        both = bytes_of(signed)
        r, s = (int.from_bytes(half) for half in (both[:32], both[32:]))
        key.verify(utils.encode_dss_signature(r, s), text.encode(), ec.ECDSA(hashes.SHA256()))
        assert scheme == "vapid"
        assert json.loads(bytes_of(text.split(".")[0]))["alg"] == "ES256"
        return json.loads(bytes_of(text.split(".")[1])) | {"key": said["k"]}


class Service:
    """The running service. It answers 201, or as a test says, or not until the test allows it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.posts: list[Post] = []
        self.answers: list[int | tuple[int, dict[str, str]]] = []
        self.hangs: threading.Event | None = None
        self.drips = False
        self.cut_off = threading.Event()
        self.came = threading.Semaphore(0)

    def phone(self) -> Phone:
        return Phone(endpoint=f"https://{HOST}:{self.port}/send/{token_urlsafe(9)}")

    def take(self, post: Post) -> tuple[int, dict[str, str]]:
        self.posts.append(post)
        self.came.release()
        if self.hangs:
            self.hangs.wait()
        answer = self.answers.pop(0) if self.answers else 201
        return answer if isinstance(answer, tuple) else (answer, {})


def certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate of this machine that signs itself; return its file, and its key's."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=400))
        .not_valid_after(now + timedelta(days=4000))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = folder / "certificate.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files


@contextmanager
def push_service(folder: Path):
    """Run a push service; give it, and the file by which its certificate is trusted."""
    trusted, key = certificate(folder)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, headers = service.take(Post(self.path, dict(self.headers), body))
            if service.drips:
                self.drip()
            self.send_response(status)
            for name, value in {"Content-Length": "0", **headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def drip(self) -> None:
            """Begin an answer, a byte at a time, until the client goes away or has waited long."""
            try:
                for sign in b"HTTP/1.1 201 Created\r\nX: " + 100 * b"x":
                    self.wfile.write(bytes([sign]))
                    threading.Event().wait(0.1)
            except OSError:
                service.cut_off.set()

        def log_message(self, *said) -> None:
            pass

    server = ThreadingHTTPServer((HOST, 0), Handler)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(trusted, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    service = Service(server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield service, trusted
    finally:
        if service.hangs:
            service.hangs.set()
        server.shutdown()
        server.server_close()
