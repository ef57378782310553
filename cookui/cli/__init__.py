"""`cook`: the recorder for agents and scripts. Never imports the terminal toolkit."""
