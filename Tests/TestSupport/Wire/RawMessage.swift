/// A message that is built from raw values, so it may be malformed.
package struct RawMessage: Sendable {
  package enum Kind: UInt8, Sendable { case call = 1, answer, error, signal }

  package var kind = Kind.call
  package var flags: UInt8 = 0
  package var path: String?
  package var interface: String?
  package var member: String?
  package var replySerial: UInt32?
  package var errorName: String?
  package var destination: String?
  package var signature = ""
  package var body: [UInt8] = []
  package var descriptorCount: UInt32?

  package init(
    kind: Kind = .call,
    flags: UInt8 = 0,
    path: String? = nil,
    interface: String? = nil,
    member: String? = nil,
    replySerial: UInt32? = nil,
    errorName: String? = nil,
    destination: String? = nil,
    signature: String = "",
    body: [UInt8] = [],
    descriptorCount: UInt32? = nil
  ) {
    self.kind = kind
    self.flags = flags
    self.path = path
    self.interface = interface
    self.member = member
    self.replySerial = replySerial
    self.errorName = errorName
    self.destination = destination
    self.signature = signature
    self.body = body
    self.descriptorCount = descriptorCount
  }

  package func bytes(serial: UInt32) -> [UInt8] {
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
