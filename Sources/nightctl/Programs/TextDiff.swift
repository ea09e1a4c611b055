/// The difference between a file's old and new text, in the format of `diff -u`.
struct TextDiff {
  /// The lines to print; empty if nothing changes.
  let lines: [String]

  /// How many unchanged lines are shown around a change.
  private static let context = 3

  init(_ path: String, _ before: [UInt8]?, _ after: [UInt8]) {
    let old = Self.lines(before ?? []), new = Self.lines(after)
    guard old != new || before == nil else {
      lines = []
      return
    }
    // One hunk is enough, because nightd replaces a whole file or changes one place in it.
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start,
      old[old.count - 1 - end] == new[new.count - 1 - end]
    { end += 1 }
    let first = max(start - Self.context, 0)
    let last = min(end, Self.context)
    let removed = old[start..<(old.count - end)], added = new[start..<(new.count - end)]
    let common = (start - first) + last
    lines =
      [
        "--- " + (before == nil ? "/dev/null" : path), "+++ " + path,
        "@@ -\(first + 1),\(common + removed.count) +\(first + 1),\(common + added.count) @@",
      ] + old[first..<start].map { " " + $0 } + removed.map { "-" + $0 } + added.map { "+" + $0 }
      + old[(old.count - end)..<(old.count - end + last)].map { " " + $0 }
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
