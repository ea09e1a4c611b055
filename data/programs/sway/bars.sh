# Sets the colours of each bar of the sway that listens on a socket, whatever the bar's name is.
#
# If a bar has no `colors` in the configuration, no file can set its colours.
socket=$1
shift
for bar in $(swaymsg -s "$socket" -r -t get_bar_config | tr -d '[]",'); do
  for line in "$@"; do swaymsg -q -s "$socket" "bar $bar $line" || exit; done
done
