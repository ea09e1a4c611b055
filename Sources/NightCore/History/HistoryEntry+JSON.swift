/// The form of a change in the history's file, on one line there, and of what nightctl prints.
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

  /// Nil where the line is torn, or says something else.
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
    // What could not be told on the bus must not come from the disk either.
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
