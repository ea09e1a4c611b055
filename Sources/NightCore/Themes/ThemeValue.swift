/// A value of a theme, with inheritance and references resolved.
package enum ThemeValue: Equatable, Sendable {
  case color(Color)
  case image(ThemeImage)
  case font(ThemeFont)
  case number(Double)
  case string(String)
  case bool(Bool)
  case sheet(ThemeSheet)
}

/// An image with one picture for each state and scale.
package struct ThemeImage: Equatable, Sendable {
  package struct Picture: Equatable, Sendable {
    /// The state: `normal`, `pressed`, `disabled` or any other name.
    package let state: String
    /// The scale, 1 to 4, which is the number of screen pixels per point of the picture.
    package let scale: Int
    /// The path of the file, relative to the theme's folder.
    package let file: String

    package init(state: String, scale: Int, file: String) {
      self.state = state
      self.scale = scale
      self.file = file
    }
  }

  package static let normal = "normal"

  /// The image's pictures, in the order of the theme's file.
  package let pictures: [Picture]

  package init(_ pictures: [Picture]) { self.pictures = pictures }
}

/// A font family and a size in points; if either is nil, the program uses its own value.
package struct ThemeFont: Equatable, Sendable {
  package let family: String?
  package let size: Double?

  package init(family: String?, size: Double?) {
    self.family = family
    self.size = size
  }
}

extension ThemeFont {
  /// Reads a string such as `Inter, 11`; one part may be missing, as in `Inter` or `, 11`.
  package init?(reading text: String) {
    guard let comma = text.lastIndex(of: ",") else {
      let family = Self.trimmed(text[...])
      guard !family.isEmpty else { return nil }
      self.init(family: family, size: nil)
      return
    }
    let family = Self.trimmed(text[..<comma])
    let digits = Self.trimmed(text[text.index(after: comma)...])
    guard let size = Double(digits), size > 0, size <= 1_000 else { return nil }
    self.init(family: family.isEmpty ? nil : family, size: size)
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.trimmed { $0 == " " || $0 == "\t" })
  }
}

/// The kind and name that identify a value; values of different kinds may have the same name.
package struct ThemeKey: Hashable, Sendable {
  package let kind: ThemeKind
  package let name: String

  package init(_ kind: ThemeKind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  package static let maximumBytes = 128

  /// Whether a string consists of 1 to 128 ASCII letters, digits, `-`, `_` and `.`.
  ///
  /// The names of all values in a theme must have this form.
  package static func isName(_ text: String) -> Bool {
    (1...maximumBytes).contains(text.utf8.count)
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

/// The kinds of values in a theme.
package enum ThemeKind: String, CaseIterable, Sendable {
  case color
  case image
  case font
  case number
  case string
  case bool
  /// A style sheet for labels; the kinds `button` and `view` are style sheets too.
  case label
  case button
  case view

  /// The name of the section in a theme's file.
  package var section: String {
    switch self {
    case .color: "colors"
    case .image: "images"
    case .font: "fonts"
    case .number: "numbers"
    case .string: "strings"
    case .bool: "booleans"
    case .label: "labels"
    case .button: "buttons"
    case .view: "views"
    }
  }
}

/// The style sheet for a kind of label, button or view; if a field is missing, programs use their
/// own value.
package struct ThemeSheet: Equatable, Sendable {
  package enum Value: Equatable, Sendable {
    /// The name of a colour, a font or a label sheet of the same theme.
    case reference(String)
    case number(Double)
    case bool(Bool)
    /// One of the keywords that the field allows.
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

  /// The type of a field in a style sheet.
  enum FieldType: Equatable {
    case reference(ThemeKind)
    case number
    case bool
    case keywords([String])
  }

  /// The sheet's fields, in the order of the theme's file.
  package let fields: [Field]

  package init(_ fields: [Field]) { self.fields = fields }

  /// The fields of each kind of sheet, with their types.
  static func fields(of kind: ThemeKind) -> [(name: String, type: FieldType)] {
    let view: [(String, FieldType)] = [
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
        ("label", .reference(.label)), ("alignment", .keywords(["left", "center", "right"])),
      ]
    default: return []
    }
  }

  /// Whether a style sheet's field takes a keyword instead of another value's name.
  package static func takesKeyword(_ field: String, of kind: ThemeKind) -> Bool {
    let type = fields(of: kind).first { $0.name == field }?.type
    guard case .keywords? = type else { return false }
    return true
  }
}
