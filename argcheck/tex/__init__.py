"""Reading LaTeX: text in, a manuscript out; nothing here opens a file by itself."""
