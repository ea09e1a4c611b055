-- Written by nightd; nightctl programs off hyprland removes it.
hl.config({
  general = {
    col = {
      active_border = "rgb({{colors.primary.default.hex_stripped}})",
      inactive_border = "rgb({{colors.surfaceVariant.default.hex_stripped}})",
    },
  },
  group = {
    col = {
      border_active = "rgb({{colors.primary.default.hex_stripped}})",
      border_inactive = "rgb({{colors.surfaceVariant.default.hex_stripped}})",
    },
    groupbar = {
      col = {
        active = "rgb({{colors.primary.default.hex_stripped}})",
        inactive = "rgb({{colors.surfaceVariant.default.hex_stripped}})",
      },
      text_color = "rgb({{colors.onPrimary.default.hex_stripped}})",
    },
  },
  misc = {
    background_color = "rgb({{colors.background.default.hex_stripped}})",
  },
})
