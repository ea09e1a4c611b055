// Linked, and called by the Swift runtime alone: see arguments.c.
