"""Why an engine gives no answer."""

import sys
from typing import NoReturn

NOT_FOUND_STATUS = 127
"""the exit code of shells and `env` for a missing program; reported as `not-installed`"""


class Declined(Exception):
    """The engine cannot answer this exactly and says so: reported as skipped, never as wrong."""


class Refused(Exception):
    """The request is outside the contract: reported as an error."""


class Malformed(Exception):
    """The line is not a request of the protocol: answered with a reply of type `error`."""


def end_without(what: str) -> NoReturn:
    """Ends the engine with the exit code that says that something is missing."""
    print(f"{what} is not installed; run: ./scripts/bootstrap --engines", file=sys.stderr)
    sys.exit(NOT_FOUND_STATUS)
