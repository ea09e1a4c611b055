# Completion of nightctl for bash: `nightctl complete` returns the possible values.

_nightctl() {
  local found line word last='' attached=''
  local -a words=() plain=()
  COMPREPLY=()
  # bash splits --app=ID into three words, and replaces the last of them.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ $word == = && $last == --* && $last != *=* ]]; then
      attached=$last=
    elif [[ -n $attached && $last == "$attached" ]]; then
      attached=$last
      word=$last$word
    else
      attached=
    fi
    if [[ -n $attached ]]; then
      [[ $word == = ]] && word=$attached
      words[${#words[@]}-1]=$word
    else
      words+=("$word")
    fi
    last=$word
  done
  while IFS= read -r line; do
    if [ "$line" = :file ]; then
      if [ ${#COMPREPLY[@]} = 0 ]; then
        compopt -o default
        return
      fi
      # File names together with other values; bash then quotes all of them.
      compopt -o filenames
      COMPREPLY=("${plain[@]}")
      while IFS= read -r found; do
        COMPREPLY+=("$found")
      done < <(compgen -f -- "${words[${#words[@]}-1]}" | sort)
      return
    fi
    if [ "$line" = :program ]; then
      while IFS= read -r found; do
        COMPREPLY+=("$found")
      done < <(compgen -c -- "${words[${#words[@]}-1]}" | sort -u)
      compopt -o default
      return
    fi
    line=${line#"$attached"}
    # An application's name may contain characters that the shell would interpret.
    printf -v found %q "$line"
    COMPREPLY+=("$found")
    plain+=("$line")
  done < <("$1" complete "${words[@]}" 2>/dev/null)
}

complete -F _nightctl nightctl
