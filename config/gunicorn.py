"""How gunicorn serves Leaguer: a few workers on this machine, behind a proxy or for one table."""

import errno
import os
import resource
import socket
import sys
from typing import Any

bind = os.environ.get("LEAGUER_BIND") or f"127.0.0.1:{os.environ.get('LEAGUER_PORT') or 8000}"
workers = int(os.environ.get("LEAGUER_WORKERS") or 2)
worker_class = "config.webprocess.WebProcess"
# Made warm once (config/warm.py), and then shared by all workers.
preload_app = True
# An automatic battle or a large PDF is made while the browser waits.
timeout = 120
# A stream is an open file: as many as this machine allows.
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
loglevel = "warning"


def on_starting(server: Any) -> None:
    """End with one line where the port is taken, before gunicorn tries it five times."""
    host, _, port = bind.rpartition(":")
    if not port.isdecimal():
        return
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host.strip("[]"), int(port)))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                sys.exit(f"leaguer: port {port} is taken. Use another: LEAGUER_PORT={int(port) + 1} make run")


def when_ready(server: Any) -> None:
    """Says where the site is once it answers."""
    print(f"Leaguer is at http://{bind} (Ctrl-C stops it)", flush=True)
