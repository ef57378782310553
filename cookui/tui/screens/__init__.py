"""The screens. Each is imported when it is first opened, so that the board paints early."""
