# Loads the colours in each running session of Kakoune.
#
# kak -l adds (dead) to a session that no longer runs.
kak -l | while read -r session state; do
  [ -z "$state" ] || continue
  printf 'source %%{%s}\n' "$1" | timeout 1 kak -p "$session" >/dev/null 2>&1
done
