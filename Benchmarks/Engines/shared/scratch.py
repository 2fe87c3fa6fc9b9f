"""A temporary folder that is removed even after its engine was killed."""

import fcntl
import shutil
import tempfile
import time
from pathlib import Path

YOUNG_IN_SECONDS = 60


class ScratchFolder:
    """An engine's private folder; the lock in it shows that the engine is alive.

    An engine may be killed at any moment. What it leaves is removed by the next one of its name.
    """

    def __init__(self, name: str) -> None:
        prefix = f"matchmark-{name}-"
        for old in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
            remove_if_abandoned(old)
        self.path = Path(tempfile.mkdtemp(prefix=prefix))
        self.lock = (self.path / "lock").open("w")
        fcntl.flock(self.lock, fcntl.LOCK_EX)

    def remove(self) -> None:
        self.lock.close()
        shutil.rmtree(self.path, ignore_errors=True)


def remove_if_abandoned(folder: Path) -> None:
    try:
        is_young = time.time() - folder.stat().st_mtime < YOUNG_IN_SECONDS
        with (folder / "lock").open("r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not is_young:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        # Another user's folder, one in use, or not an engine's.
        pass
