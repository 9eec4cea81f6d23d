"""The command ``saxhtml``: what the other rooms find, for files, directories, pipes and URLs.

This room reads the input as it arrives, feeds its bytes, sees that what was found leaves at once, and says in one line what
could not be done. What is found is the other rooms' matter; a command imports only those it needs, when it runs.

``_main`` goes through the sources and gives the exit status; ``_arguments`` has the command line, ``_sources`` what is read,
``_output`` where it goes, ``_parallel`` several processes, ``_progress`` how far it is. The other modules are a command each.

Exit status: 0, also where the reader of the output has had enough; 1 where ``check`` found errors, or the output cannot be
written; 2 where a source could not be read or parsed to its end (the others are still done) or the command line makes no
sense; 130 after Ctrl-C.
"""

from saxhtml.cli._main import main

__all__ = ["main"]
