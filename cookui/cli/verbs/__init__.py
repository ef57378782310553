"""The verbs of `cook`, a module each: `HELP` says all about it, `arguments` declares its words,
`run` carries it out.
"""
