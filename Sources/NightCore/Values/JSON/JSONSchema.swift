/// Values and functions from which JSON Schemas (draft 2020-12) are built.
package enum JSONSchema {
  package static let dialect = "https://json-schema.org/draft/2020-12/schema"

  /// The member that tells editors which schema a file has; nightd ignores this member.
  package static let reference = "$schema"

  /// The name of the member `$schema`, and the schema of its value.
  package static let referenceMember: (String, JSON) = (
    reference,
    object([
      ("type", .string("string")),
      ("description", .string("the schema of this file, for editors; nightd ignores it")),
    ])
  )

  package static func object(_ members: [(String, JSON)]) -> JSON {
    .object(members.map { JSON.Member(name: $0.0, value: $0.1) })
  }

  /// A number as people write it: 90 and not 90.0, for example.
  package static func number(_ number: Double) -> JSON {
    Int64(exactly: number).map(JSON.integer) ?? .double(number)
  }

  package static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  package static func type(_ name: String, _ members: [(String, JSON)] = []) -> JSON {
    object([("type", .string(name))] + members)
  }

  /// The schema of an object with these members and no others.
  package static func closed(_ members: [(String, JSON)], _ more: [(String, JSON)] = []) -> JSON {
    type(
      "object",
      more + [("properties", object(members)), ("additionalProperties", .bool(false))]
    )
  }

  package static func anyOf(_ schemas: [JSON]) -> JSON { object([("anyOf", .array(schemas))]) }

  package static func pattern(_ pattern: String) -> (String, JSON) { ("pattern", .string(pattern)) }

  /// Forbids strings that contain a match of the pattern.
  package static func without(_ pattern: String) -> (String, JSON) {
    ("not", object([self.pattern(pattern)]))
  }

  /// A reference to a definition of the same schema.
  package static func definition(_ name: String) -> JSON {
    object([("$ref", .string("#/$defs/\(name)"))])
  }

  /// A pattern that matches each of these words, in any mixture of capital and small letters.
  package static func caseless(_ words: [String]) -> String {
    let patterns = words.map { word in
      word.map { letter -> String in
        let capital = letter.uppercased()
        return capital == String(letter) ? capital : "[\(capital)\(letter)]"
      }.joined()
    }
    return "(" + patterns.joined(separator: "|") + ")"
  }

  /// The control characters, as ranges for use in a pattern's brackets.
  package static let controls = #"\u0000-\u001f\u007f-\u009f"#
}
