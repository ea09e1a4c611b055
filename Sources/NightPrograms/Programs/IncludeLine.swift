import NightCore

/// The line that nightd adds to one of the user's files.
package struct IncludeLine: Equatable, Sendable {
  package enum Place: Equatable, Sendable {
    /// Adds nightd's line at the top of the file, but below a first line that begins with `#!`.
    case top
    /// Adds nightd's line after all other lines, so that nightd's line overrides them.
    case bottom
    /// Adds nightd's line before the header of the first section; if that header is `first`, before
    /// the header of the second section.
    ///
    /// If the file has no such header, nightd's line comes after all other lines.
    ///
    /// Use this place for a line that must be above all sections, or at the end of the first
    /// section.
    case beforeSections(first: String = "")
    /// Adds nightd's line before the first line that equals this string.
    ///
    /// If no line equals this string, nightd's line comes after all other lines.
    case before(String)
    /// Adds nightd's line after the first line that equals this string, such as `{` in a JSON file.
    ///
    /// If no line equals this string, nightd's line comes at the top.
    case after(String)
    /// Adds a string to the end of the TOML list that has one of these keys.
    ///
    /// To extend such a list, nightctl adds only a piece of a line, such as `, "b"`.
    case tomlList([[String]], text: String)
  }

  /// Why nightctl cannot add nightd's line to a file; the string is a sentence that advises the
  /// user.
  package enum Refusal: Equatable, Sendable {
    /// The user can add nightd's line by hand.
    case addYourself(String)
    /// The user must write something other than nightd's line; the advice explains what.
    case differently(String)
    /// The user must change something else first; then nightctl can add nightd's line.
    case changeFirst(String)
  }

  /// The paths of the files that the program may read, in order; the program reads only the first
  /// one that exists.
  ///
  /// nightctl adds nightd's line to the first file that exists.
  package let paths: [String]
  /// The path of the file that nightctl creates if none of `paths` exists.
  package let newPath: String
  package let line: String
  package let place: Place
  /// The first lines of a file that nightd creates, with their line ends; usually empty.
  ///
  /// Some programs read the system's file only as long as the user has no file of their own; for
  /// such a program, these first lines include the system's file.
  package let start: String
  /// The file's syntax, which decides whether a line that is added at the end has an effect.
  package let syntax: FileSyntax
  private let ownRefusal: @Sendable (_ text: String) -> Refusal?

  package init(
    in paths: [String],
    new newPath: String? = nil,
    _ line: String,
    at place: Place,
    start: String = "",
    syntax: FileSyntax = .lines,
    refusal: @escaping @Sendable (String) -> Refusal? = { _ in nil }
  ) {
    self.paths = paths
    self.newPath = newPath ?? paths.first ?? ""
    self.line = line
    self.place = place
    self.start = start
    self.syntax = syntax
    ownRefusal = refusal
  }

  /// Why nightctl cannot add nightd's line to a file with this text; nil if it can.
  package func refusal(_ text: String) -> Refusal? {
    ownRefusal(text)
      ?? (place == .bottom ? syntax.openEnd(of: text).map(Refusal.addYourself) : nil)
  }

  /// Why nightctl does not add nightd's line to the user's file.
  ///
  /// `why` is a reason that does not depend on the file's text.
  ///
  /// A fault in the text is reported first, because adding the line by hand would not help before
  /// the fault is mended.
  package func refusal(_ text: String, file why: String?) -> Refusal? {
    let own = refusal(text)
    switch own {
    case .changeFirst, .differently: return own
    case .addYourself, nil: return why.map(Refusal.addYourself) ?? own
    }
  }

  /// The path of the user's file that contains nightd's line, or to which nightctl would add it.
  package func path(_ exists: (String) -> Bool) -> String { paths.first(where: exists) ?? newPath }

  /// Whether the string that nightctl adds is only a piece of a line, such as `, "b"` in
  /// `["a", "b"]`.
  ///
  /// nightctl's record of an added line stores only the string. A string that begins with a space
  /// or a comma is a piece, because nightd's whole lines never begin with these characters.
  package var isPiece: Bool {
    if case .tomlList = place { return true }
    return line.hasPrefix(" ") || line.hasPrefix(",")
  }

  package static func == (one: IncludeLine, other: IncludeLine) -> Bool {
    one.paths == other.paths && one.newPath == other.newPath && one.line == other.line
      && one.place == other.place && one.start == other.start && one.syntax == other.syntax
  }
}

