import TestSupport

/// The fenced blocks of a document in this repository, in order.
struct Documentation {
  struct Block {
    let kind: String
    let text: String
    let line: Int
  }

  let blocks: [Block]

  init(_ path: String) throws {
    var blocks: [Block] = []
    var open: (kind: String, line: Int, lines: [String])?
    let lines = try TextFile(Built.sourceRoot + "/" + path).lines
    for (index, line) in lines.enumerated() {
      if let block = open {
        if line == "```" {
          let text = block.lines.map { $0 + "\n" }.joined()
          blocks.append(Block(kind: block.kind, text: text, line: block.line))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), index + 2, [])
      }
    }
    self.blocks = blocks
  }

  /// Each block of a kind together with the text that it promises to print.
  func promises(_ kind: String) -> [(example: Block, expected: [String])] {
    zip(blocks, blocks.dropFirst()).filter { $0.0.kind == kind && $0.1.kind == "text" }.map {
      ($0.0, $0.1.text.split(separator: "\n").map(String.init))
    }
  }
}

/// Whether the expected lines come in this order among the printed ones.
///
/// White space counts as one space; `…` stands for anything.
func shows(_ printed: String, _ expected: [String]) -> Bool {
  var rest = printed.split(separator: "\n").map { words(String($0)) }[...]
  for line in expected.map(words) {
    guard let index = rest.firstIndex(where: { fits($0, line) }) else { return false }
    rest = rest[(index + 1)...]
  }
  return true
}

private func words(_ line: String) -> String {
  line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

func fits(_ line: String, _ pattern: String) -> Bool {
  let parts = pattern.split(separator: "…", omittingEmptySubsequences: false).map(String.init)
  guard parts.count > 1, let first = parts.first, let last = parts.last else {
    return line == pattern
  }
  guard line.hasPrefix(first) else { return false }
  var rest = line.dropFirst(first.count)
  for part in parts.dropFirst().dropLast() {
    guard let range = rest.firstRange(of: part) else { return false }
    rest = rest[range.upperBound...]
  }
  return rest.hasSuffix(last)
}
