"""What commands do, as functions: the command line prints what they give, and so can an editor or a server."""
