/// The names of keys and tables in TOML.
enum TomlName {
  /// A name in the form that nightd compares: without spaces around its parts, and without
  /// quotation marks.
  static func plain(_ name: String) -> String {
    var parts = [""]
    var quote: Character?
    for character in name {
      if let open = quote {
        if character == open { quote = nil } else { parts[parts.count - 1].append(character) }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "." {
        parts.append("")
      } else if character != " ", character != "\t" {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.joined(separator: ".")
  }
}

/// The lists, inline tables and long strings that are still open at the end of a line of TOML.
struct TomlOpening {
  private var brackets = 0
  /// The quotation mark of the long string that is still open; nil if none is open.
  private var quote: UInt8?

  /// Whether a value begins with the three quotation marks of a long string.
  static func beginsLong(_ value: ArraySlice<UInt8>) -> Bool {
    value.starts(with: Array("\"\"\"".utf8)) || value.starts(with: Array("'''".utf8))
  }

  /// Reads a line, and returns whether the line continues a list, table or string that an earlier
  /// line began.
  mutating func continues(_ line: [UInt8]) -> Bool {
    let isOpen = brackets > 0 || quote != nil
    // A table's header does not stay open, because both of its brackets are in the same line.
    var index = 0
    while index < line.count {
      let byte = line[index]
      let isLong = line[index...].starts(with: [byte, byte, byte])
      if let open = quote {
        if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") {
          index += 1
        } else if byte == open, isLong {
          (quote, index) = (nil, index + 2)
        }
      } else if "\"'".utf8.contains(byte) {
        if isLong {
          (quote, index) = (byte, index + 2)
        } else {
          index = end(of: byte, in: line, from: index)
        }
      } else if byte == UInt8(ascii: "#") {
        break
      } else if "[{".utf8.contains(byte) {
        brackets += 1
      } else if "]}".utf8.contains(byte), brackets > 0 {
        brackets -= 1
      }
      index += 1
    }
    return isOpen
  }

  /// The index of the quotation mark that ends a one-line string.
  private func end(of quote: UInt8, in line: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < line.count, line[index] != quote {
      index += line[index] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1
    }
    return index
  }
}
