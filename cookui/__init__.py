"""A person stays in charge of irreversible operations that agents plan and carry out.

`cookui.text` and `cookui.contract` are the ground: pure, without input or output. `cookui.recorder` stands
on them and is the only thing that writes. `cookui.cli` (`cook`) and `cookui.tui` (`cookui`) are its two faces
and know nothing of each other.
"""

__version__ = "0.1.0"
