// Declares system calls for replacing files and for files in memory; the Glibc module leaves them out.
#pragma once

#include <sys/types.h>
#include <sys/xattr.h>

// The C library's headers declare these functions only under _GNU_SOURCE.
extern int memfd_create(const char *name, unsigned int flags);
extern int renameat2(int folder, const char *path, int new_folder, const char *new_path,
                     unsigned int flags);
