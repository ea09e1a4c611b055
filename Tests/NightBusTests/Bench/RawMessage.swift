/// A message as bytes, well formed or not.
struct RawMessage {
  enum Kind: UInt8 { case call = 1, answer, error, signal }

  var kind = Kind.call
  var flags: UInt8 = 0
  var path: String?
  var interface: String?
  var member: String?
  var replySerial: UInt32?
  var errorName: String?
  var destination: String?
  var signature = ""
  var body: [UInt8] = []
  var descriptorCount: UInt32?

  func bytes(serial: UInt32) -> [UInt8] {
    var fields = Wire()
    fields.add(1, "o", path)
    fields.add(2, "s", interface)
    fields.add(3, "s", member)
    fields.add(4, "s", errorName)
    fields.add(5, replySerial)
    fields.add(6, "s", destination)
    if !signature.isEmpty { fields.addSignatureField(8, signature) }
    fields.add(9, descriptorCount)

    var whole = Wire()
    whole.bytes = [UInt8(ascii: "l"), kind.rawValue, flags, 1]
    whole.add(UInt32(body.count))
    whole.add(serial)
    whole.add(UInt32(fields.bytes.count))
    whole.bytes += fields.bytes
    whole.align(8)
    return whole.bytes + body
  }
}

/// Bytes in the order and with the padding of the wire.
struct Wire {
  var bytes: [UInt8] = []

  mutating func align(_ size: Int) {
    while !bytes.count.isMultiple(of: size) { bytes.append(0) }
  }

  mutating func add(_ number: UInt32) {
    align(4)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  mutating func add(_ text: String) {
    add(UInt32(text.utf8.count))
    bytes += Array(text.utf8) + [0]
  }

  mutating func addSignature(_ text: String) {
    bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
  }

  mutating func add(_ field: UInt8, _ type: String, _ text: String?) {
    guard let text else { return }
    align(8)
    bytes.append(field)
    addSignature(type)
    add(text)
  }

  mutating func add(_ field: UInt8, _ number: UInt32?) {
    guard let number else { return }
    align(8)
    bytes.append(field)
    addSignature("u")
    add(number)
  }

  mutating func addSignatureField(_ field: UInt8, _ text: String) {
    align(8)
    bytes.append(field)
    addSignature("g")
    addSignature(text)
  }
}
