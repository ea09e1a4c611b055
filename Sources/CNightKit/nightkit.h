/* libnightkit: the light or dark style of this desktop and its theme, as nightd reports them.

   Your program opens a handle and keeps it. The library follows nightd on a thread of its own,
   through restarts of the daemon and of the bus. This thread calls none of your functions and
   receives none of your signals. When there are new values, the handle's descriptor becomes
   readable; nightkit_dispatch then switches to the new values. Values change only in
   nightkit_dispatch, so all values that you read between two calls of nightkit_dispatch belong
   together.

     struct nightkit *night = nightkit_open(NULL);
     struct pollfd watched = {.fd = nightkit_fd(night), .events = POLLIN};
     for (;;) {
       double surface[4] = {1, 1, 1, 1};
       nightkit_get_color(night, "surface", surface);
       paint(nightkit_get_style(night), surface);
       do poll(&watched, 1, -1); while (!nightkit_dispatch(night));
     }

   Ownership: your program owns all memory that it passes. The library reads or writes it during the
   call and keeps no pointer to it. Results are written into your memory. The only thing that you
   must give back is the handle, with nightkit_close.

   Threads: any thread may use a handle, but only one thread at a time. Different handles share
   nothing.

   Without nightd: if nightd is not running and the bus can start it, it is started. Otherwise the
   library follows the desktop's portal. If there is no portal either, the last known values stay,
   or the standard appearance if nothing was ever known: light, with the built-in theme. The same
   holds without a session bus. A missing bus or daemon is never an error, except for
   nightkit_set_style. Every function accepts NULL instead of a handle, and then returns the
   standard appearance.

   Strings are UTF-8 and end with a zero byte. A string that is not valid UTF-8 names nothing.

   After fork, the child must not open a handle: it lacks the library's thread, which may have held
   locks. The parent's handles are harmless there: nightkit_dispatch, nightkit_set_style and
   nightkit_close do nothing. exec closes their descriptors.

   Problems that the library survives are written to standard error, each once. dlclose does not
   unload the library. No function ends the process, whatever arrives over the bus. */
#ifndef NIGHTKIT_H
#define NIGHTKIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A handle: one connection to the session's nightd. */
struct nightkit;

/* Which of the two styles is in effect. */
enum nightkit_style {
  NIGHTKIT_LIGHT = 0,
  NIGHTKIT_DARK = 1
};

/* Who reported the present appearance. */
enum nightkit_source {
  /* Nobody: the last known appearance stays, or the standard one if none was ever known. */
  NIGHTKIT_NOBODY = 0,
  /* nightd. */
  NIGHTKIT_DAEMON = 1,
  /* The desktop's portal, because nightd is not running; the colours are the built-in ones. */
  NIGHTKIT_PORTAL = 2
};

/* The result of nightkit_set_style. */
enum nightkit_outcome {
  /* The style is on disk, and nightd has announced it to all programs. */
  NIGHTKIT_DONE = 0,
  /* There is no session bus, or the connection to it was lost. */
  NIGHTKIT_NO_BUS = 1,
  /* nightd is not running and could not be started. */
  NIGHTKIT_NO_DAEMON = 2,
  /* nightd did not answer, or ended before it did; it may or may not have acted. */
  NIGHTKIT_NO_ANSWER = 3,
  /* nightd could not store the style; the sentence says whether anything may have changed. */
  NIGHTKIT_NOT_DURABLE = 4,
  /* nightd, the bus or a sandbox refused the change, for example because an administrator locked the
     choice. */
  NIGHTKIT_REFUSED = 5,
  /* There is no handle, the handle belongs to another process, or the style is neither light nor
     dark. Nothing was sent. */
  NIGHTKIT_MISUSED = 6
};

/* All values of fixed size that you need for painting. Later versions add members at the end. */
struct nightkit_appearance {
  /* Set this to sizeof(struct nightkit_appearance): the library never writes beyond it. Members
     that are newer than the running library are set to zero. */
  size_t size;
  enum nightkit_style style;
  enum nightkit_source source;
  /* Whether the user asked for higher contrast. */
  bool is_high_contrast;
  /* Whether the user asked for less motion. */
  bool is_motion_reduced;
  /* Whether the user chose an accent colour; if not, `accent` is zero. */
  bool has_accent;
  /* How long a change to this appearance should take to fade in, in milliseconds; 0 with reduced
     motion. */
  uint32_t fade;
  /* The colour that marks active elements: red, green, blue and alpha, as in nightkit_get_color. */
  double accent[4];
};

