# Written by nightd; nightctl programs off nnn removes it.
set -gx NNN_COLORS 4256
set -gx NNN_FCOLORS 030304020005060701030501
