-- Written by nightd; nightctl programs off lite-xl removes it.
local core = require "core"
local style = require "core.style"
local common = require "core.common"

style.background = { common.color "{{syntax.background.default.hex}}" }
style.background2 = { common.color "{{colors.surface.default.hex}}" }
style.background3 = { common.color "{{colors.surface.default.hex}}" }
style.text = { common.color "{{colors.onSurface.default.hex}}" }
style.caret = { common.color "{{terminal.cursor.default.hex}}" }
style.accent = { common.color "{{colors.accent.default.hex}}" }
style.dim = { common.color "{{colors.onSurfaceVariant.default.hex}}" }
style.divider = { common.color "{{colors.separator.default.hex}}" }
style.selection = { common.color "{{terminal.selection_background.default.hex}}" }
style.line_number = { common.color "{{syntax.comment.default.hex}}" }
style.line_number2 = { common.color "{{syntax.text.default.hex}}" }
style.line_highlight = { common.color "{{syntax.line.default.hex}}" }
style.scrollbar = { common.color "{{colors.separator.default.hex}}" }
style.scrollbar2 = { common.color "{{colors.onSurfaceVariant.default.hex}}" }
style.scrollbar_track = { common.color "{{colors.surface.default.hex}}" }
style.nagbar = { common.color "{{colors.error.default.hex}}" }
style.nagbar_text = { common.color "{{colors.onError.default.hex}}" }
style.nagbar_dim = { common.color "rgba(0, 0, 0, 0.45)" }
style.drag_overlay = { common.color "rgba(128, 128, 128, 0.2)" }
style.drag_overlay_tab = { common.color "{{colors.primary.default.hex}}" }
style.good = { common.color "{{colors.success.default.hex}}" }
style.warn = { common.color "{{colors.warning.default.hex}}" }
style.error = { common.color "{{colors.error.default.hex}}" }
style.modified = { common.color "{{colors.link.default.hex}}" }
style.syntax["normal"] = { common.color "{{syntax.text.default.hex}}" }
style.syntax["symbol"] = { common.color "{{syntax.text.default.hex}}" }
style.syntax["comment"] = { common.color "{{syntax.comment.default.hex}}" }
style.syntax["keyword"] = { common.color "{{syntax.keyword.default.hex}}" }
style.syntax["keyword2"] = { common.color "{{syntax.type.default.hex}}" }
style.syntax["number"] = { common.color "{{syntax.constant.default.hex}}" }
style.syntax["literal"] = { common.color "{{syntax.constant.default.hex}}" }
style.syntax["string"] = { common.color "{{syntax.string.default.hex}}" }
style.syntax["operator"] = { common.color "{{syntax.text.default.hex}}" }
style.syntax["function"] = { common.color "{{syntax.function.default.hex}}" }
style.log["INFO"] = { icon = "i", color = style.text }
style.log["WARN"] = { icon = "!", color = style.warn }
style.log["ERROR"] = { icon = "!", color = style.error }

-- Lite XL does not watch this file.
if not core.nightd then
  core.nightd = true
  local file = USERDIR .. PATHSEP .. "colors" .. PATHSEP .. "nightd.lua"
  local function time()
    local info = system.get_file_info(file)
    return info and info.modified
  end
  core.add_thread(function()
    local seen = time()
    while true do
      coroutine.yield(1)
      local now = time()
      if now and now ~= seen then
        seen = now
        core.reload_module("colors.nightd")
        core.redraw = true
      end
    end
  end)
end

return style
