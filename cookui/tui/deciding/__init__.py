"""What each decision is, without the toolkit: its subject, its conditions, its code, how it is given and
what came of it.

The screens of `cookui.tui.screens` draw these; every rule about what may count as a decision is here and
tested as data.
"""
