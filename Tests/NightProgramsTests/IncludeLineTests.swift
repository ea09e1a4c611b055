import NightPrograms
import Testing

@Suite("nightd's line in a user's file")
struct IncludeLineTests {
  @Test("If an editor changed all line ends to CR LF, removing nightd's line leaves no stray CR")
  func lineEnds() {
    let line = IncludeLine(in: ["/a"], "include x", at: .bottom)
    let bytes = Array("size 9\r\ninclude x\r\n".utf8)
    #expect(line.removed(from: bytes, wasOpen: true) == Array("size 9".utf8))
  }

  @Test(
    "The line that nightd adds has the same line end as the file",
    arguments: [
      (IncludeLine.Place.bottom, "a\r\nb", "a\r\nb\r\ninclude x\r\n"),
      (.bottom, "a\nb\r\n", "a\nb\r\ninclude x\n"), (.bottom, "a\r", "a\r\ninclude x\n"),
      (.top, "a\r\n", "include x\r\na\r\n"), (.after("a"), "a\r\nb\r\n", "a\r\ninclude x\r\nb\r\n"),
      (.before("b"), "a\r\nb\r\n", "a\r\ninclude x\r\nb\r\n"),
      (.beforeSections(), "a\r\n[b]\r\n", "a\r\ninclude x\r\n[b]\r\n"),
    ]
  )
  func fileEnds(place: IncludeLine.Place, before: String, after: String) {
    let bytes = Array(before.utf8)
    let added = line(place).added(to: bytes)
    #expect(added == Array(after.utf8))
    #expect(line(place).removed(from: added, wasOpen: IncludeLine.isOpen(bytes)) == bytes)
  }

  private static let texts = [
    "a\r\nb", "", "\n", "a", "a\n", "a\r\nb\r\n", "#!/bin/sh", "#!/bin/sh\na\n", "a\n\n\n",
    "\u{FEFF}a\n",
    "own", "a\r", "a\r\nb\r",
  ]

  private func line(_ place: IncludeLine.Place) -> IncludeLine {
    IncludeLine(in: ["/f"], "include x", at: place)
  }

  @Test("Adding and then removing nightd's line restores each byte of the file", arguments: texts)
  func restored(_ text: String) {
    for place in [IncludeLine.Place.top, .bottom] {
      let bytes = Array(text.utf8)
      let added = line(place).added(to: bytes)
      #expect(line(place).isIn(added))
      #expect(added.count > bytes.count)
      #expect(
        line(place).removed(from: added, wasOpen: IncludeLine.isOpen(bytes)) == bytes,
        "\(place)"
      )
    }
  }

  @Test("If a file has bytes that are not text, they survive adding and removing nightd's line")
  func binary() {
    let bytes: [UInt8] = [0xFF, 0x0A, 0x00, 0xC3, 0x0A]
    #expect(
      line(.top).removed(from: line(.top).added(to: bytes), wasOpen: IncludeLine.isOpen(bytes))
        == bytes
    )
  }

  @Test("nightd's line becomes the first or the last line of a file, but stays below a #! line")
  func places() {
    func added(_ text: String, _ place: IncludeLine.Place) -> String {
      String(decoding: line(place).added(to: Array(text.utf8)), as: UTF8.self)
    }
    #expect(added("a\n", .top) == "include x\na\n")
    #expect(added("#!x\na\n", .top) == "#!x\ninclude x\na\n")
    #expect(added("a", .bottom) == "a\ninclude x\n")
    #expect(added("a\n", .bottom) == "a\ninclude x\n")
  }

  @Test(
    "nightd's line is not added to a file that already has the line, even with spaces around it"
  )
  func present() {
    let bytes = Array("a\n  include x \r\nb\n".utf8)
    #expect(line(.bottom).added(to: bytes) == bytes)
    #expect(line(.top).removed(from: bytes) == Array("a\nb\n".utf8))
  }

  @Test(
    "If a program appends to a file that lacks a final line end, nightd's line is still removable"
  )
  func appended() {
    let more = Array("more\n".utf8)
    let after = line(.bottom).added(to: Array("a".utf8)) + more
    #expect(String(decoding: after, as: UTF8.self) == "a\ninclude x\nmore\n")
    let rest = line(.bottom).removed(from: after, wasOpen: true)
    #expect(String(decoding: rest, as: UTF8.self) == "a\nmore\n")
  }

  @Test(
    "If a program adds keys to the section that nightd's line begins, the section's header stays",
    arguments: [
      ("[core]\n[include] path = x\n\tpath = own\n", "[core]\n[include]\n\tpath = own\n"),
      ("[core]\r\n[include] path = x\r\npath = own", "[core]\r\n[include]\r\npath = own"),
      ("[include] path = x\n\n# own\n; own\nkey\n", "[include]\n\n# own\n; own\nkey\n"),
      ("[core]\n[include] path = x\n\n # own\n[user]\n", "[core]\n\n # own\n[user]\n"),
      ("[core]\n[include] path = x\n# own\n", "[core]\n# own\n"),
    ]
  )
  func section(text: String, rest: String) {
    let line = IncludeLine(in: ["x"], "[include] path = x", at: .bottom)
    let removed = line.removed(from: Array(text.utf8))
    #expect(String(decoding: removed, as: UTF8.self) == rest)
  }

  @Test("A line of a shell script is no header of a section, even if it begins with a bracket")
  func script() {
    let line = IncludeLine(in: ["x"], "[ -r x ] && . x", at: .bottom)
    #expect(line.removed(from: Array("a\n[ -r x ] && . x\nb\n".utf8)) == Array("a\nb\n".utf8))
  }

  @Test("A line that contains nightd's line and more text is not mistaken for nightd's line")
  func longer() {
    let bytes = Array("include xy\n# include x\n".utf8)
    #expect(!line(.top).isIn(bytes))
    #expect(line(.top).removed(from: bytes) == bytes)
  }
}
