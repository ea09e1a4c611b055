# Written by nightd; nightctl programs off fzf removes it.
string match -q -- '* --color=16,fg:-1,bg:-1,hl:4,fg+:-1:bold,bg+:0,hl+:4:bold,info:3,prompt:4,pointer:1,marker:2,spinner:2,header:6,border:8,gutter:-1 *' " $FZF_DEFAULT_OPTS "
or set -gx FZF_DEFAULT_OPTS "$FZF_DEFAULT_OPTS --color=16,fg:-1,bg:-1,hl:4,fg+:-1:bold,bg+:0,hl+:4:bold,info:3,prompt:4,pointer:1,marker:2,spinner:2,header:6,border:8,gutter:-1"
