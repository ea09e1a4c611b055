/// The 64-bit hash FNV-1a, which tells strings apart but does not withstand attacks.
package enum Fingerprint {
  package static func of(_ text: String) -> String { of(Array(text.utf8)) }

  package static func of(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
