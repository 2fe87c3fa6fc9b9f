"""A private PostgreSQL server, in a temporary folder, over a Unix socket, removed at the end."""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from shared.errors import end_without
from shared.protocol import require
from shared.scratch import ScratchFolder

START_LIMIT_IN_SECONDS = 60
STOP_LIMIT_IN_SECONDS = 3
PR_SET_PDEATHSIG = 1

# Nothing here outlives the run, one client asks one query at a time, and all rows fit in memory.
SETTINGS = {
    "listen_addresses": "", "max_connections": "4", "logging_collector": "off",
    "fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
    "wal_level": "minimal", "max_wal_senders": "0", "autovacuum": "off",
    "shared_buffers": "512MB", "work_mem": "256MB", "maintenance_work_mem": "512MB",
    "random_page_cost": "1.0", "max_parallel_workers_per_gather": "0", "jit": "off",
    "synchronize_seqscans": "off", "track_activities": "off", "track_counts": "off",
}


def program(name: str) -> str:
    """A program of the server; Debian keeps these out of PATH, in a folder for each version."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    folders += sorted(debian, key=lambda folder: float(folder.parent.name), reverse=True)
    for folder in folders:
        if os.access(folder / name, os.X_OK):
            return str((folder / name).resolve())
    end_without(f"PostgreSQL's program '{name}'")


def server_version() -> str:
    """The `15.14` in `postgres (PostgreSQL) 15.14 (Debian …)`."""
    line = subprocess.run([program("postgres"), "--version"], capture_output=True, text=True)
    return line.stdout.partition("(PostgreSQL) ")[2].split()[0]


class Cluster:
    """The server, from `initdb` to the removal of its folder."""

    def __init__(self, name: str) -> None:
        self.scratch = ScratchFolder(name)
        self.data = self.scratch.path / "data"
        self.log_path = self.scratch.path / "log"
        self.as_user = unprivileged_user(self.scratch.path)
        self.process: "subprocess.Popen[bytes] | None" = None
        self.initialize()
        self.start()

    def initialize(self) -> None:
        """Collation C: text is compared byte for byte, as the specification says."""
        options = ["--auth=trust", "--encoding=UTF8", "--locale=C", "--username=matchmark"]
        result = subprocess.run(
            [program("initdb"), f"--pgdata={self.data}", "--no-sync", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            cwd=self.scratch.path, **self.as_user,
        )
        if result.returncode != 0:
            raise OSError(f"initdb ended with {result.returncode}: {result.stdout.decode()[-500:]}")

    def start(self) -> None:
        """The server holds none of our pipes: it writes to its own log."""
        settings = [part for pair in SETTINGS.items() for part in ("-c", "=".join(pair))]
        with self.log_path.open("wb") as log:
            self.process = subprocess.Popen(
                [program("postgres"), "-D", str(self.data), "-k", str(self.scratch.path), *settings],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=self.scratch.path, preexec_fn=end_with_parent, **self.as_user,
            )

    def connect(self) -> Any:
        """Waits until the server accepts connections."""
        psycopg: Any = require("psycopg")
        deadline = time.monotonic() + START_LIMIT_IN_SECONDS
        while True:
            try:
                return psycopg.connect(
                    host=str(self.scratch.path), user="matchmark", dbname="postgres",
                    autocommit=True, prepare_threshold=0,
                )
            except psycopg.OperationalError as error:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    log = self.log_path.read_text(errors="replace")[-1_000:]
                    raise OSError(f"the server did not start: {error}; its log: {log}") from error
                time.sleep(0.02)

    def stop(self) -> None:
        """Stops the server immediately: its data is removed in the next line."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            try:
                self.process.wait(STOP_LIMIT_IN_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.scratch.remove()


def unprivileged_user(folder: Path) -> dict[str, Any]:
    """The user to run as: PostgreSQL refuses root, so another user gets the folder."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = names.get("postgres") or names["nobody"]
    shutil.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def end_with_parent() -> None:
    """Makes Linux end the server if this process is killed; other systems leave it running."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)
