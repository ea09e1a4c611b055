import CNightKit
import Glibc
import NightKitC
import TestSupport
import Testing

// The library is linked into the tests, so that sanitizers also check the library. A test that
// opens no handle needs no bus.
@Suite("libnightkit with invalid arguments") struct BadInputTests {
  @Test("Functions that get no handle return the standard appearance or fail")
  func noHandle() {
    #expect(nightkit_get_style(nil) == NIGHTKIT_LIGHT)
    #expect(nightkit_fd(nil) == -1)
    #expect(!nightkit_dispatch(nil))
    nightkit_close(nil)
    var color = [0.0, 0, 0, 0]
    #expect(nightkit_get_color(nil, "surface", &color))
    #expect(color[3] == 1)
    var number = 7.0
    #expect(!nightkit_get_preference(nil, "zoom", &number))
    #expect(!nightkit_get_number(nil, "none", &number))
    #expect(number == 7)
    var why = [CChar](repeating: 1, count: 64)
    #expect(nightkit_set_style(nil, NIGHTKIT_DARK, &why, why.count) == NIGHTKIT_MISUSED)
    #expect(text(why) == "there is no handle")
    #expect(nightkit_set_style(nil, nightkit_style(7), nil, 0) == NIGHTKIT_MISUSED)
  }

  @Test("Functions that get no memory for a result write nothing")
  func noMemory() {
    #expect(!nightkit_get_color(nil, "surface", nil))
    #expect(!nightkit_get_color(nil, nil, nil))
    #expect(!nightkit_get_number(nil, "radius", nil))
    #expect(!nightkit_get_appearance(nil, nil))
    #expect(nightkit_get_theme(nil, nil, 0) == 8)
    #expect(nightkit_get_theme(nil, nil, 100) == 8)
  }

  @Test("If a name is not valid UTF-8, no colour is found")
  func noText() {
    let bytes: [UInt8] = [0x73, 0xff, 0xc0, 0x80, 0]
    var color = [1.0, 2, 3, 4]
    let isFound = bytes.withUnsafeBytes {
      nightkit_get_color(nil, $0.baseAddress?.assumingMemoryBound(to: CChar.self), &color)
    }
    #expect(!isFound)
    #expect(color == [1, 2, 3, 4])
  }

  @Test(
    "nightkit_open fails with EINVAL for an invalid application's name",
    arguments: [[], [0xff], Array("a\nb".utf8), [UInt8](repeating: 0x61, count: 256)]
  )
  func noApplication(name: [UInt8]) {
    let refusal = (name + [0]).withUnsafeBytes { bytes in
      errno = 0
      let night = nightkit_open(bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
      return (night, errno)
    }
    #expect(refusal == (nil, EINVAL))
  }

  @Test(
    "A string is shortened to fit the given memory, and always ends with a zero byte",
    arguments: [(1, ""), (2, "d"), (8, "dayligh"), (9, "daylight"), (20, "daylight")]
  )
  func cut(size: Int, expected: String) {
    var name = [CChar](repeating: 1, count: 20)
    #expect(nightkit_get_theme(nil, &name, size) == 8)
    #expect(text(name) == expected)
    #expect(name[(expected.utf8.count + 1)...].allSatisfy { $0 == 1 })
  }

  @Test(
    "nightkit_get_appearance writes nothing beyond the size that the struct states",
    arguments: [(0, false), (8, false), (55, false), (56, true), (64, true), (4_097, false)]
  )
  func size(size: Int, isAccepted: Bool) {
    let room = 128
    let place = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 16)
    defer { place.deallocate() }
    memset(place, 0x55, room)
    place.storeBytes(of: size, as: Int.self)
    let appearance = place.assumingMemoryBound(to: nightkit_appearance.self)
    #expect(nightkit_get_appearance(nil, appearance) == isAccepted)
    let bytes = UnsafeRawBufferPointer(start: place, count: room)
    let end = isAccepted ? size : 8
    #expect(bytes[end...].allSatisfy { $0 == 0x55 })
    guard isAccepted else { return }
    #expect(appearance.pointee.size == size)
    #expect(appearance.pointee.style == NIGHTKIT_LIGHT)
    #expect(appearance.pointee.fade == 300)
    #expect(bytes[56..<size].allSatisfy { $0 == 0 })
  }

  @Test("nightkit_appearance has the same size as in the first version")
  func firstSize() {
    #expect(MemoryLayout<nightkit_appearance>.size == 56)
  }

  /// The text up to the first zero byte.
  private func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
