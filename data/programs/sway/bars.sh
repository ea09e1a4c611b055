# Gives each bar of the sway at a socket the colours, whatever the bars are called.
#
# Without `colors` in a bar of the configuration, no file can set them.
socket=$1
shift
for bar in $(swaymsg -s "$socket" -r -t get_bar_config | tr -d '[]",'); do
  for line in "$@"; do swaymsg -q -s "$socket" "bar $bar $line" || exit; done
done
