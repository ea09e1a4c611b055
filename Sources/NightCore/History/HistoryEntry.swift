/// One change of the appearance, as the history lists it.
package struct HistoryEntry: Equatable, Sendable {
  /// Who asked for the change.
  package enum Origin: Equatable, Sendable {
    /// A caller on the bus. Its process is for display only.
    case caller(Process?)
    case desktop
    case store
    case file

    package var word: String {
      switch self {
      case .caller: "caller"
      case .desktop: "desktop"
      case .store: "store"
      case .file: "file"
      }
    }

    /// Returns nil for an unknown word; the process belongs to a caller.
    package init?(word: String?, process: Process?) {
      let all: [Self] = [.caller(process), .desktop, .store, .file]
      guard let origin = all.first(where: { $0.word == word }) else { return nil }
      self = origin
    }
  }

  package struct Process: Equatable, Sendable {
    package var number: UInt32
    /// The name that the process gives itself; nil if the process ended before it was read.
    package var name: String?

    package init(number: UInt32, name: String? = nil) {
      self.number = number
      self.name = name
    }
  }

  package var time: Instant
  package var style: Style
  package var theme: String
  package var reason: Reason
  /// Nil if nobody asked: the change was automatic.
  package var origin: Origin?
  /// Whether the style or the theme changed.
  package var isOfStyle = true
  /// What changed beside style and theme.
  package var look = LookChange()

  package init(time: Instant, style: Style, theme: String, reason: Reason, origin: Origin?) {
    self.time = time
    self.style = style
    self.theme = theme
    self.reason = reason
    self.origin = origin
  }
}

/// The changes of contrast, accent and motion; nil for each that did not change.
package struct LookChange: Equatable, Sendable {
  package var isHighContrast: Bool?
  /// A colour as `#RRGGBB`, or `none`.
  package var accent: String?
  package var isMotionReduced: Bool?

  package init(isHighContrast: Bool? = nil, accent: String? = nil, isMotionReduced: Bool? = nil) {
    self.isHighContrast = isHighContrast
    self.accent = accent
    self.isMotionReduced = isMotionReduced
  }

  /// Compares two appearances.
  package init(from old: Appearance, to new: Appearance) {
    if new.isHighContrast != old.isHighContrast { isHighContrast = new.isHighContrast }
    if new.accent != old.accent { accent = new.accent?.text ?? AccentPreference.none.text }
    if new.isMotionReduced != old.isMotionReduced { isMotionReduced = new.isMotionReduced }
  }
}

extension Appearance.Accent {
  /// The nearest colour as `#RRGGBB`.
  package var text: String {
    func byte(_ part: Double) -> UInt8 { UInt8(max(0, min(255, (part * 255).rounded()))) }
    return AccentPreference.color(red: byte(red), green: byte(green), blue: byte(blue)).text
  }
}

/// The JSON form of an entry: one line of the history's file, and what nightctl prints.
extension HistoryEntry {
  fileprivate enum Key {
    static let time = "time"
    static let style = "style"
    static let theme = "theme"
    static let reason = "reason"
    static let by = "by"
    static let process = "process"
    static let program = "program"
    static let isOfStyle = "style-changed"
    static let contrast = "contrast"
    static let accent = "accent"
    static let motion = "reduced-motion"
  }

  package var json: [JSON.Member] {
    var members: [JSON.Member] = [
      .init(name: Key.time, value: .string(time.iso)),
      .init(name: Key.style, value: .string(style.rawValue)),
      .init(name: Key.theme, value: .string(theme)),
      .init(name: Key.reason, value: .string(reason.rawValue)),
    ]
    if let origin { members.append(.init(name: Key.by, value: .string(origin.word))) }
    if case .caller(let process?) = origin { members += process.json }
    members.append(.init(name: Key.isOfStyle, value: .bool(isOfStyle)))
    if let isHigh = look.isHighContrast {
      members.append(.init(name: Key.contrast, value: .integer(isHigh ? 1 : 0)))
    }
    if let accent = look.accent { members.append(.init(name: Key.accent, value: .string(accent))) }
    if let isReduced = look.isMotionReduced {
      members.append(.init(name: Key.motion, value: .bool(isReduced)))
    }
    return members
  }

  package var line: String { JSON.object(json).text(pretty: false) }

  /// Returns nil if the line is incomplete or not an entry.
  package init?(line: some Sequence<UInt8>) {
    guard let root = try? JSONReader.read(Array(line)),
      let time = Self.text(root, Key.time).flatMap({ Instant(iso: $0) }),
      let style = Self.text(root, Key.style).flatMap(Style.init),
      let reason = Self.text(root, Key.reason).flatMap(Reason.init)
    else { return nil }
    self.init(
      time: time,
      style: style,
      theme: Self.text(root, Key.theme) ?? "",
      reason: reason,
      origin: Origin(word: Self.text(root, Key.by), process: Process(root))
    )
    if case .bool(let isOfStyle)? = root[Key.isOfStyle]?.value { self.isOfStyle = isOfStyle }
    if case .integer(let contrast)? = root[Key.contrast]?.value {
      look.isHighContrast = contrast == 1
    }
    look.accent = Self.text(root, Key.accent)
    if case .bool(let isReduced)? = root[Key.motion]?.value { look.isMotionReduced = isReduced }
  }

  fileprivate static func text(_ node: JSONNode, _ name: String) -> String? {
    // A text that the bus could not carry must not come from the disk either.
    guard case .string(let text)? = node[name]?.value, !text.utf8.contains(0),
      text.utf8.count <= Contract.themeBytes
    else { return nil }
    return text
  }
}

extension HistoryEntry.Process {
  private typealias Key = HistoryEntry.Key

  package var json: [JSON.Member] {
    let number = JSON.Member(name: Key.process, value: .integer(Int64(number)))
    return [number] + (name.map { [.init(name: Key.program, value: .string($0))] } ?? [])
  }

  fileprivate init?(_ node: JSONNode) {
    guard case .integer(let number)? = node[Key.process]?.value,
      let number = UInt32(exactly: number)
    else { return nil }
    self.init(number: number, name: HistoryEntry.text(node, Key.program))
  }
}
