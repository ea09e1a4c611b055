#!/bin/sh
# install.sh [--remove] [PREFIX]: installs nightd below PREFIX (default: /usr/local as root, else ~/.local), or
# removes what it installed there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
action=install
[ "${1:-}" != --remove ] || {
  action=remove
  shift
}
case ${1:-} in
--help | -h)
  sed -n '2,3s/^# //p' "$0"
  exit 0
  ;;
'') if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi ;;
/*) prefix=$1 ;;
*)
  echo "install.sh: PREFIX must be an absolute path, not $1" >&2
  exit 2
  ;;
esac
case $prefix in
*[[:space:]'|&']*)
  echo "install.sh: PREFIX must hold no blank, no | and no &: $prefix" >&2
  exit 2
  ;;
esac
portals=''
case $prefix in /usr | /usr/local) portals=/usr/share/xdg-desktop-portal/portals/nightd.portal ;; esac

cd "$here/files"
if [ $action = remove ]; then
  # The lines are paths without line ends, made by `make tar`.
  while read -r file; do rm -f "$prefix/$file"; done <"$here/list"
  [ -z "$portals" ] || rm -f "$portals"
  # Only empty folders: below ~/.local, share/nightd also has the user's own themes.
  sed 's|/[^/]*$||' "$here/list" | sort -ru | while read -r folder; do
    case $folder in share/nightd* | share/doc/nightd*) rmdir "$prefix/$folder" 2>/dev/null || : ;; esac
  done
  echo "nightd is removed from $prefix. To restore other programs' settings first, run: nightctl undo"
  exit 0
fi
while read -r file; do
  mkdir -p "$prefix/$(dirname "$file")"
  # A running program cannot be written, but replaced.
  rm -f "$prefix/$file"
  cp -P "$file" "$prefix/$file"
done <"$here/list"
# These name the folders of the installation.
for file in share/dbus-1/services/org.nightd.Night1.service \
  share/dbus-1/services/org.freedesktop.impl.portal.desktop.nightd.service share/systemd/user/nightd.service \
  share/systemd/user/nightd-login.service share/systemd/user/night-switch.service \
  lib/pkgconfig/nightkit.pc; do
  sed "s|/@nightd-prefix@|$prefix|g" "$file" >"$prefix/$file"
done
[ -z "$portals" ] || install -D -m 644 share/nightd/nightd.portal "$portals"
[ "$(id -u)" != 0 ] || /sbin/ldconfig 2>/dev/null || :
ldd "$prefix/bin/nightd" 2>/dev/null | sed -n 's/^[[:space:]]*\(.*\) => not found$/nightd also needs \1/p' >&2
echo "nightd is installed below $prefix. Next, as yourself: nightctl set dark"
case :$PATH: in *":$prefix/bin:"*) ;; *) echo "Add $prefix/bin to PATH." ;; esac
