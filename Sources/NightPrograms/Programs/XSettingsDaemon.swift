import NightCore

/// Starts, watches and ends xsettingsd.
enum XSettingsDaemon {
  /// The program that prints the settings of X11 programs; it is part of xsettingsd's package.
  static let reader = "dump_xsettings"

  /// The path of a file that exists only while the xsettingsd that nightd started is running.
  ///
  /// The file contains the process ID and the start time of xsettingsd. If the user's systemd runs
  /// xsettingsd as a unit, the file contains only the word `unit`.
  static func record(_ context: ProgramContext) -> String {
    context.own("xsettingsd")
  }

  /// Starts xsettingsd, unless `dump_xsettings` shows that another settings daemon runs.
  static func start(_ context: ProgramContext) -> Announcement {
    .run(["sh", "-c", startScript, "sh", record(context)])
  }

  // When this script ends, its process group is killed. So the script first waits until xsettingsd
  // has moved to its own session. The script waits with `$(…)`, which returns when the last process
  // closes the pipe. The process keeps its ID and start time when it calls `exec`. In `stat`, the
  // start time is the 20th field after the command's name.
  private static let startScript = """
    dump_xsettings >/dev/null 2>&1 && exit 0
    systemd-run --user --quiet --collect --unit=nightd-xsettingsd \\
      --setenv=DISPLAY="$DISPLAY" --setenv=XAUTHORITY="${XAUTHORITY-}" xsettingsd 2>/dev/null &&
      echo unit >"$1" ||
      : "$(setsid sh -c 'read -r stat </proc/$$/stat && set -- "$1" ${stat##*)} &&
          echo "$$ ${21}" >"$1" && exec xsettingsd >/dev/null 2>&1' sh "$1" </dev/null 2>/dev/null &)"
    """

  /// Ends the xsettingsd that nightd started, and no other process.
  static func stop(_ context: ProgramContext) -> Announcement {
    .run(["sh", "-c", stopScript, "sh", record(context)])
  }

  // A missing unit is not an error. The start time is compared too, because another process may
  // have got the same ID.
  private static let stopScript = """
    systemctl --user --quiet stop nightd-xsettingsd.service 2>/dev/null
    [ -e "$1" ] || exit 0
    read -r id start <"$1" && read -r stat <"/proc/$id/stat" && set -- "$1" ${stat##*)} &&
      [ "$start" = "${21}" ] && kill "$id"
    rm -f "$1"
    """

  /// Waits until `dump_xsettings` prints all of these settings; fails after two seconds.
  ///
  /// After `dump_xsettings` has printed the settings, this script waits a moment longer, because
  /// windows must still read the settings from the running xsettingsd.
  static func awaitSettings(_ settings: [Setting]) -> Announcement {
    let lines = settings.map { "\($0.key.name) \($0.value ?? "")" }
    return .run(["sh", "-c", waitScript, "sh"] + lines)
  }

  private static let waitScript = """
    tries=40
    for line; do
      until dump_xsettings 2>/dev/null | grep -qxF -e "$line"; do
        [ $((tries -= 1)) -gt 0 ] || exit 1
        sleep 0.05
      done
    done
    sleep 0.2
    """
}
