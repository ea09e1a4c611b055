# Evaluates an expression in the Emacs that listens on a socket. A stopped Emacs does so when it continues.
output=$(timeout 2 emacsclient -s "$1" --eval "$2" 2>&1)
case $output in *'*ERROR*'*) printf '%s\n' "$output"; exit 1;; esac
