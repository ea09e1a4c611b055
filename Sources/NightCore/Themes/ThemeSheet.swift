/// How labels, buttons or views of one sort look; what it does not say stays as it is.
package struct ThemeSheet: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    /// The name of a colour, a font or a label's sheet of the same theme.
    case reference(String)
    case number(Double)
    case bool(Bool)
    /// One of a field's own words.
    case word(String)
  }

  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What a field takes.
  enum Taking: Equatable {
    case reference(ThemeKind)
    case number
    case bool
    case words([String])
  }

  /// In the order of the file.
  package let fields: [Field]

  package init(_ fields: [Field]) { self.fields = fields }

  /// The fields of each kind of sheet, and what they take.
  static func fields(of kind: ThemeKind) -> [(name: String, taking: Taking)] {
    let view: [(String, Taking)] = [
      ("backgroundColor", .reference(.color)), ("borderColor", .reference(.color)),
      ("tintColor", .reference(.color)), ("cornerRadius", .number), ("borderWidth", .number),
      ("isCircular", .bool),
    ]
    switch kind {
    case .view: return view
    case .label:
      return view + [
        ("font", .reference(.font)), ("textColor", .reference(.color)),
        ("numberOfLines", .number), ("uppercased", .bool),
      ]
    case .button:
      return view + [
        ("label", .reference(.label)), ("alignment", .words(["left", "center", "right"])),
      ]
    default: return []
    }
  }

  /// Whether a field takes one of its own words, and not the name of something else.
  package static func takesWord(_ field: String, of kind: ThemeKind) -> Bool {
    let taking = fields(of: kind).first { $0.name == field }?.taking
    guard case .words? = taking else { return false }
    return true
  }
}
