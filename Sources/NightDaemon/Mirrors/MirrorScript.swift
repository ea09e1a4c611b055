import NightCore

/// What writes GNOME's settings, and puts back what stood there before.
///
/// Its words are the file in which it keeps what stood before, and then `write KEY VALUE` and
/// `leave KEY`, any number of them; each key that is kept and not named is put back, where its value is
/// still what was written. Values are such as `gsettings` prints, and nothing in them is ever taken for
/// a part of the script.
package enum MirrorScript {
  // Of a key the file has a line for each value that counts as ours, with what stood before: it is
  // there before the value is written, so that the end of this at any point loses nothing. In a
  // printed value there is no tab and no line end.
  //
  // Where the bus ends, so does what needs it. The end of a unit must not be heard before that of the
  // bus, and so a failure takes a while; Daemon says why.
  package static let text = #"""
    kept=$1
    shift
    schema=org.gnome.desktop.interface
    tab=$(printf '\t')
    new=$kept.$$
    code=0
    named=' '
    umask 077
    # What is printed is written back.
    export LC_ALL=C.UTF-8
    set -f
    trap 'rm -f "$new"' EXIT
    trap 'exit 1' HUP INT TERM

    command -v gsettings >/dev/null || { echo "there is no program gsettings"; exit 3; }
    keys=$(gsettings list-keys $schema 2>/dev/null) || { echo "there is no schema $schema"; exit 4; }

    fail() {
      echo "$2"
      [ $code -gt "$1" ] || code=$1
    }

    has() {
      case "
    $keys
    " in
        *"
    $1
    "*) return 0 ;;
      esac
      return 1
    }

    # Prints what is kept of all keys but this one.
    others() {
      [ -f "$kept" ] || return 0
      while IFS=$tab read -r a b c d; do
        [ -z "$d" ] || [ "$b" = "$1" ] || printf '%s\t%s\t%s\t%s\n' "$a" "$b" "$c" "$d" || return 1
      done <"$kept"
    }

    # Prints what stood before the value that stands there; fails where that is not ours.
    before() {
      [ -f "$kept" ] || return 1
      while IFS=$tab read -r a b c d; do
        [ "$b" = "$1" ] && [ "$c" = "$2" ] && [ -n "$d" ] && printf '%s\n' "$d" && return 0
      done <"$kept"
      return 1
    }

    # Keeps of a key these pairs of what is ours and what stood before, and no others.
    keep() {
      mkdir -p "${kept%/*}" && [ ! -d "$kept" ] && others "$1" >"$new" || return 1
      key=$1
      shift
      while [ $# -gt 1 ]; do
        printf '%s\t%s\t%s\t%s\n' $schema "$key" "$1" "$2" >>"$new" || return 1
        shift 2
      done
      if [ -s "$new" ]; then
        sync "$new" && mv -f "$new" "$kept"
      else
        rm -f "$new" "$kept"
      fi
    }

    unchanged() {
      if [ "$(gsettings writable $schema "$1")" = false ]; then
        fail 5 "$1 \#(MirrorEnd.locked)"
      else
        fail 5 "$1 \#(MirrorEnd.unchanged) $2"
      fi
    }

    write() {
      has "$1" || { echo "$schema has no key $1 here"; return; }
      present=$(gsettings get $schema "$1") || { fail 5 "$1 cannot be read"; return; }
      if stood=$(before "$1" "$present"); then
        [ "$present" != "$2" ] || return
        keep "$1" "$present" "$stood" "$2" "$stood"
      else
        # Somebody else chose what stands there.
        stood=$present
        [ "$present" != "$2" ] || { [ ! -f "$kept" ] || keep "$1"; return; }
        keep "$1" "$2" "$stood"
      fi || { fail 6 "$kept cannot be written, so that $1 is left as it is"; return; }
      gsettings set $schema "$1" "$2"
      result=$?
      now=$(gsettings get $schema "$1")
      if [ "$now" = "$2" ] || { [ $result = 0 ] && [ "$now" != "$present" ]; }; then
        # It may be printed otherwise than it was given.
        keep "$1" "$now" "$stood"
      else
        if [ "$stood" = "$present" ]; then keep "$1"; else keep "$1" "$present" "$stood"; fi
        unchanged "$1" "$2"
      fi
    }

    put_back() {
      if has "$1" && present=$(gsettings get $schema "$1") && stood=$(before "$1" "$present"); then
        [ "$stood" = "$present" ] || gsettings set $schema "$1" "$stood"
        [ "$(gsettings get $schema "$1")" = "$stood" ] || { unchanged "$1" "$stood"; return; }
      fi
      keep "$1" || fail 6 "$kept cannot be written"
    }

    while [ $# -gt 1 ]; do
      named="$named$2 "
      case $1 in
        write)
          write "$2" "$3"
          shift 3
          ;;
        *) shift 2 ;;
      esac
    done
    [ ! -f "$kept" ] || for key in $(cut -s -f 2 "$kept" | sort -u); do
      case $named in
        *" $key "*) ;;
        *) put_back "$key" ;;
      esac
    done
    [ $code = 0 ] || sleep 1
    exit $code
    """#
}
