# Written by nightd; nightctl programs off zsh removes it.
typeset -gA ZSH_HIGHLIGHT_STYLES
ZSH_HIGHLIGHT_STYLES+=(
  default none
  unknown-token fg=red,bold
  reserved-word fg=magenta
  arg0 fg=blue
  command fg=blue
  alias fg=blue
  suffix-alias fg=blue,underline
  global-alias fg=blue,underline
  builtin fg=blue
  function fg=blue
  hashed-command fg=blue
  precommand fg=blue,underline
  autodirectory fg=blue,underline
  commandseparator fg=magenta
  path underline
  path_prefix underline
  globbing fg=yellow
  history-expansion fg=magenta
  command-substitution-delimiter fg=magenta
  process-substitution-delimiter fg=magenta
  arithmetic-expansion fg=yellow
  single-hyphen-option fg=cyan
  double-hyphen-option fg=cyan
  back-quoted-argument none
  back-quoted-argument-delimiter fg=magenta
  single-quoted-argument fg=green
  double-quoted-argument fg=green
  dollar-quoted-argument fg=green
  rc-quote fg=yellow
  dollar-double-quoted-argument fg=yellow
  back-double-quoted-argument fg=yellow
  back-dollar-quoted-argument fg=yellow
  assign none
  redirection fg=cyan,bold
  comment fg=8
  named-fd fg=cyan
  numeric-fd fg=cyan
  bracket-error fg=red,bold
  bracket-level-1 fg=blue,bold
  bracket-level-2 fg=green,bold
  bracket-level-3 fg=magenta,bold
  bracket-level-4 fg=yellow,bold
  bracket-level-5 fg=cyan,bold
  cursor-matchingbracket standout
)
ZSH_AUTOSUGGEST_HIGHLIGHT_STYLE=fg=8
