// The words are called for by the Swift runtime alone: see arguments.c.

#ifndef NIGHTD_CARGUMENTS_H
#define NIGHTD_CARGUMENTS_H

/// NAME=VALUE each, and NULL at the end.
char **present_environment(void);

#endif
