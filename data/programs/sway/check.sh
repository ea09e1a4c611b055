# Fails with sway's message if sway refuses its configuration.
# Even for a check, sway 1.7 opens the screen, and leaves a socket behind. So sway gets no screen here, and
# a folder of its own for the socket.
folder=$(mktemp -d) || exit 0
trap 'rm -rf "$folder"' EXIT
words=$(XDG_RUNTIME_DIR=$folder WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman sway -C 2>&1)
code=$?
printf '%s\n' "$words" | grep -vF '[wlr]'
exit $code
