import NightCore

/// The script that writes GNOME's settings, and restores their previous values.
///
/// The first argument is the path of the file with the previous values. Then follow any number of
/// `write KEY VALUE`, `pair KEY STYLE`, `leave KEY` and `restore KEY VALUE`. `pair` writes the twin
/// of the user's own theme for a style, which the program after `nightctl` finds; if no twin is
/// installed, the user's theme stays. `restore` sets a key to the value that
/// the user chose, but only if the key still has the value that nightd wrote. A key in the file
/// that no argument names gets its previous value. Values have the form that `gsettings` prints,
/// and are never run as part of the script.
///
/// The script first reads the settings and keeps their values, which takes the longest. Then it
/// prints `question` with three things: the style that it found, the style that it is about to
/// write, and the keys that it is about to write. It writes only if its next command is `yes`, so
/// that an older style never overwrites a newer one. Before it writes, the script reads the values
/// again, because the user may have flipped the switch meanwhile.
package enum MirrorScript {
  package static let question = "may-write"
  package static let yes = "yes"
  package static let no = "no"

  // The file has one line for each key and each value that nightd may have written. The line
  // contains the previous value. The script adds the line before it writes the value, so that
  // nothing is lost if the script ends in between. A printed value contains no tab and no line end.
  //
  // The style is written last, because programs read the theme names when the style changes.
  //
  // When the bus ends, the commands that need it end too. A unit must not end before the bus, so
  // the script waits a second after a failure (see `Daemon`).
  package static let text = #"""
    schema=org.gnome.desktop.interface
    tab=$(printf '\t')
    code=0
    count=0
    named=' '
    umask 077
    # Printed values are written back, so they must be in UTF-8.
    export LC_ALL=C.UTF-8
    set -f

    clean_up() { rm -f "$new"; }
    begin_work() { trap clean_up EXIT; trap 'exit 1' HUP INT PIPE TERM; }

    fail() {
      echo "$2"
      [ $code -gt "$1" ] || code=$1
    }

    # Prints the value that a key had when $all was read; nothing if the key does not exist.
    value() {
      while IFS=' ' read -r a b c; do
        [ "$b" != "$1" ] || [ "$a" != $schema ] || printf '%s\n' "$c"
      done <<EOF
    $all
    EOF
    }

    # Prints the kept lines of all other keys: KEY
    others() {
      [ -f "$kept" ] || return 0
      while IFS=$tab read -r a b c d; do
        [ -z "$d" ] || [ "$b" = "$1" ] || printf '%s\t%s\t%s\t%s\n' "$a" "$b" "$c" "$d" || return 1
      done <"$kept"
    }

    # Prints the previous value of a key; fails if its value is not one of ours: KEY VALUE
    before() {
      [ -f "$kept" ] || return 1
      while IFS=$tab read -r a b c d; do
        [ "$b" = "$1" ] && [ "$c" = "$2" ] && [ -n "$d" ] && printf '%s\n' "$d" && return 0
      done <"$kept"
      return 1
    }

    # Replaces the kept lines of a key by pairs of our value and the previous one:
    # KEY OURS STOOD ...
    keep() {
      replace_kept "$@" || { rm -f "$new"; return 1; }
    }

    replace_kept() {
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

    # Keeps the previous value as if nothing had been written: KEY PRESENT STOOD
    unkeep() {
      if [ "$3" = "$2" ]; then keep "$1"; else keep "$1" "$2" "$3"; fi
    }

    # Plans one change: KEY WANTED PRESENT STOOD WAY
    note() {
      count=$((count + 1))
      eval "key_$count=\$1 wanted_$count=\$2 present_$count=\$3 stood_$count=\$4 way_$count=\$5"
    }

    # GNOME's own switch uses default for light; but its panel is light for prefer-light only.
    light_here() {
      case :$XDG_CURRENT_DESKTOP: in
        *:[Gg][Nn][Oo][Mm][Ee]:*) [ "$present" = "'prefer-light'" ] && echo "$present" || echo "'default'" ;;
        *) echo "'prefer-light'" ;;
      esac
    }

    plan_write() {
      present=$(value "$1")
      [ -n "$present" ] || { echo "$schema has no key $1 here"; return; }
      wanted=$2
      [ "$1 $2" != "color-scheme 'prefer-light'" ] || wanted=$(light_here)
      if stood=$(before "$1" "$present"); then
        [ "$present" != "$wanted" ] || return
        keep "$1" "$present" "$stood" "$wanted" "$stood"
      else
        # The user or another program chose this value.
        stood=$present
        [ "$present" != "$wanted" ] || { [ ! -f "$kept" ] || keep "$1"; return; }
        keep "$1" "$wanted" "$stood"
      fi || { fail 6 "$kept cannot be written, so that $1 is left as it is"; return; }
      note "$1" "$wanted" "$present" "$stood" write
    }

    # Plans the twin of the user's own theme: KEY STYLE
    plan_pair() {
      # Plasma has a program of its own that keeps GTK's theme.
      case :$XDG_CURRENT_DESKTOP: in *:KDE:*) return ;; esac
      present=$(value "$1")
      [ -n "$present" ] || return
      own=$(before "$1" "$present") || own=$present
      twin=$("$nightctl" mirrors twin "$1" "$2" "$own" 2>/dev/null) || twin=
      if [ -n "$twin" ]; then
        plan_write "$1" "$twin"
      elif [ -f "$kept" ]; then
        plan_back "$1"
      fi
    }

    # Plans to restore a key: KEY and, if known, the user's value, which may be newer.
    plan_back() {
      present=$(value "$1")
      if stood=$(before "$1" "$present") && stood=${2:-$stood} && [ "$stood" != "$present" ]; then
        note "$1" "$stood" "$present" "$stood" back
      else
        keep "$1" || fail 6 "$kept cannot be written"
      fi
    }

    unchanged() {
      if [ "$(gsettings writable $schema "$1")" = false ]; then
        fail 5 "$1 \#(MirrorFailure.locked)"
      else
        fail 5 "$1 \#(MirrorFailure.unchanged) $2"
      fi
    }

    # A key that had its default was most likely not set at all.
    restore() {
      if [ "$(GSETTINGS_BACKEND=memory gsettings get $schema "$1")" = "$2" ]; then
        gsettings reset $schema "$1"
        [ "$(gsettings get $schema "$1")" != "$2" ] || return 0
      fi
      gsettings set $schema "$1" "$2"
    }

    # KEY WANTED PRESENT STOOD WAY
    carry_out() {
      if [ "$5" = back ]; then restore "$1" "$2"; else gsettings set $schema "$1" "$2"; fi
      result=$?
      now=$(gsettings get $schema "$1")
      if [ "$5" = back ]; then
        [ "$now" = "$2" ] || { unchanged "$1" "$2"; return; }
        keep "$1" || fail 6 "$kept cannot be written"
      elif [ "$now" = "$2" ] || { [ $result = 0 ] && [ "$now" != "$3" ]; }; then
        # GSettings may print a value in another form than it was given.
        keep "$1" "$now" "$4"
      else
        unkeep "$1" "$3" "$4"
        unchanged "$1" "$2"
      fi
    }

    # Runs a command for each planned change, with - for all keys but the style, with + for the
    # style: COMMAND SIGN
    each() {
      i=0
      while [ $i -lt $count ]; do
        i=$((i + 1))
        eval "a=\$key_$i b=\$wanted_$i c=\$present_$i d=\$stood_$i e=\$way_$i"
        case $2$a in
          +color-scheme | -*) ;;
          *) continue ;;
        esac
        [ "$2$a" != -color-scheme ] || continue
        "$1" "$a" "$b" "$c" "$d" "$e"
      done
    }

    tell_key() { printf ' %s' "$1"; }
    tell_wanted() { printf '%s' "$2"; }
    take_back() { [ "$5" = back ] || unkeep "$1" "$3" "$4"; }
    tell_changed() { [ "$(value "$1")" = "$3" ] || echo "$1"; }

    give_up() {
      each take_back -
      each take_back +
      exit \#(MirrorFailure.outdated.rawValue)
    }

    end_work() {
      [ $code = 0 ] || sleep 1
      exit $code
    }

    main() {
      kept=$1
      shift
      new=$kept.$$
      begin_work
      command -v gsettings >/dev/null || { echo "there is no program gsettings"; exit 3; }
      all=$(gsettings list-recursively $schema 2>/dev/null) && [ -n "$all" ] ||
        { echo "there is no schema $schema"; exit 4; }

      while [ $# -gt 1 ]; do
        named="$named$2 "
        case $1 in
          write)
            plan_write "$2" "$3"
            shift 3
            ;;
          pair)
            plan_pair "$2" "$3"
            shift 3
            ;;
          nightctl)
            nightctl=$2
            shift 2
            ;;
          restore)
            [ ! -f "$kept" ] || plan_back "$2" "$3"
            shift 3
            ;;
          *) shift 2 ;;
        esac
      done
      [ ! -f "$kept" ] || for key in $(cut -s -f 2 "$kept" | sort -u); do
        case $named in
          *" $key "*) ;;
          *) plan_back "$key" ;;
        esac
      done
      [ $count -gt 0 ] || end_work

      scheme=$(each tell_wanted +)
      echo "\#(question) $(value color-scheme) ${scheme:--}$(each tell_key -)$(each tell_key +)"
      # The shell now waits for its next command. A signal ends it there, and then nothing is
      # written.
      trap - HUP INT TERM
      trap \#(no) EXIT
    }

    \#(no)() {
      trap - EXIT
      give_up
    }

    \#(yes)() {
      exec </dev/null
      begin_work
      # A value that the user chose meanwhile is not overwritten.
      all=$(gsettings list-recursively $schema 2>/dev/null)
      [ -z "$(each tell_changed -)$(each tell_changed +)" ] || give_up
      each carry_out -
      each carry_out +
      end_work
    }
    """#
}
