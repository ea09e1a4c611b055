# Written by nightd; nightctl programs off nnn removes it.
export NNN_COLORS='4256' NNN_FCOLORS='030304020005060701030501'
