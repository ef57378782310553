"""The widgets that screens are put together from. None of them takes markup, and none draws outside text
raw."""
