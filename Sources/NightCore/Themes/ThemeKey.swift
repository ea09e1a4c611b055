/// What a value of a theme is asked for by; the same name may stand for one of each kind.
package struct ThemeKey: Hashable, Sendable {
  package let kind: ThemeKind
  package let name: String

  package init(_ kind: ThemeKind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  package static let mostBytes = 128

  /// Letters, digits, `-`, `_` and `.`, so that it can stand in a style sheet and in a table.
  package static func isName(_ text: String) -> Bool {
    (1...mostBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
