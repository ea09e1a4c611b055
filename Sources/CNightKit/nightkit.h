/* libnightkit: the light or dark style of this desktop and its theme, as nightd tells them.

   A program opens a handle and keeps it. The library follows nightd on a thread of its own, through
   every restart of the daemon and of the bus. That thread calls nothing of the program's and takes
   none of its signals. When there is something new, the handle's descriptor is readable;
   nightkit_dispatch takes it over. Answers change in nightkit_dispatch alone, so what is asked
   between two calls of it belongs together.

     struct nightkit *night = nightkit_open(NULL);
     struct pollfd watched = {.fd = nightkit_fd(night), .events = POLLIN};
     for (;;) {
       double surface[4] = {1, 1, 1, 1};
       nightkit_get_color(night, "surface", surface);
       paint(nightkit_get_style(night), surface);
       do poll(&watched, 1, -1); while (!nightkit_dispatch(night));
     }

   Ownership: the program owns all memory that it hands over; the library reads or writes it during
   the call and keeps no pointer into it. What it answers is written into the program's memory. The
   one thing to be given back is the handle, to nightkit_close.

   Threads: any thread may use a handle, one at a time. Different handles have nothing in common.

   Without nightd the desktop's portal is asked, without that what was known last holds, or the
   standard appearance: light, with the theme that is built in. So it is without a session bus too;
   nothing fails for want of either. nightd is started if it is not running and the bus can start it.
   Every function takes NULL in place of a handle, and answers with the standard appearance then.

   Texts are UTF-8 and end with a zero byte. One that is no UTF-8 is the name of nothing.

   After fork the child has no use for the library, whose thread it lacks and whose locks that thread
   may have held: it must not open a handle. With those of its parent it does no harm; nightkit_dispatch,
   nightkit_set_style and nightkit_close do nothing there. exec closes their descriptors.

   What was wrong and was outlived is said on standard error, once each. The library stays loaded
   when it is let go with dlclose. No function ends the process, whatever comes over the bus. */
#ifndef NIGHTKIT_H
#define NIGHTKIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A handle. */
struct nightkit;

enum nightkit_style {
  NIGHTKIT_LIGHT = 0,
  NIGHTKIT_DARK = 1
};

/* Who said what is painted by. */
enum nightkit_source {
  /* What was known last holds, or the standard appearance where nothing ever was. */
  NIGHTKIT_NOBODY = 0,
  NIGHTKIT_DAEMON = 1,
  /* The desktop's portal, for want of nightd; the colours are those that are built in. */
  NIGHTKIT_PORTAL = 2
};

/* How nightkit_set_style ended. */
enum nightkit_outcome {
  /* It is on disk and everyone is told. */
  NIGHTKIT_DONE = 0,
  /* There is no session bus, or it was lost. */
  NIGHTKIT_NO_BUS = 1,
  /* nightd is not running and could not be started. */
  NIGHTKIT_NO_DAEMON = 2,
  /* nightd did not answer, or ended before it did; whether it acted is not known. */
  NIGHTKIT_NO_ANSWER = 3,
  /* It could not be stored; the text says whether anything may have changed. */
  NIGHTKIT_NOT_DURABLE = 4,
  /* nightd, the bus or a sandbox said no, as where a lock of the machine's forbids it. */
  NIGHTKIT_REFUSED = 5,
  /* No handle, one of another process, or no such style: nobody was asked. */
  NIGHTKIT_MISUSED = 6
};

/* Everything of one size that is painted by. Later versions add members at the end. */
struct nightkit_appearance {
  /* sizeof(struct nightkit_appearance), set by the program: what is written never goes beyond it.
     Members that are newer than the library that runs are zero. */
  size_t size;
  enum nightkit_style style;
  enum nightkit_source source;
  /* Whether the person asked for more contrast, and for less motion. */
  bool is_high_contrast;
  bool is_motion_reduced;
  /* Whether a colour was chosen that marks what is active; without one `accent` is zero. */
  bool has_accent;
  /* How long a change to this should take to fade in, in milliseconds; 0 with reduced motion. */
  uint32_t fade;
  /* Red, green, blue and alpha, as nightkit_get_color has them. */
  double accent[4];
};

/* Begins to follow, and waits until the style is known: two seconds at most, and then the standard
   appearance holds until there is an answer. The session bus is the one that the environment names
   at this moment.

   `application` is the name, such as "org.example.Editor", by which nightd keeps this program's own
   choice and preferences; NULL to have the desktop's.

   Answers a handle, which is the program's until nightkit_close; or NULL, and errno says why: EINVAL
   where the name can be no application's, EMFILE, ENFILE or ENOMEM where the system has no descriptor
   left. That there is no bus or no nightd is no failure. */
struct nightkit *nightkit_open(const char *application);

/* Lets go of a handle and closes its descriptor: a loop must have ceased to watch it. The thread ends
   soon after, without being waited for. NULL is let go of without effect; a handle that was closed
   before must not be passed, here or elsewhere. */
void nightkit_close(struct nightkit *night);

/* Readable while nightkit_dispatch has something to do: for poll, epoll, g_unix_fd_add and such. It
   is only to be watched, not read or closed, and stays the same. -1 for NULL. */
int nightkit_fd(const struct nightkit *night);

/* Takes over what is newest, without waiting; of several changes it is the last. Answers whether
   anything is another than before. A descriptor may be readable without that. */
bool nightkit_dispatch(struct nightkit *night);

enum nightkit_style nightkit_get_style(const struct nightkit *night);

/* Fills in what the program's struct has room for. Answers false, and writes nothing, where the
   pointer is NULL or its `size` is not that of any version. */
bool nightkit_get_appearance(
    const struct nightkit *night,
    struct nightkit_appearance *appearance);

/* Writes the name of the theme in use into `name`, of which `size` bytes are the program's. It always
   ends with a zero byte; what has no room is left off, between two characters. Answers the length of
   the whole name in bytes, without that zero. `name` may be NULL where `size` is 0. */
size_t nightkit_get_theme(const struct nightkit *night, char *name, size_t size);

/* Writes the colour that the theme has for a role, such as "surface" or "onSurface": red, green, blue
   and alpha from 0 to 1 in sRGB, the alpha not multiplied in. Where the theme has none, what stands in
   `color` stays, so that it may hold the program's own before; and the answer is false. The roles that
   every theme has, and what they are for, are listed in nightd's docs/themes.md. */
bool nightkit_get_color(const struct nightkit *night, const char *role, double color[4]);

/* Writes a number that the theme has by a name: an alpha, a width, a radius. Where it has none, what
   stands in `number` stays, and the answer is false. */
bool nightkit_get_number(const struct nightkit *night, const char *name, double *number);

/* Writes the preference of a name where it is a number, or yes or no as 1 or 0: this application's,
   or the desktop's where the handle was opened with NULL. Where nothing of that kind is set, what
   stands in `number` stays, and the answer is false. From the first question on preferences are
   followed as well; that question waits up to two seconds for the answer. */
bool nightkit_get_preference(struct nightkit *night, const char *name, double *number);

/* Sets the style of the whole desktop. Waits for nightd's answer, usually milliseconds, at the very
   most half a minute. Where a schedule decides, the style holds until its next change; else it is the
   choice. Once it is done, the next nightkit_dispatch takes it over.

   Unless it is done, a sentence for people stands in `why`, of which `size` bytes are the program's,
   cut as in nightkit_get_theme; else an empty text. `why` may be NULL. */
enum nightkit_outcome nightkit_set_style(
    struct nightkit *night,
    enum nightkit_style style,
    char *why,
    size_t size);

#ifdef __cplusplus
}
#endif

#endif
