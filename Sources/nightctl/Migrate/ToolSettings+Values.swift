import NightBus
import NightCore

/// Reads the values of a tool's settings; if a value is of the wrong kind, the error contains the
/// value's position.
extension ToolSettings {
  /// The value at a path of names and indices with dots between them; nil if it is missing or null.
  ///
  /// Throws if the path leads through a value that is neither an object nor a list.
  private func find(_ path: String) throws(Failure) -> (file: File, node: JSONNode)? {
    for file in files.reversed() {
      var node: JSONNode? = file.root
      for name in path.split(separator: ".") {
        switch node?.value {
        case nil, .null?: node = nil
        case .object?: node = node?[String(name)]
        case .array(let nodes)?:
          node = Int(name).flatMap { nodes.indices.contains($0) ? nodes[$0] : nil }
        default: throw flaw("expected names and values before \(Excerpt(path))", node, in: file)
        }
      }
      if let node, node.value != .null { return (file, node) }
    }
    return nil
  }

  private func flaw(_ message: String, _ node: JSONNode?, in file: File?) -> Failure {
    let flaw = Flaw(message, at: node?.position ?? .start)
    return .system(MigrateMessages.flawed(file?.path ?? "", flaw))
  }

  /// An error with the position of the first value that exists at one of `paths`; if none exists,
  /// with the position of the start of the last file.
  private func flaw(_ message: String, at paths: [String]) throws(Failure) -> Failure {
    for path in paths {
      if let (file, node) = try find(path) { return flaw(message, node, in: file) }
    }
    return flaw(message, nil, in: files.last)
  }

  /// Reads a value with `convert`, which returns nil if the value is invalid.
  ///
  /// If the file's format has only strings, `convert` is also called with the value as a string.
  private func value<Value>(
    _ path: String,
    _ expected: String,
    _ convert: (JSONNode.Value, String?) -> Value?
  ) throws(Failure) -> Value? {
    guard let (file, node) = try find(path) else { return nil }
    let text = file.hasOnlyStrings ? node.value.text : nil
    if let value = convert(node.value, text) { return value }
    throw flaw("expected \(expected) for \(Excerpt(path))", node, in: file)
  }

  /// Reads a string with `convert`, which returns nil if the string is invalid.
  func text<Value>(
    _ path: String,
    _ expected: String,
    _ convert: (String) -> Value?
  ) throws(Failure) -> Value? {
    try value(path, expected) { value, _ in value.text.flatMap(convert) }
  }

  func text(_ path: String) throws(Failure) -> String? { try text(path, "a string") { $0 } }

  /// Reads a setting whose value must be one of the words in `known`.
  func word(_ path: String, _ known: [String]) throws(Failure) -> String? {
    try text(path, Messages.listed(known)) { known.contains($0) ? $0 : nil }
  }

  func flag(_ path: String) throws(Failure) -> Bool? {
    try value(path, "true or false") { value, text in
      switch text {
      case "true"?, "yes"?, "on"?: true
      case "false"?, "no"?, "off"?: false
      default: if case .bool(let flag) = value { flag } else { nil }
      }
    }
  }

  func number(_ path: String, in range: ClosedRange<Double>) throws(Failure) -> Double? {
    let expected = "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    return try value(path, expected) { value, text in
      let number: Double? =
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: text.flatMap { Double($0) }
        }
      return number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func wholeNumber(_ path: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return try value(path, expected) { value, _ in
      guard case .integer(let number) = value else { return nil }
      return Int(exactly: number).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// The place whose latitude and longitude are the values at two paths; nil if both values are
  /// missing.
  func place(_ latitude: String, _ longitude: String) throws(Failure) -> Place? {
    let north = try number(latitude, in: -90...90)
    let east = try number(longitude, in: -180...180)
    if let north, let east { return Place(latitude: north, longitude: east) }
    guard north != nil || east != nil else { return nil }
    let message = "expected both \(Excerpt(latitude)) and \(Excerpt(longitude))"
    throw try flaw(message, at: [latitude, longitude])
  }

  /// Reads a time such as `7:00` or `07:00:00`; for a range such as `6:00-7:45`, returns the end of
  /// the range.
  func clock(_ path: String) throws(Failure) -> ClockTime? {
    try text(path, "a time such as 07:30") { text in
      let end = text.split(separator: "-").last ?? ""
      let parts = end.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
        parts.allSatisfy({ $0 != nil })
      else { return nil }
      return ClockTime(hour: hour, minute: minute)
    }
  }

  /// The schedule rules that switch to dark and to light at the times at these two paths of the
  /// settings; throws if one of the times is missing.
  func rules(dark: String, light: String) throws(Failure) -> [String] {
    guard let night = try clock(dark), let day = try clock(light) else {
      let both = "\(Excerpt(light)) and \(Excerpt(dark))"
      throw try flaw("expected times such as 07:30 for both \(both)", at: [dark, light])
    }
    return try rules(dark: night, light: day, at: dark)
  }

  /// The schedule rules that switch to dark and to light at these two times; if the times are
  /// equal, throws an error with the position of the value at `path`.
  func rules(dark: ClockTime, light: ClockTime, at path: String) throws(Failure) -> [String] {
    guard dark != light else {
      let message = "expected different times for dark and for light, found \(dark.text) for both"
      throw try flaw(message, at: [path])
    }
    return ["dark \(dark.text)", "light \(light.text)"]
  }

  func names(_ path: String) throws(Failure) -> [String] {
    try value(path, "names and values") { value, _ in
      if case .object(let members) = value { members.map(\.name) } else { nil }
    } ?? []
  }
}

extension JSONNode.Value {
  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}
