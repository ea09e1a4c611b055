import Glibc
import NightCore
import Testing

@Suite("AppTheme's themes, many of them")
struct AppThemeCostTests {
  /// Each but the first is a child of the one before.
  private static func chain(_ count: Int, _ colors: Int) -> [UInt8] {
    let hues = (0..<colors).map { ##"{"name": "c\##($0)", "hex": "fff"}"## }.joined(separator: ",")
    let themes = (0..<count).map { number in
      let parent = number == 0 ? "" : #""parent": "t\#(number - 1)", "#
      return #"{"themeName": "t\#(number)", \#(parent)"colors": [\#(hues)]}"#
    }
    return Array("[\(themes.joined(separator: ",\n"))]".utf8)
  }

  @Test("more parents than a theme may have are refused at once, with their place")
  func deep() {
    let result = AppThemeFile.read(Self.chain(256, 4), file: "t", style: .dark)
    #expect(
      result.findings.map(\.description) == [
        "t:65:32: the theme “t64” has more than 64 parents, one above the other"
      ]
    )
    let line = Self.chain(64, 1)
    #expect(AppThemeFile.read(line, file: "t", style: .dark).themes.count == 64)
  }

  @Test("the style of a theme is looked for once in each, however many have it for a parent")
  func walked() {
    func time(_ text: [UInt8], _ style: Style?) -> Int {
      // The least of a few, and of this thread alone: others may have the machine meanwhile.
      (1...5).map { _ in
        let start = Self.processorMicroseconds
        _ = AppThemeFile.read(text, file: "t", style: style)
        return Self.processorMicroseconds - start
      }.min() ?? 0
    }
    let chain = Self.chain(64, 100)
    let text = String(decoding: chain, as: UTF8.self)
    let alone = Array(text.replacing("parent", with: "nobody").utf8)
    let least = time(alone, .dark)
    #expect(time(chain, .dark) < least * 4)
    #expect(time(chain, nil) < least * 8)
  }

  private static var processorMicroseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
  }
}
