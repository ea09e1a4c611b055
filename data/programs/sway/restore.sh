# Sets sway's built-in colours, and then those of the configuration that sway has read.
#
# `swaymsg reload` would run each of the user's `exec_always` commands again.
socket=$1
while read -r line; do
  case $line in client.*) swaymsg -q -s "$socket" "$line" || exit ;; esac
done <<'END'
client.focused #4c7899 #285577 #ffffff #2e9ef4 #285577
client.focused_inactive #333333 #5f676a #ffffff #484e50 #5f676a
client.unfocused #333333 #222222 #888888 #292d2e #222222
client.urgent #2f343a #900000 #ffffff #900000 #900000
client.placeholder #000000 #0c0c0c #ffffff #000000 #0c0c0c
END
swaymsg -s "$socket" -p -t get_config | grep -E '^[[:space:]]*client\.' |
  while read -r line; do swaymsg -q -s "$socket" "$line"; done
