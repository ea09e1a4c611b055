// The environment that a program of ours is started with. Swift cannot name `environ`, a variable
// that any thread might change; here nothing ever changes it.

#define _GNU_SOURCE
#include "CArguments.h"
#include <unistd.h>

char **present_environment(void) { return environ; }
