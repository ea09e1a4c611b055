/// A system call of a run without faults; `ordinal` counts the calls of the same name in its
/// thread.
struct RecordedCall {
  let name: String
  let ordinal: Int
  let text: String

  static func calls(in record: String) -> [RecordedCall] {
    var counts: [String: Int] = [:]
    return record.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard words.count == 2, let open = words[1].firstIndex(of: "(") else { return nil }
      let name = String(words[1][..<open].drop { $0 == " " })
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
      counts["\(words[0]) \(name)", default: 0] += 1
      let ordinal = counts["\(words[0]) \(name)"] ?? 1
      return RecordedCall(name: name, ordinal: ordinal, text: String(line))
    }
  }
}
