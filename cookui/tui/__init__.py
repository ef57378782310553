"""`cookui`: the operator's screens."""
