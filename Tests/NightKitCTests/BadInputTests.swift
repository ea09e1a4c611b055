import CNightKit
import Glibc
import NightCore
import NightKitC
import TestSupport
import Testing

// The library is linked into the tests, so that sanitizers also check the library. A test that
// opens no handle needs no bus.
@Suite("libnightkit with invalid arguments") struct BadInputTests {
  @Test("If C functions get a NULL handle, they return the standard appearance or fail")
  func noHandle() {
    #expect(nightkit_get_style(nil) == NIGHTKIT_STYLE_LIGHT)
    #expect(nightkit_get_theme_style(nil) == NIGHTKIT_STYLE_LIGHT)
    #expect(nightkit_fd(nil) == -1)
    #expect(!nightkit_dispatch(nil))
    nightkit_close(nil)
    nightkit_set_timeout(nil, 1)
    var color = [0.0, 0, 0, 0]
    #expect(nightkit_get_color(nil, "surface", &color))
    #expect(color[3] == 1)
    var number = 7.0
    #expect(!nightkit_get_number(nil, "none", &number))
    #expect(number == 7)
    #expect(nightkit_get_color_role(nil, 0, nil, 0) == 11)
    #expect(nightkit_get_color_role(nil, 1_000, nil, 0) == 0)
    #expect(nightkit_get_theme_ancestor(nil, 0, nil, 0) == 0)
    #expect(nightkit_get_listed_name(nil, 0, nil, 0) == 0)
    #expect(!nightkit_is_listed_in_use(nil, 0))
    var why = [CChar](repeating: 1, count: 64)
    #expect(nightkit_get_error(nil, &why, why.count) == 19)
    #expect(text(why) == "there is no handle")
  }

  @Test("If C functions get a NULL handle, they find no preference")
  func noPreferences() {
    var number = 7.0
    var integer: Int64 = 7
    var bool = true
    #expect(nightkit_get_choice(nil) == NIGHTKIT_CHOICE_FOLLOW)
    #expect(!nightkit_get_preference_number(nil, "fade", &number))
    #expect(!nightkit_get_preference_integer(nil, "fade", &integer))
    #expect(!nightkit_get_preference_bool(nil, "hooks.run", &bool))
    #expect(nightkit_get_preference_string(nil, "choice", nil, 0) == 0)
    #expect(number == 7)
    #expect(integer == 7)
    #expect(bool)
  }

  /// All request functions, each called with valid arguments.
  private static let requests: [(String, @Sendable (OpaquePointer?) -> nightkit_outcome)] = [
    ("desktop_set", { nightkit_desktop_set($0, NIGHTKIT_DESKTOP_DARK) }),
    ("desktop_toggle", { nightkit_desktop_toggle($0, nil) }),
    ("desktop_end_hold", { nightkit_desktop_end_hold($0) }),
    ("desktop_use_theme", { nightkit_desktop_use_theme($0, "midnight") }),
    ("desktop_use_next_theme", { nightkit_desktop_use_next_theme($0) }),
    ("desktop_use_previous_theme", { nightkit_desktop_use_previous_theme($0) }),
    ("list_themes", { nightkit_list_themes($0) }),
    ("choose", { nightkit_choose($0, NIGHTKIT_CHOICE_DARK) }),
    ("choose_theme", { nightkit_choose_theme($0, "midnight") }),
    ("choose_themes", { nightkit_choose_themes($0, "daylight", "midnight") }),
    ("toggle_choice", { nightkit_toggle_choice($0, nil) }),
    ("choose_next_theme", { nightkit_choose_next_theme($0) }),
    ("choose_previous_theme", { nightkit_choose_previous_theme($0) }),
    ("desktop_hold", { nightkit_desktop_hold($0, NIGHTKIT_STYLE_DARK, 60, nil) }),
    ("inhibit", { nightkit_inhibit($0, "shows slides") }),
    ("install_theme", { nightkit_install_theme($0, "{style: 'dark'}", "x", false) }),
    ("install_themes_at", { nightkit_install_themes_at($0, "/none", nil, false) }),
    ("remove_theme", { nightkit_remove_theme($0, "x") }),
    (
      "find_lock",
      { night in
        var isLocked = false
        return nightkit_find_lock(night, "choice", &isLocked)
      }
    ),
    ("set_preference_bool", { nightkit_set_preference_bool($0, "a", true) }),
    ("set_preference_integer", { nightkit_set_preference_integer($0, "a", 1) }),
    ("set_preference_number", { nightkit_set_preference_number($0, "a", 1) }),
    ("set_preference_string", { nightkit_set_preference_string($0, "a", "b") }),
    ("remove_preference", { nightkit_remove_preference($0, "a") }),
    (
      "get_status",
      { night in
        var status = nightkit_status()
        status.size = MemoryLayout<nightkit_status>.size
        return nightkit_get_status(night, &status)
      }
    ),
  ]

  @Test("Each request with a NULL handle is reported as a misuse")
  func noRequest() {
    for (name, make) in Self.requests {
      #expect(make(nil) == NIGHTKIT_OUTCOME_MISUSED, "nightkit_\(name)")
    }
  }

  @Test("Each request with an invalid argument is reported as a misuse")
  func invalidRequests() {
    let invalid = [
      nightkit_desktop_set(nil, nightkit_desktop_choice(7)), nightkit_desktop_use_theme(nil, nil),
      nightkit_choose(nil, nightkit_choice(7)), nightkit_get_status(nil, nil),
      nightkit_set_preference_bool(nil, nil, true),
      nightkit_set_preference_number(nil, "a", .nan),
      nightkit_set_preference_string(nil, "a", nil), nightkit_remove_preference(nil, nil),
    ]
    #expect(invalid.allSatisfy { $0 == NIGHTKIT_OUTCOME_MISUSED })
  }

