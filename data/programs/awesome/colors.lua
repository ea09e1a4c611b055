-- Written by nightd; nightctl programs off awesome removes it.
local beautiful = require("beautiful")
local init = beautiful.init
local colours = {
  bg_normal = "{{colors.surface.default.hex}}",
  fg_normal = "{{colors.onSurface.default.hex}}",
  bg_focus = "{{colors.primary.default.hex}}",
  fg_focus = "{{colors.onPrimary.default.hex}}",
  bg_urgent = "{{colors.error.default.hex}}",
  fg_urgent = "{{colors.onError.default.hex}}",
  bg_minimize = "{{colors.surfaceVariant.default.hex}}",
  fg_minimize = "{{colors.onSurface.default.hex}}",
  bg_systray = "{{colors.surface.default.hex}}",
  border_normal = "{{colors.surfaceVariant.default.hex}}",
  border_focus = "{{colors.primary.default.hex}}",
  border_marked = "{{colors.error.default.hex}}",
  border_color_normal = "{{colors.surfaceVariant.default.hex}}",
  border_color_active = "{{colors.primary.default.hex}}",
  border_color_urgent = "{{colors.error.default.hex}}",
}
-- Colours of parts, which would override the general ones.
for _, part in ipairs({ "wibar", "menu", "tooltip", "notification", "hotkeys", "tasklist", "taglist", "titlebar" }) do
  for _, state in ipairs({ "", "_normal", "_focus", "_urgent", "_minimize" }) do
    local general = state == "" and "_normal" or state
    colours[part .. "_bg" .. state] = colours["bg" .. general]
    colours[part .. "_fg" .. state] = colours["fg" .. general]
  end
end
colours.taglist_bg_empty, colours.taglist_fg_empty = colours.bg_normal, colours.fg_normal
colours.taglist_bg_occupied, colours.taglist_fg_occupied = colours.bg_normal, colours.fg_normal

beautiful.init = function(...)
  local result = init(...)
  local theme = beautiful.get()
  if theme then
    for key, colour in pairs(colours) do
      theme[key] = colour
    end
    pcall(function()
      local assets = require("beautiful.theme_assets")
      assets.recolor_layout(theme, colours.fg_normal)
      assets.recolor_titlebar(theme, colours.fg_normal, "normal")
      assets.recolor_titlebar(theme, colours.fg_focus, "focus")
      local size = require("beautiful.xresources").apply_dpi(4)
      theme.taglist_squares_sel = assets.taglist_squares_sel(size, colours.fg_focus)
      theme.taglist_squares_unsel = assets.taglist_squares_unsel(size, colours.fg_normal)
    end)
  end
  return result
end
