/// Which backend is preferred for what: a `portals.conf`, or one for a desktop.
package struct PortalsConf: Equatable, Sendable {
  static let group = "preferred"

  /// Where it stands.
  package let path: String
  package let text: String
  private let file: KeyFile

  /// Nil where the portal goes on to the next file: it has no preferences.
  package init?(path: String, text: String) {
    guard let file = KeyFile(text), !file.keys(in: Self.group).isEmpty else { return nil }
    self.path = path
    self.text = text
    self.file = file
  }

  /// The names by default, for interfaces of whose own names none is there.
  package var defaults: [String] { file.list("default", in: Self.group) ?? [] }

  /// The names for one interface, the best first; nil where it says nothing of it, by default
  /// neither.
  package func names(for interface: String) -> [String]? {
    file.list(interface, in: Self.group) ?? file.list("default", in: Self.group)
  }

  /// The same text with nightd before those that were preferred so far, or before these where it
  /// said nothing.
  package func preferringOwn(besides others: [String]) -> String {
    let names = (names(for: PortalPart.settings) ?? others).filter {
      // Wherever `none` stands it means that nobody is asked.
      $0 != "none" && $0 != PortalFile.ownName
    }
    return KeyFile.setting(
      PortalPart.settings,
      in: Self.group,
      to: ([PortalFile.ownName] + names).joined(separator: ";"),
      of: text
    )
  }

  /// The line that says who is asked for settings; nil where a text has none.
  static func line(of text: String) -> String? {
    KeyFile(text)?[PortalPart.settings, in: group].map { "\(PortalPart.settings)=\($0)" }
  }

  /// One for where there is none; all but the settings stay as they are without it.
  static func own(besides others: [String]) -> String {
    let names = ([PortalFile.ownName] + others).joined(separator: ";")
    return "[\(group)]\n\(PortalPart.settings)=\(names)\n"
  }
}