// MARK: - Editing

extension IncludeLine {
  /// The lines of a user's file, without line ends.
  ///
  /// Splitting the text is fast even for a file of many megabytes.
  static func lines(_ text: String) -> [Substring] {
    text.utf8.split { $0 == lineFeed || $0 == UInt8(ascii: "\r") }.map { Substring($0) }
  }

  private static let lineFeed = UInt8(ascii: "\n")

  /// Whether the file contains nightd's line; spaces around the line are ignored.
  package func isIn(_ bytes: [UInt8]) -> Bool { range(in: bytes) != nil }

  /// Whether the last line of a file has no line end.
  package static func isOpen(_ bytes: [UInt8]) -> Bool {
    bytes.last.map { $0 != lineFeed } ?? false
  }

  /// Adds nightd's line with the same line end as the file's first line, and changes no other byte.
  ///
  /// If the new line comes last and the text before it has no line end, this method adds that line
  /// end too. The new line always has a line end, because a program may append to the file later.
  package func added(to bytes: [UInt8]) -> [UInt8] {
    guard range(in: bytes) == nil else { return bytes }
    let own = Array(line.utf8)
    let lineEnd = Self.lineEnd(of: bytes)
    switch place {
    case .top:
      var start = 0
      if bytes.starts(with: "#!".utf8) {
        guard let end = bytes.firstIndex(of: Self.lineFeed) else {
          return bytes + lineEnd + own + lineEnd
        }
        start = end + 1
      }
      return bytes[..<start] + own + lineEnd + bytes[start...]
    case .beforeSections(let first):
      guard let start = Self.section(after: first, in: bytes) else {
        return addedAtEnd(to: bytes)
      }
      return bytes[..<start] + own + lineEnd + bytes[start...]
    case .before(let text):
      guard let start = Self.range(of: text, in: bytes)?.lowerBound else {
        return addedAtEnd(to: bytes)
      }
      return bytes[..<start] + own + lineEnd + bytes[start...]
    case .tomlList(let keys, let text):
      let outline = TomlOutline(bytes)
      let list = keys.lazy.compactMap(outline.value).first
      // Another program may have changed the list since nightctl made `line`, the piece to add. If
      // the list now needs a different piece, add nothing.
      guard let list, let new = outline.insertion(of: text, in: list), new.piece == line
      else { return bytes }
      return bytes[..<new.offset] + own + bytes[new.offset...]
    case .bottom: return addedAtEnd(to: bytes)
    case .after(let text):
      guard let range = Self.range(of: text, in: bytes) else {
        return own + lineEnd + bytes
      }
      guard range.upperBound < bytes.count else {
        return bytes + lineEnd + own + lineEnd
      }
      let start = range.upperBound + 1
      return bytes[..<start] + own + lineEnd + bytes[start...]
    }
  }

  private func addedAtEnd(to bytes: [UInt8]) -> [UInt8] {
    let own = Array(line.utf8), lineEnd = Self.lineEnd(of: bytes)
    return bytes + (Self.isOpen(bytes) ? lineEnd : []) + own + lineEnd
  }

  /// The line end of a file's first line.
  private static func lineEnd(of bytes: [UInt8]) -> [UInt8] {
    let first = bytes.prefix { $0 != lineFeed }
    let isCarried = first.last == UInt8(ascii: "\r") && first.count < bytes.count
    return isCarried ? [UInt8(ascii: "\r"), lineFeed] : [lineFeed]
  }

