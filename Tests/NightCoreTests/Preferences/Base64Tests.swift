import NightCore
import TestSupport
import Testing

@Suite struct Base64Tests {
  @Test(
    "The base64 test vectors of RFC 4648 are encoded and decoded correctly",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ]
  )
  func vectors(_ plain: String, _ text: String) {
    #expect(Base64.text(Array(plain.utf8)) == text)
    #expect(Base64.bytes(text) == Array(plain.utf8))
  }

  @Test("Any byte at any position is unchanged after encoding and decoding as base64")
  func everyByte() {
    for place in 0..<4 {
      for byte in UInt8.min...UInt8.max {
        var bytes: [UInt8] = [0, 255, 0, 255]
        bytes[place] = byte
        #expect(Base64.bytes(Base64.text(bytes)) == bytes)
      }
    }
    #expect(Base64.text([0xFB, 0xFF, 0xBF]) == "+/+/")
  }

  @Test("Random data of up to 199 bytes is unchanged after encoding and decoding as base64")
  func random() {
    var generator = SplitMix64(seed: 4)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(Base64.bytes(Base64.text(bytes)) == bytes)
    }
  }

  @Test(
    "The base64 decoder rejects text that is not canonical",
    arguments: [
      // These strings have the wrong length, or their padding is missing, excessive or misplaced.
      "A", "AA", "AAA", "AAAAA", "=", "==", "===", "====", "A===", "AA=A", "=AAA", "A=AA",
      "AA==AAAA", "AAA=AAAA", "AAAA====", "AAAA=", "AA=",
      // In these strings, unused bits are not zero.
      "Zh==", "Zm9=", "//==", "AAB=",
      // These strings use other alphabets, or contain blanks, line feeds or invalid digits.
      "-_-_", "Zg ==", "Zm9v\n", " Zm9v", "Zm\n9v", "Zm9.", "Zm9\u{0}", "Zmé", "\u{FF21}AA",
    ]
  )
  func refused(_ text: String) { #expect(Base64.bytes(text) == nil) }
}