  @Test("Pinning a part of a program fails with EINVAL if the handle is NULL")
  func noPart() {
    errno = 0
    #expect(nightkit_pin_style(nil, NIGHTKIT_STYLE_DARK) == nil)
    #expect(errno == EINVAL)
    errno = 0
    #expect(nightkit_pin_theme(nil, "midnight") == nil)
    #expect(errno == EINVAL)
  }

  @Test("C functions write nothing if the pointer for the result is NULL")
  func noMemory() {
    #expect(!nightkit_get_color(nil, "surface", nil))
    #expect(!nightkit_get_color(nil, nil, nil))
    #expect(!nightkit_get_number(nil, "radius", nil))
    #expect(!nightkit_get_bool(nil, nil, nil))
    #expect(!nightkit_get_font_size(nil, nil, nil))
    #expect(!nightkit_get_appearance(nil, nil))
    #expect(!nightkit_get_listed_style(nil, 0, nil))
    #expect(!nightkit_get_preference_bool(nil, nil, nil))
    #expect(!nightkit_get_preference_integer(nil, nil, nil))
    #expect(!nightkit_get_preference_number(nil, nil, nil))
    #expect(!nightkit_get_sheet_color(nil, NIGHTKIT_SHEET_LABEL, nil, nil, nil))
    #expect(!nightkit_get_sheet_number(nil, NIGHTKIT_SHEET_VIEW, nil, nil, nil))
    #expect(!nightkit_get_sheet_bool(nil, NIGHTKIT_SHEET_BUTTON, nil, nil, nil))
    #expect(nightkit_get_sheet_string(nil, nightkit_sheet(7), "a", "b", nil, 9) == 0)
    #expect(nightkit_get_string(nil, nil, nil, 0) == 0)
    #expect(nightkit_get_image(nil, nil, nil, 0, nil, 0) == 0)
    #expect(nightkit_get_font_family(nil, nil, nil, 0) == 0)
    #expect(nightkit_get_preference_string(nil, nil, nil, 0) == 0)
    #expect(nightkit_get_error(nil, nil, 0) == 19)
    #expect(nightkit_get_theme(nil, nil, 0) == 9)
    #expect(nightkit_get_theme(nil, nil, 100) == 9)
  }

  @Test("Colours are mixed in OKLab, and the result may overwrite one of the mixed colours")
  func mixes() {
    let white = [1.0, 1, 1, 1]
    var color = [0.0, 0, 0, 1]
    #expect(
      color.withUnsafeMutableBufferPointer { place in
        nightkit_mix_colors(place.baseAddress, white, 1, place.baseAddress)
      }
    )
    #expect(color.allSatisfy { abs($0 - 1) < 0.001 })
    var mixed = [7.0, 7, 7, 7]
    #expect(!nightkit_mix_colors(nil, white, 0.5, &mixed))
    #expect(!nightkit_mix_colors(white, white, .nan, &mixed))
    #expect(!nightkit_mix_colors(white, [0, .infinity, 0, 1], 0.5, &mixed))
    #expect(!nightkit_mix_colors(white, white, 0.5, nil))
    #expect(mixed == [7, 7, 7, 7])
  }

  @Test(
    "Every form of a colour that a theme's file may contain is read as a colour",
    arguments: [
      ("#ff000080", [1, 0, 0, 128.0 / 255]), ("navy", [0, 0, 128.0 / 255, 1]), ("", nil),
      ("#zz", nil),
    ] as [(String, [Double]?)]
  )
  func reads(text: String, expected: [Double]?) {
    var color = [7.0, 7, 7, 7]
    #expect(nightkit_read_color(text, &color) == (expected != nil))
    #expect(color == expected ?? [7, 7, 7, 7])
    #expect(!nightkit_read_color(nil, &color))
    #expect(!nightkit_read_color(text, nil))
  }

  @Test("The library reports its own version as one number")
  func version() {
    let parts = Contract.version.split(separator: ".").compactMap { UInt32($0) }
    #expect(nightkit_version() == parts[0] * 1_000_000 + parts[1] * 1_000 + parts[2])
  }

  @Test("If the name of a colour is not valid UTF-8, no colour is found")
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
    "nightkit_open fails with EINVAL if the application's name is invalid",
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
    "A string is shortened to fit into the given memory, and always ends with a zero byte",
    arguments: [(1, ""), (2, "d"), (8, "dayligh"), (9, "daylight"), (20, "daylight")]
  )
  func cut(size: Int, expected: String) {
    var name = [CChar](repeating: 1, count: 20)
    #expect(nightkit_get_theme(nil, &name, size) == 9)
    #expect(text(name) == expected)
    #expect(name[(expected.utf8.count + 1)...].allSatisfy { $0 == 1 })
  }

  @Test(
    "nightkit_get_appearance writes nothing beyond the struct size that the caller gives",
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
    #expect(appearance.pointee.style == NIGHTKIT_STYLE_LIGHT)
    #expect(appearance.pointee.fade == 300)
    #expect(bytes[56..<size].allSatisfy { $0 == 0 })
  }

  @Test("nightkit_get_status refuses a struct size that no version has")
  func statusSize() {
    var status = nightkit_status()
    #expect(nightkit_get_status(nil, &status) == NIGHTKIT_OUTCOME_MISUSED)
  }

  /// The bytes up to the first zero byte, as a string.
  private func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
