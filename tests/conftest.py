"""A shell that starts the tests in the background has them ignore Ctrl-C, and every program that they start."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
