/// A way in which editors save a file.
///
/// Each way is shell code, in which `$1` is the file, and `$2` and `$3` are the two halves of the
/// new text.
enum Saver: CaseIterable {
  /// The editor renames a new file over the old one.
  case rename
  /// The editor empties the old file and writes it.
  case inPlace
  /// The editor empties the old file, and writes it in two writes with a pause between them.
  case inTwoSteps
  /// The editor renames the old file to a backup, so for a moment there is no file.
  case backup

  var script: String {
    switch self {
    case .rename: #"printf '%s%s' "$2" "$3" >"$1.save"; mv "$1.save" "$1""#
    case .inPlace: #"printf '%s%s' "$2" "$3" >"$1""#
    case .inTwoSteps: #"exec >"$1"; printf '%s' "$2"; sleep 0.02; printf '%s' "$3""#
    case .backup: #"mv "$1" "$1~"; printf '%s%s' "$2" "$3" >"$1""#
    }
  }
}
