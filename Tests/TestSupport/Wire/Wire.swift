package import NightBus

/// A buffer in which values are written in the D-Bus wire format, with its byte order and padding.
package struct Wire {
  package var bytes: [UInt8] = []

  package init(bytes: [UInt8] = []) { self.bytes = bytes }

  package mutating func align(_ size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  package mutating func add(_ number: UInt32) {
    align(4)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  package mutating func add(_ text: String) {
    add(UInt32(text.utf8.count))
    bytes += text.utf8
    bytes.append(0)
  }

  package mutating func addSignature(_ text: String) {
    bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
  }

  package mutating func add(_ field: UInt8, _ type: String, _ text: String?) {
    guard let text else { return }
    align(8)
    bytes.append(field)
    addSignature(type)
    add(text)
  }

  package mutating func add(_ field: UInt8, _ number: UInt32?) {
    guard let number else { return }
    align(8)
    bytes.append(field)
    addSignature("u")
    add(number)
  }

  package mutating func addSignatureField(_ field: UInt8, _ text: String) {
    align(8)
    bytes.append(field)
    addSignature("g")
    addSignature(text)
  }
}

extension Wire {
  /// The body of a message with these arguments, without any checks.
  package static func body(_ values: [BusValue]) -> [UInt8] {
    var wire = Wire()
    for value in values { wire.add(value) }
    return wire.bytes
  }

  package mutating func add(_ value: BusValue) {
    switch value {
    case .byte(let number): bytes.append(number)
    case .boolean(let flag): add(flag ? 1 : 0 as UInt32)
    case .int16(let number): add(fixed: number)
    case .uint16(let number): add(fixed: number)
    case .int32(let number): add(fixed: number)
    case .uint32(let number): add(number)
    case .int64(let number): add(fixed: number)
    case .uint64(let number): add(fixed: number)
    case .double(let number): add(fixed: number.bitPattern)
    case .string(let text): add(text)
    case .objectPath(let path): add(path.text)
    case .signature(let signature): addSignature(signature.description)
    // A descriptor is written as its index among those that are sent with the message.
    case .fileDescriptor(let place): add(fixed: place)
    case .variant(let inner):
      addSignature(inner.type.code)
      add(inner)
    case .structure(let fields):
      align(8)
      for field in fields { add(field) }
    case .array(let type, let elements):
      addArray(aligned: Self.alignment(of: type)) { wire in
        for element in elements { wire.add(element) }
      }
    case .dictionary(_, _, let entries):
      addArray(aligned: 8) { wire in
        for entry in entries {
          wire.align(8)
          wire.add(entry.key)
          wire.add(entry.value)
        }
      }
    }
  }

  private mutating func add<Number: FixedWidthInteger>(fixed number: Number) {
    align(MemoryLayout<Number>.size)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  private mutating func addArray(aligned size: Int, _ fill: (inout Wire) -> Void) {
    add(0 as UInt32)
    let place = bytes.count - 4
    align(size)
    let start = bytes.count
    fill(&self)
    withUnsafeBytes(of: UInt32(bytes.count - start).littleEndian) {
      bytes.replaceSubrange(place..<(place + 4), with: $0)
    }
  }

  private static func alignment(of type: BusType) -> Int {
    switch type {
    case .byte, .signature, .variant: 1
    case .int16, .uint16: 2
    case .int64, .uint64, .double, .structure: 8
    default: 4
    }
  }
}
