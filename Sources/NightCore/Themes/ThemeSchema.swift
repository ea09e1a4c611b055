/// The JSON Schema of theme files, made from what `ThemeFileReader` accepts.
///
/// A schema sees only one file, so it cannot check whether a name exists in a parent or whether an
/// image exists in the folder. The command `nightctl theme check` checks the names and the images.
package enum ThemeSchema {
  package static var document: JSON {
    JSONSchema.object([
      ("$schema", .string(JSONSchema.dialect)),
      ("title", .string("nightd theme")),
      (
        "description",
        .string(
          "A theme of nightd. nightd ignores unknown members with a warning; "
            + "nightctl theme check also finds mistakes that a schema cannot express."
        )
      ),
      ("type", .string("object")),
      ("required", JSONSchema.texts(["style"])),
      ("properties", JSONSchema.object([JSONSchema.referenceMember] + members + sections)),
      ("additionalProperties", .bool(false)),
      (
        "$defs",
        JSONSchema.object([
          ("themeName", name), ("sentence", sentence), ("text", text), ("key", key),
          ("colorText", anyColor), ("color", color), ("picture", picture), ("image", image),
          ("font", font),
        ])
      ),
    ])
  }

  private static let members: [(String, JSON)] = [
    described(
      "style",
      "the style for which the theme is used",
      [
        ("enum", JSONSchema.texts(Style.allCases.map(\.rawValue)))
      ]
    ),
    described("name", "the theme's name, which must equal the name of the file", to: "themeName"),
    described("parent", "the theme that provides all values missing here", to: "themeName"),
    described("description", "a sentence about the theme, for people", to: "sentence"),
    described("author", "the theme's author, as text for people", to: "sentence"),
    described(
      "palette",
      "colours with names of your own; @NAME refers to them",
      values(of: "color")
    ),
  ]

  private static var sections: [(String, JSON)] {
    ThemeKind.allCases.map { kind in
      switch kind {
      case .color:
        let roles = BuiltInThemes.roles.map { role in
          role.description.map { described(role.name, $0, to: "color") }
            ?? (role.name, JSONSchema.definition("color"))
        }
        let members = [("properties", JSONSchema.object(roles))] + values(of: "color")
        return described(kind.section, "colours by role", members)
      case .image:
        return described(kind.section, "files beside theme.json5, by name", values(of: "image"))
      case .font: return described(kind.section, "fonts by name", values(of: "font"))
      case .number:
        return described(kind.section, "numbers by name", values(of: JSONSchema.type("number")))
      case .string: return described(kind.section, "texts by name", values(of: "text"))
      case .bool:
        return described(
          kind.section,
          "boolean values by name",
          values(of: JSONSchema.type("boolean"))
        )
      case .label, .button, .view:
        let sheet = JSONSchema.closed(ThemeSheet.fields(of: kind).map { ($0.name, field($0.type)) })
        return described(kind.section, "style sheets by name", values(of: sheet))
      }
    }
  }

  private static func field(_ type: ThemeSheet.FieldType) -> JSON {
    switch type {
    case .reference(let kind):
      JSONSchema.object([
        ("$ref", .string("#/$defs/key")),
        ("description", .string("the name of one of the theme's \(kind.section), without @")),
      ])
    case .number: JSONSchema.type("number")
    case .bool: JSONSchema.type("boolean")
    case .keywords(let words):
      JSONSchema.anyOf([
        JSONSchema.object([("enum", JSONSchema.texts(words))]),
        JSONSchema.type("string", [JSONSchema.pattern("^\(JSONSchema.caseless(words))$")]),
      ])
    }
  }

  private static func described(
    _ name: String,
    _ description: String,
    _ members: [(String, JSON)]
  ) -> (String, JSON) {
    (name, JSONSchema.object([("description", .string(description))] + members))
  }

  private static func described(
    _ name: String,
    _ description: String,
    to definition: String
  ) -> (String, JSON) {
    described(name, description, [("$ref", .string("#/$defs/\(definition)"))])
  }

  private static func values(of definition: String) -> [(String, JSON)] {
    values(of: JSONSchema.definition(definition))
  }

  private static func values(of schema: JSON) -> [(String, JSON)] {
    [
      ("type", .string("object")),
      ("maxProperties", .integer(Int64(ThemeFileReader.maximumValues))),
      ("propertyNames", JSONSchema.definition("key")), ("additionalProperties", schema),
    ]
  }
}

// MARK: - Texts and names

