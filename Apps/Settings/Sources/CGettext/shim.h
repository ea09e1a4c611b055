// Declares glibc's functions for translations; the Glibc module leaves them out.
#pragma once

#include <libintl.h>
