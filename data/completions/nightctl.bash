# Completion of nightctl for bash: what may come next is nightctl's to say.

_nightctl() {
  local found line
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = :file ]; then
      compopt -o default
      return
    fi
    # A name that an application gave itself may hold anything that a shell would act upon.
    printf -v found %q "$line"
    COMPREPLY+=("$found")
  done < <("$1" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -F _nightctl nightctl
