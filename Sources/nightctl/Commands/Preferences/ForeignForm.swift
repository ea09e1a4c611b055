/// Forms that other programs write and that are not read here; a person is told how to turn them.
enum ForeignForm {
  case binaryPropertyList
  case utf16

  /// Nothing where the bytes may be what is read here: no text of either form holds a zero.
  init?(_ bytes: [UInt8]) {
    let first = Array(bytes.prefix(2))
    if bytes.starts(with: Array("bplist".utf8)) {
      self = .binaryPropertyList
    } else if first == [0xFE, 0xFF] || first == [0xFF, 0xFE]
      || first.count == 2 && (first[0] == 0) != (first[1] == 0)
    {
      self = .utf16
    } else {
      return nil
    }
  }
}
