"""The site of the documentation: ``python -m sphinx -W -b html docs build/site``. The pages themselves are the Markdown beside this file."""

import re
from importlib.metadata import version as installed_version
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
REPOSITORY = "https://github.com/argcheck/argcheck/blob/main/"

project = "argcheck"
author = "the argcheck maintainers"
release = installed_version("argcheck-lint")

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4  # links such as output.md#columns lead to headings, as they do in the repository
root_doc = "index"
exclude_patterns: list[str] = []
nitpicky = True

html_theme = "furo"  # needs no network: fonts are those of the system
html_title = "argcheck"
html_copy_source = False


def link_to_the_repository(_app: Sphinx, docname: str, content: list[str]) -> None:
    """Links that leave this folder lead to the repository."""
    folder = (HERE / docname).parent

    def replaced(link: re.Match[str]) -> str:
        target = (folder / link[1]).resolve()
        if target.is_relative_to(HERE) and target.is_file():
            return link[0]
        return f"]({REPOSITORY}{target.relative_to(HERE.parent).as_posix()}"

    content[0] = re.sub(r"\]\((?!\w+:|#)([^)#\s]+)", replaced, content[0])


def setup(app: Sphinx) -> None:
    """What Sphinx calls first."""
    app.connect("source-read", link_to_the_repository)
