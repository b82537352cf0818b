"""Full text of sources: PDF, JATS, HTML, LaTeX, Markdown and plain text in one structured form."""
