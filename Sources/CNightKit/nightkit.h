/* libnightkit: the light or dark style of this desktop and its theme, as nightd reports them.

   Your program opens a handle and keeps it. The library follows nightd on a thread of its own,
   through restarts of the daemon and of the bus. This thread calls none of your functions and
   receives none of your signals. When there are new values, the handle's descriptor becomes
   readable; nightkit_dispatch then switches to the new values. Values change only in
   nightkit_dispatch, so all values that you read between two calls of nightkit_dispatch belong
   together.

     struct nightkit_handle *night = nightkit_open(NULL);
     struct pollfd watched = {.fd = nightkit_fd(night), .events = POLLIN};
     for (;;) {
       double surface[4] = {1, 1, 1, 1};
       nightkit_get_color(night, "surface", surface);
       paint(nightkit_get_style(night), surface);
       do poll(&watched, 1, -1); while (!nightkit_dispatch(night));
     }

   Ownership: your program owns all memory that it passes. The library reads or writes that memory
   during the call and keeps no pointer to it. Results are written into your memory. The only thing
   that you must give back is each handle, with nightkit_close.

   Strings: all strings are UTF-8 and end with a zero byte. A string that is not valid UTF-8 is
   treated like an unknown name. A function that returns a string writes it into your memory, which
   has room for `size` bytes. A string that is too long is cut between two characters; the written
   string always ends with a zero byte. The function returns the number of bytes that the whole
   string needs, including its zero byte. So the string was cut if the returned number is greater
   than `size`. If there is no such string, the function returns 0 and leaves your memory unchanged,
   so you can store a default there before the call. The memory may be NULL if `size` is 0; the
   function then only returns the number of bytes.

     char theme[64] = "";
     if (nightkit_get_theme(night, theme, sizeof theme) > sizeof theme) puts("a long name");

   Lists: a function with an `index` returns one element of a list. The first index is 0. Beyond the
   end of the list, the function returns 0.

     char role[129];
     for (size_t index = 0; nightkit_get_color_role(night, index, role, sizeof role); index++)
       puts(role);

   Requests: a function that returns an enum nightkit_outcome sends a request to nightd and waits
   for the answer. The wait usually takes milliseconds; it never takes longer than half a minute, or
   than nightkit_set_timeout allows. After NIGHTKIT_OUTCOME_DONE, a change is on disk and announced
   to all programs, and the next nightkit_dispatch switches to the new values. After any other
   outcome, nightkit_get_error returns the reason as a sentence.

   NULL: every function accepts NULL instead of any pointer. If the handle is NULL, a function that
   reads a value uses the standard appearance, and a request returns NIGHTKIT_OUTCOME_MISUSED. If
   the memory for a result is NULL, a function that must write there returns false or writes
   nothing. If a function fails to read a value, it leaves your memory unchanged.

   Threads: any thread may use a handle, but only one thread at a time. Different handles may be
   used at the same time, even if one handle was pinned from the other.

   Without nightd: if nightd is not running, the bus tries to start nightd. If that fails, the
   library follows the desktop's portal. If there is no portal or no session bus either, the last
   known values stay. If no values were ever known, the standard appearance is used: light, with the
   built-in theme. A missing bus or daemon is never an error, except for requests.

   After fork, the child must not open a handle: the child lacks the library's thread, which may
   have held locks. The parent's handles are harmless in the child: the child may read the values
   that were known, nightkit_dispatch and nightkit_close do nothing, and requests return
   NIGHTKIT_OUTCOME_MISUSED. exec closes the handles' descriptors.

   If the library can continue after a problem, it writes the problem to standard error, once.
   dlclose does not unload the library. No message from the bus makes a function end the process.

   All enumerations have 32 bits. Later versions may add constants, functions, and members at the
   end of structs, but never change existing ones. */
#ifndef NIGHTKIT_H
#define NIGHTKIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header. `make install` writes the numbers. */
#define NIGHTKIT_VERSION_MAJOR @VERSION_MAJOR@
#define NIGHTKIT_VERSION_MINOR @VERSION_MINOR@
#define NIGHTKIT_VERSION_PATCH @VERSION_PATCH@
/* The version as one number that grows with each version: 1002003 is 1.2.3. */
#define NIGHTKIT_VERSION \
  (NIGHTKIT_VERSION_MAJOR * 1000000 + NIGHTKIT_VERSION_MINOR * 1000 + NIGHTKIT_VERSION_PATCH)

