import NightBus
import NightCore

/// Messages of `nightctl inhibit`.
extension Words {
  static let whyIsOneLine = "--why must be one line"

  static let gone = "it ended"

  static func runs(_ name: String) -> String { "\(name) runs" }

  /// The name as an application's name on the bus: without control characters, and not too long.
  static func fitting(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars where scalar.properties.generalCategory != .control {
      guard text.utf8.count + UTF8.width(scalar) <= Contract.applicationBytes else { break }
      text.unicodeScalars.append(scalar)
    }
    return text.isEmpty ? "nightctl" : text
  }

  static func notInhibited(_ why: String) -> String {
    "the style may change by itself meanwhile: \(why)"
  }

  static func cannotRun(_ command: String, _ why: String) -> String {
    "cannot run \(Excerpt(command)): \(why)"
  }
}
