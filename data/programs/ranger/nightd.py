# Written by nightd; nightctl programs off ranger removes it.
from __future__ import absolute_import, division, print_function

from ranger.colorschemes.default import Default
from ranger.gui.color import black, blue, bold, default, green, red, reverse, yellow


class Scheme(Default):
    """The default scheme, without text in the terminal's own colour on a coloured background."""

    progress_bar_color = blue

    def use(self, context):
        fg, bg, attr = Default.use(self, context)
        if bg in (red, green, blue, yellow):
            fg, bg, attr = bg, default, attr | reverse
        if fg > 7:
            fg -= 8
        if fg == black:
            fg, attr = default, attr & ~bold
        return fg, bg, attr
