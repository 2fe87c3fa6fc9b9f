"""Why an engine gives no answer."""

import sys
from typing import NoReturn

NOT_FOUND_STATUS = 127
"""what shells and `env` end with where a program is missing; reported as `not-installed`"""


class Declined(Exception):
    """The engine cannot answer this exactly and says so: reported as skipped, never as wrong."""


class Refused(Exception):
    """The request is beyond the contract: reported as an error."""


class Malformed(Exception):
    """The line is no request of the protocol: answered with a reply of type `error`."""


def end_without(what: str) -> NoReturn:
    """Ends the engine, which cannot do without what is missing, in the way that tells so."""
    print(f"{what} is not installed; run: ./scripts/bootstrap --engines", file=sys.stderr)
    sys.exit(NOT_FOUND_STATUS)
