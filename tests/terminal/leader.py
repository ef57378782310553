"""Takes the terminal on standard input as the controlling terminal of this session, and becomes the program.

A file of its own, started as a program: what would have to run between fork and exec (`preexec_fn`,
`pty.fork`) is not safe in a process with threads, and Python 3.12 warns of it.
"""

import fcntl
import os
import sys
import termios

fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
