import NightCore
import Testing

@Suite("Lock files")
struct LockFileTests {
  private func locks(_ bytes: [UInt8], after last: LockFile? = nil) -> LockFile {
    LockFile(.init(path: "/etc/locks", content: .bytes(bytes)), after: last)
  }

  private func layers(_ text: String) -> Layers { .made([(nil, text)]) }

  /// A key, and the expected position of the lock on this key.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let key: String
    let application: String
    let place: String?
    var testDescription: String { "\(text.debugDescription.prefix(60)) \(application):\(key)" }

    init(_ text: String, _ application: String, _ key: String, _ place: String?) {
      self.text = text
      self.key = key
      self.application = application
      self.place = place.map { "/etc/0/locks:" + $0 }
    }
  }

  @Test(
    "A line of a lock file locks the keys that the line lists",
    arguments: [
      Case("fade", "", "fade", "1:1"),
      Case("fade\n", "", "fade", "1:1"),
      Case("\n\n  \tfade \t\r\n", "", "fade", "3:4"),
      Case("# fade", "", "fade", nil),
      Case("  #fade\nfade", "", "fade", "2:1"),
      Case("fade # as the school asks", "", "fade", "1:1"),
      Case("fade\t#", "", "fade", "1:1"),
      Case("\u{FEFF}fade", "", "fade", "1:1"),
      Case("theme.light\nfade", "", "fade", "2:1"),
      Case("fade\nfade", "", "fade", "1:1"),
      Case("fad", "", "fade", nil),
      Case("fade.x", "", "fade", nil),
      // A lock on the desktop's key also locks this key for each application.
      Case("fade", "org.X", "fade", "1:1"),
      Case("choice", "org.X", "choice", "1:1"),
      Case("app org.X fade", "org.X", "fade", "1:1"),
      Case("app org.X fade", "org.Y", "fade", nil),
      Case("app org.X fade", "", "fade", nil),
      Case("app org.X fade", "org.X", "choice", nil),
      Case("app\torg.X\tfade", "org.X", "fade", "1:1"),
      Case("app My  Editor fade", "My  Editor", "fade", "1:1"),
      Case("app My  Editor fade", "My Editor", "fade", nil),
      Case("app app fade", "app", "fade", "1:1"),
      Case("app a#b fade # why", "a#b", "fade", "1:1"),
      Case("app é fade", "é", "fade", "1:1"),
      Case("app é fade", "e\u{301}", "fade", nil),
      Case("app org.X *", "org.X", "anything", "1:1"),
      Case("app org.X *", "org.Y", "anything", nil),
      Case("app org.X window.*", "org.X", "window.width", "1:1"),
      Case("app org.X windows.*", "org.X", "window.width", nil),
      // A lock with a star locks every key below the name, and so does a lock with the name alone.
      Case("theme.*", "", "theme.light", "1:1"),
      Case("theme.*", "", "theme.dark-high", "1:1"),
      Case("theme", "", "theme.light", "1:1"),
      Case("them.*", "", "theme.light", nil),
      Case("theme.light.*", "", "theme.light", nil),
      Case("*", "", "fade", "1:1"),
      Case("*", "", "choice", "1:1"),
      Case("*", "org.X", "anything.at.all", "1:1"),
      Case("window", "org.X", "window.width", "1:1"),
      Case("window", "org.X", "windows", nil),
      // A lock on a part of a dictionary locks the whole dictionary.
      Case("window.width", "org.X", "window", "1:1"),
      Case("app org.X window.width", "org.X", "window", "1:1"),
      Case("app org.X window.width", "org.Y", "window", nil),
      Case("app org.X window.size.*", "org.X", "window", "1:1"),
      Case("app org.X window.size.*", "org.X", "window.size", "1:1"),
      Case("app org.X window.width", "org.X", "window.height", "1:1"),
      Case("fade\n*", "", "fade", "1:1"),
      Case("*\nfade", "", "fade", "1:1"),
      Case("theme.light\n  theme.*", "", "theme.dark", "2:3"),
    ]
  )
  func covers(example: Case) throws {
    let key = try PreferenceKey(example.key, of: example.application)
    #expect(layers(example.text).lock(on: key)?.place == example.place)
  }

  @Test(
    "An invalid line in a lock file is reported with its position, and the other locks still apply",
    arguments: [
      (
        "two words",
        "expected one key, or “app ID KEY”, on a line, found “two words”"
      ),
      ("app org.X", "expected one key, or “app ID KEY”, on a line, found “app org.X”"),
      (
        "theme..light",
        "“theme..light” is not a key: a key has letters, digits, - and _, in parts with dots between them"
      ),
      (
        ".*",
        "“” is not a key: a key has letters, digits, - and _, in parts with dots between them"
      ),
      (
        "*.*",
        "“*” is not a key: a key has letters, digits, - and _, in parts with dots between them"
      ),
      (
        "theme.*.x",
        "“theme.*.x” is not a key: a key has letters, digits, - and _, in parts with dots between them"
      ),
      (
        "th\u{0}me",
        "“thU+0000me” is not a key: a key has letters, digits, - and _, in parts with dots between them"
      ),
      (
        "app a\u{0}b fade",
        "an application's identifier must be a non-empty text without control characters"
      ),
      (
        "app \(String(repeating: "x", count: 256)) fade",
        "an application's identifier has at most 255 bytes"
      ),
      ("a.b.c.d.e.f.g.h.i", "a key has at most 8 parts"),
      (String(repeating: "x", count: 256), "a key has at most 255 bytes"),
      (String(repeating: "x", count: 1 << 20), "a key has at most 255 bytes"),
      (
        String(repeating: "x ", count: 1 << 19),
        "expected one key, or “app ID KEY”, on a line, found “x x x x x x x x x x x x x x x x x x x x …”"
      ),
      (
        "fdae",
        "“fdae” is not a key that nightd knows, so this line locks only applications' keys of that name; did you mean fade?"
      ),
      (
        "app.*",
        "“app.*” is not a key that nightd knows, so this line locks only applications' keys of that name"
      ),
    ]
  )
  func wrong(line: String, sentence: String) throws {
    let file = locks(Array("choice\n \(line)\nfade".utf8))
    #expect(file.findings.map(\.message) == [sentence])
    #expect(file.findings.map(\.place) == ["/etc/locks:2:2"])
    #expect(file.findings.allSatisfy { $0.kind == .lock && $0.advice == nil })
    let layers = layers("choice\n \(line)\nfade")
    for name in ["choice", "fade"] {
      #expect(layers.lock(on: try PreferenceKey(name)) != nil)
    }
  }

  @Test("If a lock file's keys or identifiers have bytes that are not UTF-8, this is reported")
  func notText() {
    for bytes: [UInt8] in [[0xFF], Array("app a".utf8) + [0xC3] + Array(" fade".utf8)] {
      let file = locks(Array("choice\n".utf8) + bytes + Array("\nfade".utf8))
      #expect(file.findings.map(\.message) == ["expected UTF-8 text"])
      #expect(file.findings.map(\.place) == ["/etc/locks:2:1"])
    }
  }

  @Test(
    "A lock file can have at most 4,096 locks, and the first lock beyond this limit is reported"
  )
  func many() throws {
    let text = (0..<5_000).map { "app org.X k\($0)" }.joined(separator: "\n")
    let file = locks(Array(text.utf8))
    #expect(file.findings.map(\.place) == ["/etc/locks:4097:1"])
    #expect(
      file.findings.map(\.message) == [
        "a file has at most 4096 locks; this lock and those below it have no effect"
      ]
    )
    let layers = layers(text)
    #expect(layers.lock(on: try PreferenceKey("k4095", of: "org.X")) != nil)
    #expect(layers.lock(on: try PreferenceKey("k4096", of: "org.X")) == nil)
  }

  @Test("A lock file with 100,000 mistakes has at most 101 findings")
  func manySlips() {
    let file = locks(Array(String(repeating: "a b\n", count: 100_000).utf8))
    #expect(file.findings.count == 101)
    #expect(
      file.findings.last?.message == "more problems were found in this file, but are not listed"
    )
  }

  @Test("If a lock file becomes unreadable, the locks that were read before stay in force")
  func unreadable() throws {
    let key = try PreferenceKey("fade")
    let flawed = LayerTexts.File(path: "/etc/locks", content: .flawed("is a folder"))
    let fresh = LockFile(flawed)
    #expect(fresh.findings.map(\.message) == ["it is a folder; none of its locks is in force"])
    let kept = LockFile(flawed, after: locks(Array("fade".utf8)))
    let message = "it is a folder; nightd still uses the earlier version"
    #expect(kept.findings.map(\.message) == [message])
    #expect(kept.findings.first?.kind == .unreadable)
    let again = LockFile(flawed, after: kept)
    #expect(again == kept)
    let gone = LockFile(.init(path: "/etc/locks", content: .missing), after: kept)
    #expect(gone.findings.isEmpty)
    let folder = LayerTexts.Folder(
      config: .init(path: "/etc/config.json5", content: .missing),
      locks: .init(path: "/etc/locks", content: .bytes(Array("fade".utf8)))
    )
    var texts = LayerTexts(user: .init(path: "", content: .missing), systems: [folder])
    let first = Layers(texts)
    texts.systems = [LayerTexts.Folder(config: folder.config, locks: flawed)]
    #expect(Layers(texts, after: first).lock(on: key)?.place == "/etc/locks:1:1")
    #expect(Layers(texts).lock(on: key) == nil)
  }
}
