import TestSupport

/// docs/security.md, and the drop-ins that it shows.
enum Manual {
  struct Missing: Error { let name: String }

  static func text() throws -> String {
    try Program.run("cat", ["\(Built.sourceRoot)/docs/security.md"]).output
  }

  /// The code block whose first line is a comment that ends with the drop-in's name.
  static func dropIn(_ name: String) throws -> String {
    var block: String?
    for line in try text().split(separator: "\n", omittingEmptySubsequences: false) {
      if block == nil, line.hasPrefix("#"), line.hasSuffix("/\(name)") { block = "" }
      if line == "```", let block { return block }
      block? += "\(line)\n"
    }
    throw Missing(name: name)
  }
}

extension UserSession {
  /// Adds a drop-in to nightd's unit; the drop-in stays until the next `startAfresh`.
  func dropIn(_ text: String) throws {
    _ = try said(
      """
      mkdir -p ~/.config/systemd/user/nightd.service.d
      cat >~/.config/systemd/user/nightd.service.d/test.conf <<'END'
      \(text)
      END
      systemctl --user daemon-reload
      """
    )
  }
}
