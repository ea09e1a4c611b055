/// How the program that writes GNOME's settings says that it did not write all of them.
package enum MirrorEnd: Int32, Sendable {
  case noProgram = 3
  case noSchema = 4
  case notWritten = 5
  case notKept = 6
  /// It was told not to write, since a newer style was set meanwhile.
  case outdated = 7

  /// The name of what it does among all that nightd does elsewhere.
  package static let reaction = "gsettings"

  /// What it says after the name of a key.
  package static let locked = "may not be changed here: it is locked"
  package static let unchanged = "did not become"

  /// The key of which a line of its output says the first of these.
  static func lockedKey(in output: String) -> String? {
    output.split(separator: "\n").first { $0.hasSuffix(" " + locked) }
      .map { String($0.dropLast(locked.count + 1)) }
  }

  static func isUnchanged(_ output: String) -> Bool {
    output.split(separator: "\n").contains { line in
      let words = line.split(separator: " ")
      return words.dropFirst().prefix(3).joined(separator: " ") == unchanged
    }
  }
}
