// This header is empty, because only the Swift runtime calls the function in arguments.c.
