"""What the engines in Python share: the protocol, the rows file, folding, and reading a query."""
