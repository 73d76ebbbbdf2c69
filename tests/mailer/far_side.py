"""A far side of webhooks on loopback: it takes what is posted and answers as it is told."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec
import pytest


@dataclass
class Posted:
    """One post as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> dict:
        return msgspec.json.decode(self.body)

    @property
    def number(self) -> int | None:
        return self.told["data"].get("number")


@dataclass
class FarSide:
    """`statuses` are answered first, one for each post, and then 204; `pause` comes before."""

    statuses: list[int] = field(default_factory=list)
    pause: float = 0.0
    posts: list[Posted] = field(default_factory=list)
    endless: bool = False
    context: ssl.SSLContext | None = None

    def open(self) -> None:
        far = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                far.posts.append(Posted(self.path, headers, body))
                time.sleep(far.pause)
                with suppress(OSError):
                    self.send_response(far.statuses.pop(0) if far.statuses else 204)
                    self.send_header("Location", f"http://127.0.0.1:{far.port}/elsewhere")
                    if far.endless:
                        self.end_headers()
                        while True:
                            self.wfile.write(b"x" * 65536)
                    self.send_header("Content-Length", "0")
                    self.end_headers()

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        if self.context is not None:
            self.server.socket = self.context.wrap_socket(self.server.socket, server_side=True)
            self.server.handle_error = lambda *_: None
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()

    @property
    def port(self) -> int:
        return self.server.server_port

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def certified(folder: Path, name: str) -> tuple[ssl.SSLContext, Path]:
    """A server's context with a certificate for a name, and the file to trust it by."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not on this machine; it makes the certificate")
    key, chain = folder / f"{name}.key", folder / f"{name}.pem"
    words = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={name} -addext subjectAltName=DNS:{name}"
    command = [openssl, *words.split(), "-keyout", str(key), "-out", str(chain)]
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, key)
    return context, chain
