import NightBus
import NightValues

/// Messages about settings of other programs.
extension Messages {
  static let isNoText = "it is no UTF-8 text"

  static func leavesAlone(_ path: String, _ why: String) -> String {
    "\(Output.plain(path)) is left alone: \(Output.plain(why))"
  }

  static func themeNotInstalled(_ key: String, _ name: String) -> String {
    "\(key) names \(Excerpt(name)), which is not installed"
  }

  static func cannotReset(_ key: String) -> String {
    "\(Output.plain(key)) had no value before, and its program cannot remove a value"
  }

  static let noOrders =
    "each ORDER is write KEY VALUE, pair KEY STYLE, leave KEY or restore KEY VALUE"

  static let nobodyHasChosen =
    "nightd writes no other program's settings now, because nobody has chosen a style: "
    + "nightctl set dark, light or auto is a choice."

  static func wrote(_ place: String) -> String { "Wrote \(Output.plain(place))" }

  static func isNotNeeded(_ name: String) -> String {
    "\(name) is on, but nothing here needs it now."
  }

  /// What keeps the user's values from coming back.
  static func leftAlone(_ result: ProgramApplier.Result) -> [Failure] {
    result.notes.isEmpty ? [] : [.system("\(result.name) could not be restored; see above")]
  }
}
