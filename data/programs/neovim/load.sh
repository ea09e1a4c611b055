# Loads the file in each Neovim that has a socket and has not loaded the file yet.
#
# Neovim 0.7 has its socket in the folder for temporary files. A stopped Neovim does not answer.
for socket in "$XDG_RUNTIME_DIR"/nvim.*.* "${TMPDIR:-/tmp}"/nvim*/0; do
  [ -S "$socket" ] && [ -O "$socket" ] || continue
  timeout 1 nvim --server "$socket" --remote-expr \
    "exists('#nightd') ? '' : execute('source '.fnameescape($1))" >/dev/null 2>&1 &
done
wait
