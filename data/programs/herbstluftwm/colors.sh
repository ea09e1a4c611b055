# Written by nightd; nightctl programs off herbstluftwm removes it.
# An older herbstluftwm prints an error for each name that it does not know.
{
  herbstclient set frame_border_active_color '{{colors.primary.default.hex}}'
  herbstclient set frame_border_normal_color '{{colors.separator.default.hex}}'
  herbstclient set frame_bg_active_color '{{colors.selection.default.hex}}'
  herbstclient set frame_bg_normal_color '{{colors.surface.default.hex}}'
  herbstclient attr theme.background_color '{{colors.background.default.hex}}'
  for state in normal active urgent; do
    case $state in
      active) bg='{{colors.primary.default.hex}}' fg='{{colors.onPrimary.default.hex}}' ;;
      urgent) bg='{{colors.error.default.hex}}' fg='{{colors.onError.default.hex}}' ;;
      *) bg='{{colors.surfaceVariant.default.hex}}' fg='{{colors.onSurface.default.hex}}' ;;
    esac
    for part in color inner_color outer_color; do
      herbstclient attr theme.$state.$part "$bg"
    done
    herbstclient attr theme.$state.title_color "$fg"
    herbstclient attr theme.$state.tab_color '{{colors.surface.default.hex}}'
    herbstclient attr theme.$state.tab_outer_color '{{colors.separator.default.hex}}'
    herbstclient attr theme.$state.tab_title_color '{{colors.onSurface.default.hex}}'
  done
} >/dev/null 2>&1
