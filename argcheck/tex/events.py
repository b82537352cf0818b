"""What a scan gives: events, plain tuples that `marshal` can store, in the order of the text.

The first item of an event is one of the constants below, the next two are start and end;
the comment beside each constant says what follows.
"""

from __future__ import annotations

from typing import Any

Event = tuple[Any, ...]

CITE = 0  # start, end, command, nocite, ((key, start, end), ...)
LABEL = 1  # start, end, command, name, arms
REF = 2  # start, end, command, ((name, start, end), ...)
INPUT = 3  # start, end, command, folder, name, name start, name end, arms
BEGIN = 4  # start, end, name, option start, option end (-1 without)
END = 5  # start, end, name
CAPTION = 6  # start, end, command, text start, text end
SECTION = 7  # start, end, level, starred, title start, title end
FOOTNOTE = 8  # start, end, text start, text end
RESOURCE = 9  # start, end, command, ((name, start, end), ...)
BIBITEM = 10  # start, end, key, key start, key end
FILECONTENTS = 11  # start, end, name, body start, body end
DEFINE = 12  # start, end, form, name, openers, body
PACKAGE = 13  # start, end, command, options, ((name, start, end), ...)
DIRECTIVE = 14  # start, end, text, own line, next live offset
PROBLEM = 15  # start, end, kind, message, help
BEGIN_DOCUMENT = 16  # start, end
END_DOCUMENT = 17  # start, end
INCLUDEONLY = 18  # start, end, ((name, start, end), ...)
ABSTRACT = 19  # start, end
LANGUAGE = 20  # start, end, how: "main", "known", "switch", or "foreign" from start to end; (name, ...)
END_INPUT = 21  # start, end
DEAD = 22  # start, end: text that is never typeset
NOCITE_ALL = 23  # start, end
USES = 24  # start, end, command, ((name, start, end), ...)
