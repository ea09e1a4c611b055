/// One system call, as strace prints it with `-f -y -xx`.
struct StraceCall {
  let process: Int
  let name: String
  /// The text of the call inside its parentheses.
  let arguments: String
  /// The return value of the call; nil if the call never returned.
  let answer: Int?

  /// The calls of a complete recording, in the order in which they returned.
  ///
  /// If another thread's call interrupts a call, strace prints the interrupted call on two lines.
  static func calls(in record: String) -> [StraceCall] {
    var halves: [Int: String] = [:]
    return record.split(separator: "\n").compactMap { line in
      guard let space = line.firstIndex(of: " "), let process = Int(line[..<space]) else {
        return nil
      }
      var text = String(line[space...].drop { $0 == " " })
      if text.hasSuffix("<unfinished ...>") {
        halves[process] = String(text.dropLast("<unfinished ...>".count))
        return nil
      }
      if text.hasPrefix("<... "), let end = text.firstRange(of: " resumed>")?.upperBound {
        text = (halves.removeValue(forKey: process) ?? "") + text[end...]
      }
      return StraceCall(process, text)
    }
  }

  private init?(_ process: Int, _ text: String) {
    guard let open = text.firstIndex(of: "("), let equals = text.lastRange(of: " = ") else {
      return nil
    }
    self.process = process
    name = String(text[..<open])
    let inside = text[text.index(after: open)..<equals.lowerBound]
    arguments = String(inside.reversed().drop { $0 == " " }.dropFirst().reversed())
    answer = Int(text[equals.upperBound...].prefix { $0.isNumber || $0 == "-" })
  }

  /// The strings among the call's arguments.
  var texts: [[UInt8]] {
    arguments.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }
      .map { Self.bytes($0.element) }
  }

  var paths: [String] { texts.map { String(decoding: $0, as: UTF8.self) } }

  /// The file descriptor in the call's first argument.
  var file: Int? { Int(arguments.prefix { $0.isNumber }) }

  private static func bytes(_ text: Substring) -> [UInt8] {
    text.split(separator: "\\x").compactMap { UInt8($0, radix: 16) }
  }
}

extension String {
  fileprivate func lastRange(of text: String) -> Range<String.Index>? { ranges(of: text).last }
}
