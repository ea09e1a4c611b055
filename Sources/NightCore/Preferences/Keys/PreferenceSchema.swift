/// The JSON Schema of `config.json5`, made from the table of preferences.
///
/// A schema cannot check everything. A schema counts characters instead of bytes, and does not
/// check the schedule's rules. The command `nightctl prefs check` counts bytes and checks the
/// rules.
package enum PreferenceSchema {
  package static var document: JSON {
    var members: [(String, JSON)] = [
      JSONSchema.referenceMember,
      (
        ConfigFile.formatName,
        JSONSchema.type(
          "integer",
          [
            (
              "description",
              .string(
                "the format of this file; a nightd that knows only older formats ignores the file"
              )
            ),
            ("minimum", .integer(1)), ("maximum", .integer(ConfigFile.format)),
          ]
        )
      ),
    ]
    members += schemas(of: .application, isClosed: true)
    members.append((PreferenceKey.applications, applications))
    return JSONSchema.object([
      ("$schema", .string(JSONSchema.dialect)),
      ("title", .string("preferences of nightd")),
      (
        "description",
        .string(
          "Preferences of nightd in config.json5. nightd keeps unknown keys but ignores them; "
            + "nightctl prefs check also finds mistakes that a schema cannot express."
        )
      ),
      ("type", .string("object")), ("properties", JSONSchema.object(members)),
      ("additionalProperties", .bool(false)),
      ("$defs", JSONSchema.object([("themeName", ThemeSchema.name), ("value", value)])),
    ])
  }

  /// The schemas of all keys, except keys with the scope `other`, nested by the dots in the keys.
  private static func schemas(
    of other: PreferenceEntry.Scope,
    isClosed: Bool
  ) -> [(String, JSON)] {
    let entries = PreferenceTable.entries.filter { $0.scope != other }
    let leaves = entries.map {
      (parts: PreferenceKey(known: $0.name).parts[...], schema: $0.schema)
    }
    return nested(leaves, isClosed)
  }

  private static func nested(
    _ leaves: [(parts: ArraySlice<String>, schema: JSON)],
    _ isClosed: Bool
  ) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    for leaf in leaves {
      guard let name = leaf.parts.first, !members.contains(where: { $0.0 == name }) else {
        continue
      }
      guard leaf.parts.count > 1 else {
        members.append((name, leaf.schema))
        continue
      }
      let below = leaves.filter { $0.parts.first == name }.map { ($0.parts.dropFirst(), $0.schema) }
      let inner = nested(below, isClosed)
      // Besides nightd's own names, an application's dictionary may contain names that the
      // application chose.
      members.append(
        (
          name,
          isClosed
            ? JSONSchema.closed(inner)
            : JSONSchema.object([
              ("$ref", .string("#/$defs/value")), ("properties", JSONSchema.object(inner)),
            ])
        )
      )
    }
    return members
  }

  private static var applications: JSON {
    let section = JSONSchema.type(
      "object",
      [
        ("description", .string("the preferences of one application: nightd's keys and its own")),
        (
          "propertyNames",
          JSONSchema.object([
            JSONSchema.pattern("^[A-Za-z0-9_-]{1,\(PreferenceLimits.keyBytes)}$")
          ])
        ),
        ("properties", JSONSchema.object(schemas(of: .desktop, isClosed: false))),
        ("additionalProperties", JSONSchema.definition("value")),
      ]
    )
    return JSONSchema.type(
      "object",
      [
        ("description", .string("a section for each application, by the application's identifier")),
        (
          "propertyNames",
          JSONSchema.object([
            ("minLength", .integer(1)), ("maxLength", .integer(Int64(Contract.applicationBytes))),
            JSONSchema.without("[\(JSONSchema.controls)]"),
          ])
        ),
        ("additionalProperties", section),
      ]
    )
  }

  /// The schema for an application's own key: any JSON value except null; dates and binary data are
  /// objects with a tag.
  private static let value: JSON = {
    let value = JSONSchema.definition("value")
    func tag(_ name: String, _ pattern: String) -> JSON {
      let text = JSONSchema.type("string", [JSONSchema.pattern(pattern)])
      return JSONSchema.closed([(name, text)], [("required", JSONSchema.texts([name]))])
    }
    return JSONSchema.anyOf([
      JSONSchema.object([("type", JSONSchema.texts(["boolean", "number"]))]),
      JSONSchema.type("string", [JSONSchema.without(#"\u0000"#)]),
      JSONSchema.type("array", [("items", value)]),
      tag("$date", "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"),
      tag("$data", "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"),
      JSONSchema.type(
        "object",
        [
          // A member's name with one dollar sign in front is a tag; a name with two dollar signs is
          // a plain name.
          ("propertyNames", JSONSchema.object([JSONSchema.without(#"^\$([^$]|$)|\u0000"#)])),
          ("additionalProperties", value),
        ]
      ),
    ])
  }()
}

extension PreferenceEntry {
  /// The schema for a preference's values, with the preference's summary and default.
  fileprivate var schema: JSON {
    var members: [(String, JSON)] = [
      (
        "description",
        .string(summary + (isPrivate ? "; private" : "") + ". Values: " + type.words + ".")
      )
    ]
    members += type.schema
    if let registered { members.append(("default", registered.json)) }
    return JSONSchema.object(members)
  }
}

extension PreferenceType {
  /// The members of a schema that accepts the values of this type.
  fileprivate var schema: [(String, JSON)] {
    switch self {
    case .bool: [("type", .string("boolean"))]
    case .integer(let range, _):
      [
        ("type", .string("integer")), ("minimum", .integer(range.lowerBound)),
        ("maximum", .integer(range.upperBound)),
      ]
    case .double(let range, _):
      [
        ("type", .string("number")), ("minimum", JSONSchema.number(range.lowerBound)),
        ("maximum", JSONSchema.number(range.upperBound)),
      ]
    case .words(let words): [("enum", JSONSchema.texts(words))]
    case .theme: [("$ref", .string("#/$defs/themeName"))]
    case .text(let bytes):
      [
        ("type", .string("string")), ("maxLength", .integer(Int64(bytes))),
        JSONSchema.without("[\(JSONSchema.controls)]"),
      ]
    case .foreignName(let bytes):
      [
        ("type", .string("string")), ("maxLength", .integer(Int64(bytes))),
        JSONSchema.without("[/\(JSONSchema.controls)]|^\\.{1,2}$"),
      ]
    case .rules: Self.ruleList
    case .accent:
      [
        (
          "anyOf",
          .array([
            JSONSchema.object([("enum", JSONSchema.texts(AccentPreference.words))]),
            ThemeSchema.colorText,
          ])
        )
      ]
    case .sources:
      Self.list(
        DesktopSource.most,
        [JSONSchema.pattern("^[A-Za-z_-][A-Za-z0-9_-]{0,63}$"), JSONSchema.without("^nightd$")]
      )
    case .names:
      Self.list(Self.mostNames, [JSONSchema.pattern("^[A-Za-z0-9-]{1,\(Self.nameBytes)}$")])
    }
  }

  private static let ruleList: [(String, JSON)] = {
    let styles = JSONSchema.caseless(Style.allCases.map(\.rawValue))
    let rule = JSONSchema.type(
      "string",
      [
        ("maxLength", .integer(Int64(Rule.bytes))),
        JSONSchema.pattern(#"^[ \t]*\#(styles)[ \t]+[^ \t]"#),
      ]
    )
    return [
      ("type", .string("array")), ("minItems", .integer(Int64(Schedule.count.lowerBound))),
      ("maxItems", .integer(Int64(Schedule.count.upperBound))), ("items", rule),
    ]
  }()

  private static func list(_ most: Int, _ name: [(String, JSON)]) -> [(String, JSON)] {
    [
      ("type", .string("array")), ("maxItems", .integer(Int64(most))),
      ("uniqueItems", .bool(true)), ("items", JSONSchema.type("string", name)),
    ]
  }
}
