"""The recorder: the only thing that writes, and the ledger that it keeps."""