/* Opens a handle that has the style and the theme from the start. If nightd has published them in
   the runtime folder, this call reads them there. If not, it waits for an answer over the bus, two
   seconds at most, and uses the standard appearance until an answer comes. The library reads the
   address of the session bus from the environment during this call.

   `application` is the name, such as "org.example.Editor", under which nightd keeps this program's
   own choice and preferences; NULL to use the desktop's.

   Returns a handle, which you must close with nightkit_close. Returns NULL and sets errno if that
   fails: EINVAL if the name is not valid for an application, or EMFILE, ENFILE or ENOMEM if the
   system has no descriptor left. A missing bus or daemon is no failure. */
struct nightkit *nightkit_open(const char *application);

/* Closes a handle and its descriptor; your loop must have stopped watching it. The library's thread
   ends during this call, or later if a bus that does not answer delays it; this call waits at most
   0.2 seconds. NULL has no effect. Never use a handle again after closing it. */
void nightkit_close(struct nightkit *night);

/* Returns a descriptor that is readable while nightkit_dispatch has something to do, for poll,
   epoll, g_unix_fd_add and the like. Never read from it or close it. It stays the same until
   nightkit_close. Returns -1 for NULL. */
int nightkit_fd(const struct nightkit *night);

/* Switches to the newest values without waiting; after several changes you get the last values.
   Returns whether any value changed. The descriptor may become readable without a changed value. */
bool nightkit_dispatch(struct nightkit *night);

/* Returns the style that is in effect. */
enum nightkit_style nightkit_get_style(const struct nightkit *night);

/* Fills in your struct up to its `size`. Returns false, and writes nothing, if the pointer is NULL
   or `size` is not the size of any version. */
bool nightkit_get_appearance(
    const struct nightkit *night,
    struct nightkit_appearance *appearance);

/* Writes the name of the theme in use into `name`, which has room for `size` bytes. The result
   always ends with a zero byte; a name that is too long is cut between two characters. Returns the
   length of the whole name in bytes, without the zero byte. `name` may be NULL if `size` is 0. */
size_t nightkit_get_theme(const struct nightkit *night, char *name, size_t size);

/* Writes the theme's colour for a role, such as "surface" or "onSurface": red, green, blue and
   alpha from 0 to 1 in sRGB, without premultiplied alpha. If the theme has no such colour, returns
   false and leaves `color` unchanged, so you can store a default there before the call. nightd's
   docs/themes.md lists the roles that every theme has, and what each is for. */
bool nightkit_get_color(const struct nightkit *night, const char *role, double color[4]);

/* Writes the theme's number with this name, such as an alpha, a width or a radius. If the theme has
   no such number, returns false and leaves `number` unchanged. */
bool nightkit_get_number(const struct nightkit *night, const char *name, double *number);

/* Writes a preference that is a number or a truth value, the latter as 1 or 0. The preference is
   this application's, or the desktop's if the handle was opened with NULL. If no preference of
   these types is set under this name, returns false and leaves `number` unchanged. The first call
   waits up to two seconds for the preferences; from then on the handle follows them too. */
bool nightkit_get_preference(struct nightkit *night, const char *name, double *number);

/* Sets the style of the whole desktop, and waits for nightd's answer: usually milliseconds, never
   more than half a minute. If a schedule decides the style, the new style holds until the
   schedule's next change; otherwise it becomes the choice. After success, the next
   nightkit_dispatch switches to the new style.

   `why` receives a sentence for people, or an empty string after success. It has room for `size`
   bytes, and the sentence is cut as in nightkit_get_theme. `why` may be NULL. */
enum nightkit_outcome nightkit_set_style(
    struct nightkit *night,
    enum nightkit_style style,
    char *why,
    size_t size);

#ifdef __cplusplus
}
#endif

#endif
