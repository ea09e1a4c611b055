# Written by nightd; nightctl programs off bspwm removes it.
bspc config normal_border_color '{{colors.surfaceVariant.default.hex}}'
bspc config active_border_color '{{colors.separator.default.hex}}'
bspc config focused_border_color '{{colors.primary.default.hex}}'
bspc config presel_feedback_color '{{colors.secondary.default.hex}}'
