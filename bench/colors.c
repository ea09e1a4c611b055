// colors COUNT
//   Opens libnightkit, and looks up a colour COUNT times.
#include <nightkit.h>
#include <stdlib.h>

int main(int count, char **words) {
  struct nightkit_handle *night = nightkit_open(NULL);
  double color[4] = {0};
  for (long left = count > 1 ? atol(words[1]) : 1; left; left--)
    if (!nightkit_get_color(night, "surface", color)) return 1;
  nightkit_close(night);
  return 0;
}
