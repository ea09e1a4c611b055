# Written by nightd; nightctl programs off dircolors removes it.
# This uses only the terminal's colours, and no text on a coloured background.
set -gx LS_COLORS 'rs=0:di=34:ln=36:mh=0:pi=33:so=35:do=35:bd=33:cd=33:or=31:mi=31:su=1;31:sg=1;33'
set -gx LS_COLORS "$LS_COLORS:ca=1;31:tw=1;4;34:ow=4;34:st=1;34:ex=32"
set -gx LS_COLORS "$LS_COLORS:*.tar=31:*.tgz=31:*.gz=31:*.bz2=31:*.xz=31:*.zst=31:*.zip=31:*.7z=31:*.rar=31"
set -gx LS_COLORS "$LS_COLORS:*.jar=31:*.deb=31:*.rpm=31"
set -gx LS_COLORS "$LS_COLORS:*.jpg=35:*.jpeg=35:*.png=35:*.gif=35:*.webp=35:*.svg=35:*.tif=35:*.tiff=35:*.bmp=35"
set -gx LS_COLORS "$LS_COLORS:*.mp4=35:*.mkv=35:*.webm=35:*.avi=35:*.mov=35"
set -gx LS_COLORS "$LS_COLORS:*.mp3=36:*.flac=36:*.ogg=36:*.opus=36:*.wav=36:*.m4a=36"
