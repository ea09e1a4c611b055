/// A file with which the bus starts a program for a name.
package struct ServiceFile: Equatable, Sendable {
  package let path: String
  /// The program; nil where the file does not say.
  package let program: String?
  /// The unit that is started in its place.
  package let unit: String?
  /// Whether the program is there and can be run.
  package var isRunnable: Bool

  package init?(path: String, text: String, isRunnable: (String) -> Bool) {
    guard let file = KeyFile(text) else { return nil }
    self.path = path
    let program = file["Exec", in: Self.group]?.split(separator: " ").first.map(String.init)
    self.program = program
    unit = file["SystemdService", in: Self.group]
    // In quotation marks it is not judged.
    self.isRunnable = program.map { !$0.hasPrefix("/") || isRunnable($0) } ?? false
  }

  private static let group = "D-BUS Service"

  static func text(_ name: String, _ program: String, unit: String?) -> String {
    let unit = unit.map { "SystemdService=\($0)\n" } ?? ""
    return "[\(group)]\nName=\(name)\nExec=\(program)\n\(unit)"
  }
}
