"""Outside text: what it looks like, how long ago it was, and how it is read strictly."""
