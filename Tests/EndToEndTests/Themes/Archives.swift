/// An entry of an archive that a test makes; it need not be a valid entry.
struct ArchiveEntry: Sendable {
  var name: [UInt8]
  var bytes: [UInt8] = []
  /// The type of an entry in a tar.
  var type: Character = "0"
  /// The size that the header states; nil for the real size.
  var size: String?
  /// Added to the checksum, so that another number than 0 makes it wrong.
  var checksumError: UInt32 = 0
  /// The bits with which a zip marks encryption and other properties.
  var flags: UInt16 = 0
  /// The method with which a zip compresses the bytes.
  var method: UInt16 = 0
  /// The number of bytes before the compression.
  var wholeSize: Int?
  /// The mode of a file in a zip.
  var mode: UInt32 = 0o100644

  init(_ name: String, _ text: String = "") {
    self.name = Array(name.utf8)
    bytes = Array(text.utf8)
  }

  /// The entry with another value of one property.
  func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var entry = self
    entry[keyPath: property] = value
    return entry
  }
}

/// Makes archives of the kinds that nightctl reads, and broken ones.
enum Archives {
  /// The end of a tar.
  static let tarEnd = [UInt8](repeating: 0, count: 1_024)

  static func tar(_ entries: [ArchiveEntry], end: [UInt8] = tarEnd) -> [UInt8] {
    entries.flatMap { entry -> [UInt8] in
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ bytes: [UInt8], at place: Int) {
        header.replaceSubrange(place..<(place + bytes.count), with: bytes)
      }
      put(Array(entry.name.prefix(100)), at: 0)
      put(Array("0000644\u{0}0000000\u{0}0000000\u{0}".utf8), at: 100)
      put(Array((entry.size ?? octal(entry.bytes.count, 11)).utf8), at: 124)
      put(Array("00000000000\u{0}        ".utf8), at: 136)
      put(Array(String(entry.type).utf8), at: 156)
      if entry.type == "1" || entry.type == "2" { put(Array("target".utf8), at: 157) }
      put(Array("ustar\u{0}00".utf8), at: 257)
      let sum = header.reduce(0) { $0 + UInt32($1) } + entry.checksumError
      put(Array((octal(Int(sum), 6) + "\u{0} ").utf8), at: 148)
      let padding = [UInt8](repeating: 0, count: (512 - entry.bytes.count % 512) % 512)
      return header + entry.bytes + padding
    } + end
  }

  private static func octal(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// A gzip file without compression.
  static func gzip(_ bytes: [UInt8], checksumError: UInt32 = 0, sizeError: Int = 0) -> [UInt8] {
    let pieces = stride(from: 0, to: max(bytes.count, 1), by: 65_535).map {
      bytes[$0..<min($0 + 65_535, bytes.count)]
    }
    let blocks = pieces.enumerated().flatMap { index, piece -> [UInt8] in
      let count = UInt16(piece.count)
      return [index == pieces.count - 1 ? 1 : 0] + little(count) + little(~count) + piece
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + blocks + little(crc(bytes) ^ checksumError)
      + little(UInt32(bytes.count + sizeError))
  }

  /// About this number of zeros as a deflate stream without an end.
  static func deflatedZeros(_ count: Int) -> [UInt8] {
    // A last block with fixed codes, the byte 0, and then copies of 258 bytes. After the first 11
    // bits, eight copies take 13 bytes.
    let copy: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    let start: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
    let bits = start + (0..<24).flatMap { _ in copy }
    let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { place in
      (0..<8).reduce(UInt8(0)) { $0 | bits[place + $1] << UInt8($1) }
    }
    return Array(bytes[..<2]) + (0...(count / 2_064)).flatMap { _ in bytes[2..<15] }
  }

  static func zip(_ entries: [ArchiveEntry], checksumError: UInt32 = 0) -> [UInt8] {
    var files: [UInt8] = [], directory: [UInt8] = []
    for entry in entries {
      let sum = crc(entry.bytes) ^ checksumError
      let facts =
        little(entry.flags) + little(entry.method) + [0, 0, 0x21, 0] + little(sum)
        + little(UInt32(entry.bytes.count)) + little(UInt32(entry.wholeSize ?? entry.bytes.count))
        + little(UInt16(entry.name.count)) + [0, 0]
      let start = files.count
      files += Array("PK\u{3}\u{4}".utf8) + [20, 0] + facts + entry.name + entry.bytes
      directory += Array("PK\u{1}\u{2}".utf8) + [20, 3, 20, 0] + facts + [0, 0, 0, 0, 0, 0]
      directory += little(entry.mode << 16) + little(UInt32(start)) + entry.name
    }
    return files + directory + Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0]
      + little(UInt16(entries.count)) + little(UInt16(entries.count))
      + little(UInt32(directory.count)) + little(UInt32(files.count)) + [0, 0]
  }

  /// A zstd file of this many times 128 KiB of zeros.
  static func zstdZeros(_ count: Int) -> [UInt8] {
    let size: UInt32 = 128 << 10
    let blocks = (0..<count).flatMap { index in
      little(size << 3 | 1 << 1 | (index == count - 1 ? 1 : 0)).prefix(3) + [0]
    }
    return [0x28, 0xB5, 0x2F, 0xFD, 0, 0x38] + blocks
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }

  static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).map { place in
      UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16) ?? 0
    }
  }
}
