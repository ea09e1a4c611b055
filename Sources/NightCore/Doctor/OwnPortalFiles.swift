/// What stands where the doctor would write, and what it would write from.
package struct OwnPortalFiles: Equatable, Sendable {
  /// The user's own folders; nil where nobody says where they are.
  package var configHome: String?
  package var dataHome: String?
  /// The `.portal` files that the portal reads, or would without the doctor's folder; nightd's own
  /// is not among them.
  package var sources: [String] = []
  /// The texts of these, by path.
  package var texts: [String: String] = [:]
  /// What is there already, by path: a text, or where a link leads.
  package var present: [String: Planned.Content] = [:]

  /// Those of them that their owner may only read.
  package var readOnly: Set<String> = []

  /// Where the links among them lead in the end, and what stands there.
  package var linked: [String: LinkedFile] = [:]

  package init() {}

  /// Where a portal is led that looks into one folder only.
  package var folder: String? { dataHome.map { $0 + "/nightd/portals" } }
  package var dropIn: String? {
    configHome.map { $0 + "/systemd/user/xdg-desktop-portal.service.d/nightd.conf" }
  }
}

/// What a link leads to, as dotfiles are kept.
package struct LinkedFile: Equatable, Sendable {
  package let path: String
  /// Nil where nothing can be read there.
  package let text: String?

  package init(path: String, text: String?) {
    self.path = path
    self.text = text
  }
}
