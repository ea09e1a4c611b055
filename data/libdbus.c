// What the static libdbus needs beside the C library (data/libdbus); a shared libdbus does not get this.
#include <stdio.h>

// Two functions of libsystemd, which has no static form. Only servers of libdbus call them, to get the sockets that
// systemd opened for them. nightd has no server: no sockets were passed.
int sd_listen_fds(int unset) {
  (void)unset;
  return 0;
}

int sd_is_socket(int file, int family, int type, int listens) {
  (void)file, (void)family, (void)type, (void)listens;
  return 0;
}

FILE *nightd_stderr, *nightd_stdout;

__attribute__((constructor)) static void set_streams(void) {
  nightd_stderr = stderr;
  nightd_stdout = stdout;
}
