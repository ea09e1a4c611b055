import NightBus
import NightCore
import NightPrograms

/// The settings of another tool, with the position of each value.
///
/// A mistake in a file is thrown with the file's path, and with the line and column.
struct ToolSettings {
  /// The files and their contents; a later file overrides an earlier one.
  private(set) var files: [(path: String, root: JSONNode)] = []

  /// Reads a file as the format that the file's extension shows; without a known extension, as INI.
  mutating func add(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    do throws(Flaw) {
      let root: JSONNode =
        switch path.split(separator: ".").last {
        case "json"?: try JSONReader.read(bytes)
        case "toml"?: try TomlReader.read(bytes)
        case "yaml"?: try Self.yaml(bytes)
        default: try Self.ini(String(decoding: bytes, as: UTF8.self))
        }
      guard root.members != nil else {
        throw Flaw("expected names and values", at: root.position)
      }
      files.append((path, root))
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

// MARK: - Values

extension ToolSettings {
  /// The value at a path of names and indices, which dots separate; nil if it is missing or null.
  private func find(_ path: String) -> (file: String, node: JSONNode)? {
    for (file, root) in files.reversed() {
      let node = path.split(separator: ".").reduce(root as JSONNode?) { node, name in
        guard case .array(let nodes)? = node?.value, let index = Int(name) else {
          return node?[String(name)]
        }
        return nodes.indices.contains(index) ? nodes[index] : nil
      }
      if let node, node.value != .null { return (file, node) }
    }
    return nil
  }

  /// Reads a value with `convert`, which returns nil if the value is invalid.
  func value<Value>(
    _ path: String,
    _ expected: String,
    _ convert: (JSONNode.Value) -> Value?
  ) throws(Failure) -> Value? {
    guard let (file, node) = find(path) else { return nil }
    if let value = convert(node.value) { return value }
    let flaw = Flaw("expected \(expected) for \(Excerpt(path))", at: node.position)
    throw .system(MigrateMessages.flawed(file, flaw))
  }

  func text(_ path: String) throws(Failure) -> String? { try value(path, "a string", \.text) }

  func flag(_ path: String) throws(Failure) -> Bool? {
    try value(path, "true or false") { value in
      switch value {
      case .bool(let flag): flag
      case .string("true"), .string("yes"), .string("on"): true
      case .string("false"), .string("no"), .string("off"): false
      default: nil
      }
    }
  }

  /// A number in a range; the number can be stored as a string, because some formats do so.
  func number(_ path: String, in range: ClosedRange<Double>) throws(Failure) -> Double? {
    let expected = "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    return try value(path, expected) { value in
      let number: Double? =
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .string(let text): Double(text)
        default: nil
        }
      return number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// The place at two paths; nil if one of the coordinates is missing.
  func place(_ latitude: String, _ longitude: String) throws(Failure) -> Place? {
    guard let latitude = try number(latitude, in: -90...90),
      let longitude = try number(longitude, in: -180...180)
    else { return nil }
    return Place(latitude: latitude, longitude: longitude)
  }

  /// A time such as `7:00` or `07:00:00`, or the end of a range of times such as `6:00-7:45`.
  func clock(_ path: String) throws(Failure) -> ClockTime? {
    try value(path, "a time such as 07:30") { value in
      let parts = value.text?.split(separator: "-").last?.split(separator: ":").map { Int($0) }
      guard let parts, (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1]
      else { return nil }
      return ClockTime(hour: hour, minute: minute)
    }
  }

  func names(_ path: String) -> [String] { find(path)?.node.members?.map(\.name) ?? [] }
}

extension JSONNode.Value {
  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}
