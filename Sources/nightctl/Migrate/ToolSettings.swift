import NightBus
import NightCore
import NightPrograms

/// The settings of another tool, with the position of each value.
///
/// The error about a mistake in a file contains the file's path, the line and the column.
struct ToolSettings {
  struct File {
    let path: String
    let root: JSONNode
    /// Whether the format has only strings, so that a number or a flag is a string too.
    let hasOnlyStrings: Bool
  }

  /// The files and their contents; a later file overrides an earlier one.
  private(set) var files: [File] = []

  /// Reads a file; its extension decides the format, and an unknown extension means INI.
  mutating func add(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    do throws(Flaw) {
      let (root, hasOnlyStrings): (JSONNode, Bool) =
        switch path.split(separator: ".").last {
        case "json"?: (try JSONReader.read(bytes), false)
        case "toml"?: (try TomlReader.read(bytes), false)
        case "yaml"?: (try Self.yaml(bytes), true)
        default: (try Self.ini(String(decoding: bytes, as: UTF8.self)), true)
        }
      guard root.members != nil else {
        throw Flaw("expected names and values", at: root.position)
      }
      files.append(File(path: path, root: root, hasOnlyStrings: hasOnlyStrings))
    } catch {
      throw .system(MigrateMessages.flawed(path, error))
    }
  }

  /// Reads YAML; a file that has only comments is valid, and has no values.
  private static func yaml(_ bytes: [UInt8]) throws(Flaw) -> JSONNode {
    let isBlank = bytes.split(separator: 10).allSatisfy { line in
      line.first { $0 > 32 }.map { $0 == UInt8(ascii: "#") } ?? true
    }
    return isBlank ? JSONNode(value: .object([]), position: .start) : try YamlReader.read(bytes)
  }

  /// Reads an INI file into an object with a member for each section.
  private static func ini(_ text: String) throws(Flaw) -> JSONNode {
    // Split bytes, because Swift treats `\r\n` as one character.
    let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
    let places = lines.enumerated().map { index, line in
      Position(line: index + 1, column: line.prefix { $0 <= 32 }.count + 1)
    }
    for (line, place) in zip(lines, places) {
      guard let first = line.first(where: { $0 > 32 }), !"#;".utf8.contains(first) else { continue }
      guard line.contains(UInt8(ascii: first == UInt8(ascii: "[") ? "]" : "=")) else {
        throw Flaw("expected a [section], or a setting such as name=value", at: place)
      }
    }
    let settings = SettingsText(text, .ini)
    var groups: [String: [JSONNode.Member]] = [:]
    for (key, value) in settings.values {
      let place = settings.lineNumbers(key).last.map { places[$0 - 1] } ?? .start
      let node = JSONNode(value: .string(value), position: place)
      groups[key.group, default: []].append(.init(name: key.name, namePosition: place, node: node))
    }
    let members = groups.map { name, members in
      let node = JSONNode(value: .object(members), position: .start)
      return JSONNode.Member(name: name, namePosition: .start, node: node)
    }
    return JSONNode(value: .object(members), position: .start)
  }
}
