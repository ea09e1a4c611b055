import Glibc

/// The fenced code blocks of a document in this repository, in order.
package struct Documentation {
  package struct Block {
    package let kind: String
    package let text: String
    package let line: Int
  }

  package let blocks: [Block]

  package init(_ path: String) throws {
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

  /// Each block of this kind, with the expected output, which is the next block of the document.
  package func promises(_ kind: String) -> [(example: Block, expected: [String])] {
    zip(blocks, blocks.dropFirst()).filter { $0.0.kind == kind && $0.1.kind == "text" }.map {
      ($0.0, $0.1.text.split(separator: "\n").map(String.init))
    }
  }
}

/// The lines of a text file.
package struct TextFile {
  package struct Missing: Error { package let path: String }

  package let lines: [String]

  package init(_ path: String) throws {
    guard let file = fopen(path, "r") else { throw Missing(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var byte = fgetc(file)
    while byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
      byte = fgetc(file)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
