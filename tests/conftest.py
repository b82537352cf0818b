"""Makes the helpers beside the tests importable, and Ctrl-C work in what the tests start.

A shell that starts the tests in the background has them ignore Ctrl-C, and every program that they start.
"""

import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
