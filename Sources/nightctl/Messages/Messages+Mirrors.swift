import NightBus
import NightPrograms
import NightValues

/// Messages of `nightctl mirrors`.
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

  static func noMirror(_ name: String, _ known: [String]) -> String {
    "\(Excerpt(name)) is not a mirror" + meant(name, known) + "; nightctl mirrors lists them"
  }

  static func mirrorsAlready(_ names: [String], isOn: Bool) -> String {
    let subject = names.isEmpty ? "the mirrors" : listed(names, or: "and")
    return "Nothing had to change: \(subject) \(names.count == 1 ? "is" : "are") "
      + "\(isOn ? "on" : "off") already."
  }

  static func mirrorsFailed(_ names: [String]) -> String {
    "\(listed(names, or: "and")) could not be updated"
  }

  static func mirrorsNotRestored(_ names: [String]) -> String {
    "\(listed(names, or: "and")) could not be restored; see above, and run nightctl undo again"
  }

  /// The mirrors, one line each, with the files that they wrote.
  static func mirrors(_ states: [MirrorState], isActive: Bool) -> [String] {
    guard !states.isEmpty else { return ["nightd knows no other program's settings."] }
    var lines: [String] = []
    if !isActive {
      lines += ["nightd writes no other program's settings now: nobody has chosen a style.", ""]
    }
    let width = states.map(\.mirror.name.count).max() ?? 0
    for state in states {
      let name = state.mirror.name
      let padding = String(repeating: " ", count: width - name.count)
      let untried = state.mirror.trial == .notTried ? ", not tried with the real program" : ""
      lines.append("\(name)\(padding)  \(words(state)): \(state.mirror.title)\(untried)")
      let indent = String(repeating: " ", count: width + 2)
      lines += state.places.map { indent + "wrote \(Output.plain($0))" }
      lines += state.problems.map { indent + $0 }
    }
    return lines
  }

  private static func words(_ state: MirrorState) -> String {
    guard state.isOn else { return "off" }
    if state.isReleased { return "on, but the desktop changes these settings itself" }
    return state.isWanted ? "on" : "on, not needed here"
  }
}