extension ThemeSchema {
  /// A schema for the name of a theme, in theme files and in preferences.
  ///
  /// A schema cannot require Unicode's NFC form or a length in bytes.
  package static let name = JSONSchema.type(
    "string",
    [
      ("minLength", .integer(1)), ("maxLength", .integer(Int64(ThemeName.bytesAtMost))),
      JSONSchema.without(
        #"[/\u2028\u2029"# + JSONSchema.controls + "]|^[-. ]| $|^"
          + JSONSchema.caseless(ThemeName.reserved) + "$"
      ),
    ]
  )

  private static let sentence = plain(ThemeFileReader.maximumSentenceBytes)
  private static let text = plain(ThemeFileReader.maximumTextBytes)

  private static func plain(_ bytes: Int) -> JSON {
    JSONSchema.type(
      "string",
      [
        ("maxLength", .integer(Int64(bytes))), JSONSchema.without(#"\u0000"#),
      ]
    )
  }

  private static let keyPattern = "[A-Za-z0-9._-]{1,\(ThemeKey.maximumBytes)}"
  private static let key = JSONSchema.type("string", [JSONSchema.pattern("^\(keyPattern)$")])
}

// MARK: - Colours

extension ThemeSchema {
  /// A schema for a colour that is not a reference, in theme files and in preferences.
  ///
  /// The schema does not check the numbers inside a CSS function, but nightd checks them.
  package static let colorText = JSONSchema.anyOf([
    JSONSchema.type(
      "string",
      [
        JSONSchema.pattern(
          "^(#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|0[Xx]([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|"
            + JSONSchema.caseless(["rgb", "rgba", "hsl", "hsla", "oklch"]) + #"\([^()]*\))$"#
        ),
        ("maxLength", .integer(Int64(ColorReader.maximumBytes))),
      ]
    ),
    JSONSchema.object([("enum", JSONSchema.texts(ColorNames.known))]),
    // If a colour name may have capital letters, accept any word with a capital letter, because a
    // list of all spellings would be too long.
    JSONSchema.type("string", [JSONSchema.pattern("^[A-Za-z]*[A-Z][A-Za-z]*$")]),
  ])

  private static let anyColor = JSONSchema.anyOf([
    JSONSchema.type("string", [JSONSchema.pattern("^@\(keyPattern)$")]), colorText,
  ])

  private static let color = JSONSchema.anyOf([
    JSONSchema.definition("colorText"),
    JSONSchema.closed(
      [
        ("color", JSONSchema.definition("colorText")),
        described(
          "alpha",
          "a factor for the colour's alpha",
          [
            ("type", .string("number")), ("minimum", .integer(0)), ("maximum", .integer(1)),
          ]
        ),
        ("description", JSONSchema.definition("sentence")),
      ],
      [("required", JSONSchema.texts(["color"]))]
    ),
  ])
}

// MARK: - Images and fonts

extension ThemeSchema {
  private static let picture = JSONSchema.type(
    "string",
    [
      ("minLength", .integer(1)), ("maxLength", .integer(1_024)),
      // No part of an image's path may be empty, `.` or `..`, so that the path cannot leave the
      // theme's folder.
      JSONSchema.without(#"\u0000|^/|/$|//|(^|/)\.\.?(/|$)"#),
    ]
  )

  private static let image: JSON = {
    let file = JSONSchema.definition("picture")
    let scales = JSONSchema.closed(["1", "2", "3", "4"].map { ($0, file) })
    let states = JSONSchema.type(
      "object",
      [
        ("propertyNames", JSONSchema.definition("key")),
        ("additionalProperties", JSONSchema.anyOf([file, scales])),
      ]
    )
    return JSONSchema.anyOf([file, states])
  }()

  private static let size = #"\+?([0-9]+\.?[0-9]*|\.[0-9]+)([Ee][-+]?[0-9]+)?"#

  private static let font = JSONSchema.anyOf([
    JSONSchema.type(
      "string",
      [
        JSONSchema.pattern(#"^([^,]*[^, \t][^,]*|.*,[ \t]*\#(size)[ \t]*)$"#)
      ]
    ),
    JSONSchema.closed(
      [
        ("family", JSONSchema.definition("text")),
        described(
          "size",
          "in points",
          [
            ("type", .string("number")), ("exclusiveMinimum", .integer(0)),
            ("maximum", .integer(1_000)),
          ]
        ),
      ],
      [("minProperties", .integer(1))]
    ),
  ])
}
