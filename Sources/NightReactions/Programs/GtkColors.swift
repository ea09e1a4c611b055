import NightThemes

/// Style sheets for programs that are drawn by GTK.
package enum GtkColors {
  /// The names of all colours: `@night_` and the role, and `@night_accent`.
  ///
  /// The prefix keeps them apart from the user's own names, of which only some would be replaced.
  static func definitions(_ context: ReactionContext) -> String {
    let scheme = context.scheme
    let colors = scheme.roleNames.map { ($0, scheme[$0]) } + [("accent", scheme.accent)]
    return colors.map { role, color in
      let name = String(role.map { $0 == "-" || $0 == "." ? "_" : $0 })
      return "@define-color night_\(name) \(color.text);\n"
    }.joined()
  }

  static func importLine(_ path: String) -> String { "@import url(\"file://\(escaped(path))\");" }

  /// The line of an existing style sheet, or nothing.
  static func importLine(ifExists path: String, _ context: ReactionContext) -> String {
    context.fileExists(path) ? importLine(path) + "\n" : ""
  }

  /// A path as a URL has it.
  package static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }.joined()
  }
}
