"""Why an engine gives no answer."""


class Declined(Exception):
    """The engine cannot answer this exactly and says so: reported as skipped, never as wrong."""


class Refused(Exception):
    """The request is beyond the contract: reported as an error."""


class Malformed(Exception):
    """The line is no request of the protocol: answered with a reply of type `error`."""
