# Written by nightd; nightctl programs off fish removes it.
# Global variables hide fish_config's universal variables, which stay as they are.
status is-interactive; or exit
set -g fish_color_normal normal
set -g fish_color_command blue
set -g fish_color_keyword magenta
set -g fish_color_quote green
set -g fish_color_redirection cyan --bold
set -g fish_color_end magenta
set -g fish_color_error red
set -g fish_color_param normal
set -g fish_color_option cyan
set -g fish_color_comment brblack
set -g fish_color_operator cyan
set -g fish_color_escape yellow
set -g fish_color_autosuggestion brblack
set -g fish_color_match --background=brblue
set -g fish_color_selection --reverse
set -g fish_color_search_match --reverse
set -g fish_color_valid_path --underline
set -g fish_color_cwd green
set -g fish_color_cwd_root red
set -g fish_color_user green
set -g fish_color_host normal
set -g fish_color_host_remote yellow
set -g fish_color_status red
set -g fish_color_cancel --reverse
set -g fish_pager_color_prefix normal --bold --underline
set -g fish_pager_color_completion normal
set -g fish_pager_color_description yellow
set -g fish_pager_color_progress --reverse
set -g fish_pager_color_selected_background --reverse
