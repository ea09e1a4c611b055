# Written by nightd; nightctl programs off qtile removes it.
def _nightd(names):
    text = {"foreground": "{{colors.onSurface.default.hex}}", "background": "{{colors.surface.default.hex}}"}
    widget = {
        **text,
        "active": "{{colors.onSurface.default.hex}}",
        "inactive": "{{colors.onSurfaceVariant.default.hex}}",
        "block_highlight_text_color": "{{colors.onPrimary.default.hex}}",
        "this_current_screen_border": "{{colors.primary.default.hex}}",
        "this_screen_border": "{{colors.primary.default.hex}}",
        "other_current_screen_border": "{{colors.surfaceVariant.default.hex}}",
        "other_screen_border": "{{colors.surfaceVariant.default.hex}}",
        "highlight_color": ["{{colors.surface.default.hex}}", "{{colors.surfaceVariant.default.hex}}"],
        "urgent_text": "{{colors.error.default.hex}}",
        "urgent_border": "{{colors.error.default.hex}}",
        "border": "{{colors.separator.default.hex}}",
    }
    layout = {
        "border_focus": "{{colors.primary.default.hex}}",
        "border_normal": "{{colors.surfaceVariant.default.hex}}",
        "border_focus_stack": "{{colors.primary.default.hex}}",
        "border_normal_stack": "{{colors.surfaceVariant.default.hex}}",
        "bg_color": "{{colors.surface.default.hex}}",
        "section_fg": "{{colors.onSurface.default.hex}}",
        "active_bg": "{{colors.primary.default.hex}}",
        "active_fg": "{{colors.onPrimary.default.hex}}",
        "inactive_bg": "{{colors.surface.default.hex}}",
        "inactive_fg": "{{colors.onSurface.default.hex}}",
    }
    menu = {
        **text,
        "selected_background": "{{colors.selection.default.hex}}",
        "selected_foreground": "{{colors.onSelection.default.hex}}",
    }

    def paint(thing, colours):
        known = {**getattr(thing, "_variable_defaults", {}), **getattr(thing, "_user_config", {})}
        # Only a block has the colour of the border behind its text.
        if known.get("highlight_method", "block") != "block":
            colours = {
                **colours,
                "block_highlight_text_color": text["foreground"],
                "this_current_screen_border": "{{colors.link.default.hex}}",
            }
        for key, colour in colours.items():
            if key in known:
                setattr(thing, key, colour)

    for each in [*names.get("layouts", []), names.get("floating_layout")]:
        paint(each, layout)
    for group in names.get("groups", []):
        for each in getattr(group, "layouts", None) or []:
            paint(each, layout)
    for screen in names.get("screens", []):
        for side in ("top", "bottom", "left", "right"):
            bar = getattr(screen, side, None)
            paint(bar, {"background": text["background"]})
            for each in getattr(bar, "widgets", []):
                paint(each, widget)
                for inner in getattr(each, "widgets", None) or []:
                    paint(inner, widget)
    names.get("widget_defaults", {}).update(text)
    names.get("extension_defaults", {}).update(menu)


_nightd(globals())