  /// The start of the first section's header; if this header is `first`, the start of the second
  /// section's header.
  private static func section(after first: String, in bytes: [UInt8]) -> Int? {
    var start = 0
    var isFirst = true
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: lineFeed) ?? bytes.count
      let line = trimmed(bytes[start..<end])
      if line.first == UInt8(ascii: "[") {
        guard isFirst, line.elementsEqual(first.utf8) else { return start }
        isFirst = false
      }
      start = end + 1
    }
    return nil
  }

  /// Removes nightd's line from the file, and changes no other byte.
  ///
  /// `wasOpen` is true if the file's last line had no line end before the line was added. If
  /// `wasOpen` is true and nothing follows nightd's line, this method also removes the line end
  /// that nightctl added before nightd's line.
  package func removed(from bytes: [UInt8], wasOpen: Bool = false) -> [UInt8] {
    guard let range = range(in: bytes) else { return bytes }
    guard !isPiece else { return Array(bytes[..<range.lowerBound] + bytes[range.upperBound...]) }
    let isLast = range.upperBound + 1 >= bytes.count
    let hasEnd = range.upperBound < bytes.count
    // If nightd's line is the last line and has no line end, remove the line end before it.
    if isLast, wasOpen || !hasEnd {
      let rest = bytes[..<max(range.lowerBound - 1, 0)]
      // If nightd's line ends with a CR, an editor has added CRs to all lines, so also remove the
      // CR before nightd's line. If nightd's line has no CR, the CR before it belongs to the user's
      // line.
      let carriage = UInt8(ascii: "\r")
      let isAdded = bytes[range].last == carriage && rest.last == carriage
      return Array(isAdded ? rest.dropLast() : rest)
    }
    let header = ownHeader.filter { _ in Self.beginsWithKey(bytes[(range.upperBound + 1)...]) }
    let lineEnd = header.isEmpty ? [] : Self.lineEnd(of: bytes)
    return bytes[..<range.lowerBound] + header + lineEnd + bytes[(range.upperBound + 1)...]
  }

  /// The header in a line such as `[include] path = x`; empty for other lines.
  ///
  /// A program may later add keys of the user's to this section. If such keys follow nightd's line,
  /// this header must stay in the file, because otherwise they would become keys of the section
  /// above. A line of a shell script, such as `[ -r x ] && . x`, has no header.
  private var ownHeader: ArraySlice<UInt8> {
    let bytes = Array(line.utf8)
    guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), end + 1 < bytes.count,
      bytes[0] == UInt8(ascii: "["), bytes[1] != 0x20
    else { return [] }
    return bytes[...end]
  }

  /// Whether the first line that is neither blank nor a comment is something other than a header.
  private static func beginsWithKey(_ bytes: ArraySlice<UInt8>) -> Bool {
    let lines = bytes.lazy.split { $0 == lineFeed }.map(trimmed)
    let first = lines.first { !["#", ";"].contains($0.first.map(UnicodeScalar.init) ?? "#") }
    return first.map { $0.first != UInt8(ascii: "[") } ?? false
  }

  /// The range of nightd's line (without its line end) or nightd's piece of a line in the file.
  private func range(in bytes: [UInt8]) -> Range<Int>? {
    isPiece ? bytes.firstPlace(of: line.utf8) : Self.range(of: line, in: bytes)
  }

  private static func range(of line: String, in bytes: [UInt8]) -> Range<Int>? {
    let own = Array(line.utf8)
    var start = 0
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: lineFeed) ?? bytes.count
      if trimmed(bytes[start..<end]) == own[...] { return start..<end }
      start = end + 1
    }
    return nil
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.trimmed { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}

extension Collection where Element: Equatable {
  /// The first range in which the collection contains the given elements; nil if it does not
  /// contain them.
  ///
  /// This function replaces Swift's `firstRange(of:)`, whose module is not linked in release
  /// builds.
  @inlinable
  package func firstPlace(of elements: some Collection<Element>) -> Range<Index>? {
    var start = startIndex
    while !self[start...].starts(with: elements) {
      guard start != endIndex else { return nil }
      formIndex(after: &start)
    }
    return start..<index(start, offsetBy: elements.count)
  }
}