/* In C++, an enumeration must declare its width. */
#ifdef __cplusplus
#define NIGHTKIT_ENUM(name) enum name : uint32_t
extern "C" {
#else
#define NIGHTKIT_ENUM(name) enum name
#endif

/* A handle: the values of the desktop, of an application, or of a pinned part of a program. */
struct nightkit_handle;

/* The two styles. */
NIGHTKIT_ENUM(nightkit_style) {
  NIGHTKIT_STYLE_LIGHT = 0,
  NIGHTKIT_STYLE_DARK = 1
};

/* The style that an application chooses for itself. */
NIGHTKIT_ENUM(nightkit_choice) {
  NIGHTKIT_CHOICE_LIGHT = 0,
  NIGHTKIT_CHOICE_DARK = 1,
  /* The same style as the desktop's. */
  NIGHTKIT_CHOICE_FOLLOW = 2
};

/* What decides the desktop's style. */
NIGHTKIT_ENUM(nightkit_desktop_choice) {
  NIGHTKIT_DESKTOP_LIGHT = 0,
  NIGHTKIT_DESKTOP_DARK = 1,
  /* Dusk and dawn, or the rules of the schedule. */
  NIGHTKIT_DESKTOP_SCHEDULE = 2,
  /* The desktop's own switch. */
  NIGHTKIT_DESKTOP_SYSTEM = 3
};

/* The origin of the present appearance. */
NIGHTKIT_ENUM(nightkit_source) {
  /* No program reported it: the last known appearance stays, or the standard appearance if none was
     ever known. */
  NIGHTKIT_SOURCE_NOBODY = 0,
  /* nightd. */
  NIGHTKIT_SOURCE_DAEMON = 1,
  /* The desktop's portal, used while nightd is not running; the colours are built in. */
  NIGHTKIT_SOURCE_PORTAL = 2
};

/* Why a style is in effect. */
NIGHTKIT_ENUM(nightkit_reason) {
  /* Nothing decides the style, or the desktop should decide but does not answer. */
  NIGHTKIT_REASON_FALLBACK = 0,
  /* Somebody chose the style. */
  NIGHTKIT_REASON_CHOICE = 1,
  /* Somebody chose the style until a certain moment. */
  NIGHTKIT_REASON_HOLD = 2,
  /* The schedule decides. */
  NIGHTKIT_REASON_SCHEDULE = 3,
  /* The desktop's own switch decides. */
  NIGHTKIT_REASON_SYSTEM = 4,
  /* A change is due, but a program inhibits it. */
  NIGHTKIT_REASON_INHIBIT = 5,
  /* The application has a choice of its own. */
  NIGHTKIT_REASON_APP = 6,
  /* The variable NIGHTD_FORCE_STYLE in the program's environment forces the style. */
  NIGHTKIT_REASON_FORCED = 7
};

/* The result of a request. */
NIGHTKIT_ENUM(nightkit_outcome) {
  /* nightd has carried out the request. */
  NIGHTKIT_OUTCOME_DONE = 0,
  /* There is no session bus, or the connection to it was lost. */
  NIGHTKIT_OUTCOME_NO_BUS = 1,
  /* nightd is not running and could not be started. */
  NIGHTKIT_OUTCOME_NO_DAEMON = 2,
  /* nightd did not answer in time, or ended before it answered. nightd may have carried out the
     request, or may still do so. */
  NIGHTKIT_OUTCOME_NO_ANSWER = 3,
  /* nightd could not store the change; nightkit_get_error tells whether anything may have
     changed. */
  NIGHTKIT_OUTCOME_NOT_DURABLE = 4,
  /* nightd, the bus or a sandbox refused the request, for example because an administrator locked
     the choice, or because no theme has this name. Nothing has changed. */
  NIGHTKIT_OUTCOME_REFUSED = 5,
  /* The call is wrong: there is no handle, the handle belongs to another process, or an argument is
     not allowed. Nothing was sent. */
  NIGHTKIT_OUTCOME_MISUSED = 6
};

/* The kinds of style sheets in a theme. */
NIGHTKIT_ENUM(nightkit_sheet) {
  /* Elements that show text. */
  NIGHTKIT_SHEET_LABEL = 0,
  /* Elements that can be pressed. */
  NIGHTKIT_SHEET_BUTTON = 1,
  /* Elements that are neither labels nor buttons. */
  NIGHTKIT_SHEET_VIEW = 2
};

/* All values of fixed size that you need for painting. */
struct nightkit_appearance {
  /* Set this to sizeof(struct nightkit_appearance): the library never writes beyond this size.
     Members that are newer than the running library are set to zero. */
  size_t size;
  enum nightkit_style style;
  enum nightkit_source source;
  /* Whether the user asked for higher contrast. */
  bool is_high_contrast;
  /* Whether the user asked for less motion. */
  bool is_motion_reduced;
  /* Whether the user chose an accent colour; if not, `accent` is zero. */
  bool has_accent;
  /* How long the fade to this appearance should take, in milliseconds; 0 if motion is reduced. */
  uint32_t fade;
  /* The colour that marks active elements: red, green, blue and alpha, as in nightkit_get_color. */
  double accent[4];
};

/* What decides the style, and until when. Moments are in seconds since 1970-01-01T00:00:00Z. */
struct nightkit_status {
  /* Set this to sizeof(struct nightkit_status), as in struct nightkit_appearance. */
  size_t size;
  enum nightkit_style style;
  enum nightkit_reason reason;
  /* The style after the next planned change; meaningful only if `has_next` is true. */
  enum nightkit_style next_style;
  /* Whether a next change is planned. */
  bool has_next;
  /* Whether a style or theme is held until a moment. */
  bool is_held;
  /* Whether a program inhibits automatic changes. */
  bool is_inhibited;
  /* When the style took effect for this reason. */
  int64_t since;
  /* The moment of the next planned change; 0 if `has_next` is false. */
  int64_t next;
  /* When the hold ends; 0 if `is_held` is false. */
  int64_t hold_until;
  /* What decides the desktop's style if nothing is held; pass this value to nightkit_desktop_set to
     restore the choice later. */
  enum nightkit_desktop_choice choice;
};

/* -- Handles --------------------------------------------------------------------------------- */

/* Returns the version of the running library, as one number like NIGHTKIT_VERSION. */
uint32_t nightkit_version(void);

/* Opens a handle that has the style and the theme from the start. If nightd has published both in
   the runtime folder, this call reads them there. If not, this call waits at most two seconds for
   an answer over the bus; the handle has the standard appearance until an answer comes. The library
   reads the address of the session bus from the environment during this call.

   `application` is the name, such as "org.example.Editor", under which nightd keeps this program's
   own choice and preferences; with NULL, the handle has the desktop's appearance and preferences.

   If the environment has NIGHTD_FORCE_STYLE=light or dark, the handle always has this style with
   its theme, as nightkit_pin_style describes. nightctl run starts a program with this variable.

   Returns a handle, which you must close with nightkit_close. If the call fails, returns NULL and
   sets errno: EINVAL if the name is not valid for an application, or EMFILE, ENFILE or ENOMEM if
   the system cannot provide a descriptor. A missing bus or daemon is not a failure. */
struct nightkit_handle *nightkit_open(const char *application);

/* Opens a handle for a part of your program that always has this style, such as one window that
   stays light. The part follows contrast, accent and motion, and the theme in use for the style.

   The new handle has its own descriptor; you dispatch it and close it yourself, and you may close
   the two handles in any order. The new handle shares the thread and the connection of `night`, and
   starts with the timeout of `night`. Both handles have the same preferences, and send requests for
   the same application.

   This call waits for the theme of the style, two seconds at most or as long as
   nightkit_set_timeout allows. If the call fails, it returns NULL and sets errno: EINVAL if there
   is no handle, if the handle belongs to another process or if the style is neither light nor dark.
   The other errors are those of nightkit_open. */
struct nightkit_handle *nightkit_pin_style(
    struct nightkit_handle *night, enum nightkit_style style);

/* Opens a handle for a part of your program that always has the theme with this name. The part also
   follows edits of the theme. If no theme has this name, the part has the built-in theme of the
   present style, and a warning is written to standard error. If the name is NULL or not valid
   UTF-8, errno is EINVAL. Otherwise this works like nightkit_pin_style. */
struct nightkit_handle *nightkit_pin_theme(struct nightkit_handle *night, const char *theme);

/* Closes a handle and its descriptor; your loop must no longer watch the descriptor. If this is the
   last handle of a connection, this call also ends the library's thread. This call waits at most
   0.2 seconds for the thread; the thread ends later if the bus does not answer. NULL has no effect.
   Never use a handle again after closing it. */
void nightkit_close(struct nightkit_handle *night);

/* Sets the longest time that each later call with this handle waits, in milliseconds. By default, a
   function that reads a value waits at most two seconds, and a request waits at most half a minute.

   With 0, no call ever waits: a function that reads a value uses the known values, and a request is
   sent but returns NIGHTKIT_OUTCOME_NO_ANSWER at once. If you close the handle, a request without
   an answer may be lost. */
void nightkit_set_timeout(struct nightkit_handle *night, uint32_t milliseconds);

/* Returns a descriptor that is readable while nightkit_dispatch has something to do; watch it with
   poll, epoll, g_unix_fd_add or the like. Never read from the descriptor or close it. It stays the
   same until nightkit_close. Returns -1 for NULL. */
int nightkit_fd(const struct nightkit_handle *night);

/* Switches to the newest values without waiting; after several changes you get the last values.
   Returns whether any value changed. The descriptor may become readable without a changed value. */
bool nightkit_dispatch(struct nightkit_handle *night);

/* Writes the reason why the last request with this handle failed, as a sentence for people. After a
   request that succeeded, and before the first one, the sentence is empty. */
size_t nightkit_get_error(const struct nightkit_handle *night, char *sentence, size_t size);

/* -- The appearance -------------------------------------------------------------------------- */

/* Returns the style that is in effect. */
enum nightkit_style nightkit_get_style(const struct nightkit_handle *night);

/* Fills in your struct up to its `size`. Returns false, and writes nothing, if the pointer is NULL
   or `size` is not the size of any version. */
bool nightkit_get_appearance(
    const struct nightkit_handle *night,
    struct nightkit_appearance *appearance);

/* Asks nightd what decides the style of the application, or of the desktop if the handle was opened
   with NULL, and fills in your struct up to its `size`. This is a request. It returns
   NIGHTKIT_OUTCOME_MISUSED if the pointer is NULL or `size` is not the size of any version. */
enum nightkit_outcome nightkit_get_status(
    struct nightkit_handle *night, struct nightkit_status *status);

/* -- The theme ------------------------------------------------------------------------------- */

/* These functions also find values for one state of an element: first look up NAME-STATE, such as
   "primary-pressed"; if the theme has no such value, look up NAME. */

/* Writes the name of the theme in use. */
size_t nightkit_get_theme(const struct nightkit_handle *night, char *name, size_t size);

/* Returns the style of the theme in use: light or dark. */
enum nightkit_style nightkit_get_theme_style(const struct nightkit_handle *night);

/* Writes the name of a theme from which the theme in use inherits; the nearest has index 0. */
size_t nightkit_get_theme_ancestor(
    const struct nightkit_handle *night, size_t index, char *name, size_t size);

/* Writes the theme's colour for a role, such as "surface" or "onSurface": red, green, blue and
   alpha from 0 to 1 in sRGB, without premultiplied alpha. Returns false if the theme has no such
   colour. nightd's docs/themes.md lists the roles that every theme has, and the purpose of each. */
bool nightkit_get_color(const struct nightkit_handle *night, const char *role, double color[4]);

/* Writes the theme's own description of its colour for a role, as a sentence for people. At first,
   a handle may lack descriptions that nightd does not publish; read again after
   nightkit_dispatch. */
size_t nightkit_get_color_description(
    const struct nightkit_handle *night, const char *role, char *description, size_t size);

/* Writes one of the roles for which the theme has a colour; the roles are sorted by name. A role
   has at most 128 bytes. */
size_t nightkit_get_color_role(
    const struct nightkit_handle *night, size_t index, char *role, size_t size);

/* Writes the theme's number with this name, such as an alpha, a width or a radius. Returns false if
   the theme has no such number. */
bool nightkit_get_number(const struct nightkit_handle *night, const char *name, double *number);

/* Writes the theme's truth value with this name. Returns false if the theme has no such value. */
bool nightkit_get_bool(const struct nightkit_handle *night, const char *name, bool *value);

/* Writes the theme's text with this name. */
size_t nightkit_get_string(
    const struct nightkit_handle *night, const char *name, char *text, size_t size);

/* Writes the path of the best file of the theme's image with this name. `state` is the state of the
   element, such as "pressed"; NULL is the normal state. `scale` is the scale of the screen in
   pixels per point.

   If the image has files for the state, only these are considered. If not, the files for the normal
   state are considered; if there are none either, all files are considered. Among these files, the
   file of the same scale is best, then the file of the next larger scale, then the file of the
   largest scale. */
size_t nightkit_get_image(
    const struct nightkit_handle *night,
    const char *name,
    const char *state,
    uint32_t scale,
    char *path,
    size_t size);

/* Writes the family of the theme's font with this name, such as "monospace". If the result is 0,
   keep your program's own family. */
size_t nightkit_get_font_family(
    const struct nightkit_handle *night, const char *name, char *family, size_t size);

/* Writes the size of the theme's font with this name, in points. If the result is false, keep your
   program's own size. */
bool nightkit_get_font_size(const struct nightkit_handle *night, const char *name, double *points);

/* These functions read one field of the theme's style sheet that has this kind and name. If the
   sheet has no such field, keep your program's own value.

     colours          "backgroundColor", "borderColor", "tintColor", "textColor"
     numbers          "cornerRadius", "borderWidth", "numberOfLines" (0 is no limit), "fontSize"
     truth values     "isCircular", "uppercased"
     texts            "fontFamily", "alignment" ("left", "center" or "right"), "label" (the name of
                      the label's sheet for the text of a button) */
bool nightkit_get_sheet_color(
    const struct nightkit_handle *night,
    enum nightkit_sheet kind,
    const char *name,
    const char *field,
    double color[4]);
bool nightkit_get_sheet_number(
    const struct nightkit_handle *night,
    enum nightkit_sheet kind,
    const char *name,
    const char *field,
    double *number);
bool nightkit_get_sheet_bool(
    const struct nightkit_handle *night,
    enum nightkit_sheet kind,
    const char *name,
    const char *field,
    bool *value);
size_t nightkit_get_sheet_string(
    const struct nightkit_handle *night,
    enum nightkit_sheet kind,
    const char *name,
    const char *field,
    char *text,
    size_t size);

/* Mixes two colours in OKLab, a colour space that matches how people see colours. Use this function
   to fade from one theme to another, for example. With the amount 0, the result is `from`; with 1,
   it is `to`. `mixed` may be the same array as `from` or `to`. Returns false, and writes nothing,
   if a pointer is NULL or a number is not finite. */
bool nightkit_mix_colors(
    const double from[4], const double to[4], double amount, double mixed[4]);

/* Reads a colour from a text in any form that a theme's file may use, such as "#1f5fc4" or "navy".
   Returns false if the text is not a colour. */
bool nightkit_read_color(const char *text, double color[4]);

/* -- Changing the desktop -------------------------------------------------------------------- */

/* These functions change the appearance of every program and of the desktop itself. An application
   that changes only itself uses nightkit_choose and the functions after it. */

/* Sets what decides the style of the whole desktop. If the schedule decides now, light or dark is
   held until the schedule's next change; otherwise light or dark becomes the choice. To restore the
   present choice later, keep the `choice` of struct nightkit_status. */
enum nightkit_outcome nightkit_desktop_set(
    struct nightkit_handle *night, enum nightkit_desktop_choice choice);

/* Holds a style for the whole desktop, for a number of seconds or until a moment such as "07:00",
   "sunrise" or "2026-12-24 08:00" in nightd's time zone. Pass either seconds, with NULL as `until`,
   or a moment, with 0 as `seconds`; otherwise the outcome is NIGHTKIT_OUTCOME_MISUSED. */
enum nightkit_outcome nightkit_desktop_hold(
    struct nightkit_handle *night,
    enum nightkit_style style,
    uint64_t seconds,
    const char *until);

/* Ends the hold of the desktop's style or theme, so that the choice decides again. Without a hold,
   nothing changes. */
enum nightkit_outcome nightkit_desktop_end_hold(struct nightkit_handle *night);

/* Sets the opposite of the present style for the whole desktop, as nightkit_desktop_set does.
   `style` receives the new style; it may be NULL. */
enum nightkit_outcome nightkit_desktop_toggle(
    struct nightkit_handle *night, enum nightkit_style *style);

/* Uses a theme for the whole desktop, and sets the theme's style. If no theme has this name, the
   error suggests the nearest name. */
enum nightkit_outcome nightkit_desktop_use_theme(
    struct nightkit_handle *night, const char *theme);

/* Uses the theme after the desktop's present theme in the list. After the last theme comes the
   first theme. Themes that cannot be used are skipped. If no other theme can be used, nothing
   changes. */
enum nightkit_outcome nightkit_desktop_use_next_theme(struct nightkit_handle *night);

/* Uses the theme before the desktop's present theme in the list. Before the first theme comes the
   last theme. Otherwise this works like nightkit_desktop_use_next_theme. */
enum nightkit_outcome nightkit_desktop_use_previous_theme(struct nightkit_handle *night);

/* Asks nightd to make no automatic change of the desktop's style. `why` is one line for people,
   such as "shows slides". If nightd restarts, the inhibition applies to the new daemon too. It ends
   when you call nightkit_end_inhibition or close the handle. A second call replaces the first
   inhibition. */
enum nightkit_outcome nightkit_inhibit(struct nightkit_handle *night, const char *why);

/* Ends the handle's inhibition; nightd then makes any change that the inhibition held back. */
void nightkit_end_inhibition(struct nightkit_handle *night);

/* -- Installed themes ------------------------------------------------------------------------ */

/* Asks nightd for the list of installed themes, in the order in which nightkit_choose_next_theme
   selects them. The handle keeps the list until the next call of this function, and the functions
   below read that list. If the request fails, the earlier list stays. */
enum nightkit_outcome nightkit_list_themes(struct nightkit_handle *night);

/* Writes the name of a listed theme. */
size_t nightkit_get_listed_name(
    const struct nightkit_handle *night, size_t index, char *name, size_t size);

/* Writes the sentence that describes a listed theme; returns 0 if the theme's file has none. */
size_t nightkit_get_listed_description(
    const struct nightkit_handle *night, size_t index, char *description, size_t size);

/* Writes the author of a listed theme; returns 0 if the theme's file names no author. */
size_t nightkit_get_listed_author(
    const struct nightkit_handle *night, size_t index, char *author, size_t size);

/* Writes why a listed theme cannot be used, as a sentence; returns 0 if the theme can be used. */
size_t nightkit_get_listed_flaw(
    const struct nightkit_handle *night, size_t index, char *flaw, size_t size);

/* Writes the style of a listed theme: light or dark. Returns false if the theme's file cannot be
   read. */
bool nightkit_get_listed_style(
    const struct nightkit_handle *night, size_t index, enum nightkit_style *style);

/* Returns whether a listed theme is the chosen theme of a style, or is held. */
bool nightkit_is_listed_in_use(const struct nightkit_handle *night, size_t index);

/* Installs a theme for the user from the text of its file, as nightctl theme import does; the text
   must not name pictures. nightd need not be running. `name` is the name that the theme gets; with
   NULL, the theme gets the name in the text. If the user already has a theme with this name, that
   theme is replaced only if `replaces` is true. If the theme has a mistake, the error contains the
   line and column of the mistake. */
enum nightkit_outcome nightkit_install_theme(
    struct nightkit_handle *night, const char *theme, const char *name, bool replaces);

/* Installs all themes of a file or a folder: a nightd theme, a colour table of DKNightVersion,
   AppTheme's Themes.json, or theme folders of simpleTheme. `name` is the name that a single theme
   gets; if there are several themes, each gets the name NAME-THEME. With NULL, the themes have the
   names in their files. If one theme is refused, no theme is installed. Otherwise this works like
   nightkit_install_theme. */
enum nightkit_outcome nightkit_install_themes_at(
    struct nightkit_handle *night, const char *path, const char *name, bool replaces);

/* Removes a theme that the user has installed. If the theme is in use, another theme takes its
   place. */
enum nightkit_outcome nightkit_remove_theme(struct nightkit_handle *night, const char *name);

/* -- The application's own choice ------------------------------------------------------------ */

/* Sets this application's own choice, which nightd stores. The handle must have been opened with
   the application's name; if not, the outcome is NIGHTKIT_OUTCOME_MISUSED. */
enum nightkit_outcome nightkit_choose(struct nightkit_handle *night, enum nightkit_choice choice);

/* Uses a theme for this application alone, and chooses the theme's style for it. nightd stores
   both. If the application later follows the desktop's style again, its own theme is used whenever
   the theme's style is in effect. NULL removes all of the application's own themes: the application
   uses the desktop's themes again, and its chosen style stays. The handle must have been opened
   with the application's name; if not, the outcome is NIGHTKIT_OUTCOME_MISUSED. */
enum nightkit_outcome nightkit_choose_theme(struct nightkit_handle *night, const char *name);

/* Sets this application's own themes for light and dark in one step, without choosing a style. NULL
   means the desktop's theme. Nothing changes if one of the names is unknown, or if a theme is for
   the other style. The handle must have been opened with the application's name. */
enum nightkit_outcome nightkit_choose_themes(
    struct nightkit_handle *night, const char *light, const char *dark);

/* Chooses the opposite of the style that this application has now, for this application alone.
   `style` receives the new style; it may be NULL. The handle must have been opened with the
   application's name. */
enum nightkit_outcome nightkit_toggle_choice(
    struct nightkit_handle *night, enum nightkit_style *style);

/* Switches this application alone to the theme after, or before, its present theme in the list, and
   to the style of that theme. The handle must have been opened with the application's name. */
enum nightkit_outcome nightkit_choose_next_theme(struct nightkit_handle *night);
enum nightkit_outcome nightkit_choose_previous_theme(struct nightkit_handle *night);

/* Returns this application's own choice; NIGHTKIT_CHOICE_FOLLOW if nothing was chosen, or if the
   handle was opened with NULL. The choice is a preference, so this call may wait, as the functions
   below may. */
enum nightkit_choice nightkit_get_choice(struct nightkit_handle *night);

/* -- Preferences ----------------------------------------------------------------------------- */

/* These functions read and set preferences of this application, or of the desktop if the handle was
   opened with NULL. A dot may separate the name of a dictionary from the name of a value in it, as
   in "window.width".

   The first call that reads a preference waits for all preferences, two seconds at most or as long
   as nightkit_set_timeout allows. From then on the handle follows the preferences too, and no later
   read waits. If no preference of this name and type is set, the result is false or 0. */

/* Reads a preference that is a truth value. */
bool nightkit_get_preference_bool(struct nightkit_handle *night, const char *name, bool *value);

/* Reads a preference that is a whole number. */
bool nightkit_get_preference_integer(
    struct nightkit_handle *night, const char *name, int64_t *integer);

/* Reads a preference that is a floating-point number or a whole number. */
bool nightkit_get_preference_number(
    struct nightkit_handle *night, const char *name, double *number);

/* Reads a preference that is a text. */
size_t nightkit_get_preference_string(
    struct nightkit_handle *night, const char *name, char *text, size_t size);

/* Sets a preference. The outcome is NIGHTKIT_OUTCOME_REFUSED if no preference can have this name or
   value, or if a lock forbids the change. */
enum nightkit_outcome nightkit_set_preference_bool(
    struct nightkit_handle *night, const char *name, bool value);
enum nightkit_outcome nightkit_set_preference_integer(
    struct nightkit_handle *night, const char *name, int64_t integer);
/* Sets a preference to a floating-point number, which must be finite. */
enum nightkit_outcome nightkit_set_preference_number(
    struct nightkit_handle *night, const char *name, double number);
enum nightkit_outcome nightkit_set_preference_string(
    struct nightkit_handle *night, const char *name, const char *text);

/* Removes the value that was set, so that the value of a file or the default applies again. */
enum nightkit_outcome nightkit_remove_preference(struct nightkit_handle *night, const char *name);

/* Asks nightd whether an administrator has locked a preference, such as "choice". nightd refuses to
   change a locked preference. */
enum nightkit_outcome nightkit_find_lock(
    struct nightkit_handle *night, const char *name, bool *is_locked);

#ifdef __cplusplus
}
#endif

#endif
