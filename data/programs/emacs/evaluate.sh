# Evaluates an expression in the Emacs of a socket. A stopped Emacs evaluates it when it continues.
output=$(timeout 2 emacsclient -s "$1" --eval "$2" 2>&1)
case $output in *'*ERROR*'*) printf '%s\n' "$output"; exit 1;; esac
