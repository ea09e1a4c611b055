import NightCore

/// A string with placeholders such as `{style}`, as `nightctl watch --format` accepts it.
struct LineTemplate {
  enum Placeholder: Equatable {
    case style
    case previous
    case theme
    case reason
    case contrast
    case accent
    case next
    case nextStyle
    /// The colour that the theme defines for a role.
    case color(role: String)
  }

  enum Part: Equatable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// Why a string is not a valid template, as a sentence without its full stop.
  struct Flaw: Error, Equatable { let message: String }

  let parts: [Part]

  init(_ text: String) throws(Flaw) {
    var parts: [Part] = []
    var plain = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        plain.unicodeScalars.append(scalar)
      case "}": throw Flaw(message: "a } in --format has no { before it; write }} for a brace")
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw Flaw(message: "a { in --format has no } after it; write {{ for a brace")
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(.placeholder(try Placeholder(String(rest[..<end]))))
        rest = rest[end...].dropFirst()
      default: plain.unicodeScalars.append(scalar)
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
    self.parts = parts
  }

  /// The roles in the template's placeholders.
  var roles: [String] {
    parts.compactMap { part in
      if case .placeholder(.color(let role)) = part { role } else { nil }
    }
  }

  func text(of state: ThemedSnapshot, previous: Style?) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): placeholder.text(of: state, previous: previous)
      }
    }
    .joined()
  }
}

extension LineTemplate.Placeholder {
  private static let rolePrefix = "color."

  /// The placeholders that need no role, with their names.
  private static let named: [(name: String, placeholder: LineTemplate.Placeholder)] = [
    ("style", .style), ("previous", .previous), ("theme", .theme), ("reason", .reason),
    ("contrast", .contrast), ("accent", .accent), ("next", .next), ("next-style", .nextStyle),
  ]

  /// The names of all placeholders, for messages.
  static let names = named.map(\.name) + [rolePrefix + "ROLE"]

  init(_ name: String) throws(LineTemplate.Flaw) {
    if let known = Self.named.first(where: { $0.name == name }) {
      self = known.placeholder
    } else if name.hasPrefix(Self.rolePrefix) {
      let role = String(name.dropFirst(Self.rolePrefix.utf8.count))
      guard !role.isEmpty else { throw LineTemplate.Flaw(message: WatchMessages.roleMissing) }
      self = .color(role: role)
    } else {
      throw LineTemplate.Flaw(message: WatchMessages.unknownPlaceholder(name, Self.names))
    }
  }

  fileprivate func text(of state: ThemedSnapshot, previous: Style?) -> String {
    let appearance = state.appearance
    return switch self {
    case .style: appearance.style.rawValue
    case .previous: previous?.rawValue ?? ""
    case .theme: appearance.theme
    case .reason: state.reason
    case .contrast: appearance.contrastWord
    case .accent: appearance.accentText
    case .next: appearance.next.map { LocalTime($0).clock } ?? ""
    case .nextStyle: appearance.nextStyle?.rawValue ?? ""
    case .color(let role): state.color(role)?.text ?? ""
    }
  }
}
