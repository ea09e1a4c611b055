package import NightCore

/// The appearance in effect, as the daemon publishes it in the runtime folder.
///
/// With the published file, programs that only read the style need no bus. `PublishedReader`
/// explains when to trust the file.
package struct PublishedState: Equatable, Sendable {
  /// The names of the files in the folder `nightd` of the user's runtime folder.
  package enum File {
    /// The file that contains a `PublishedState` as one line of JSON.
    package static let appearance = "appearance.json"
    /// The file that contains the style and a newline, for shell scripts.
    package static let style = "style"
    /// The file that the daemon keeps locked while it publishes the style.
    package static let lock = "lock"
  }

  /// The format that this version writes, and the only one that it reads.
  package static let format: Int64 = 1
  /// The size of the largest file that is written and read, in bytes.
  package static let bytes = 64 << 10

  /// How many bytes of the lock file the daemon keeps locked.
  ///
  /// Each daemon locks a random number of bytes. So if a later daemon or another program holds a
  /// lock, a file from an earlier daemon does not look current.
  package var locked: Int64
  /// The version of the daemon.
  package var version: String
  /// The daemon's bus; nil if the daemon's address does not identify exactly one bus.
  package var bus: BusIdentity?
  package var snapshot: Snapshot
  package var palette: PublishedPalette

  package init(
    locked: Int64,
    version: String = Contract.version,
    bus: BusIdentity?,
    snapshot: Snapshot,
    palette: PublishedPalette
  ) {
    self.locked = locked
    self.version = version
    self.bus = bus
    self.snapshot = snapshot
    self.palette = palette
  }
}

/// The colours of the theme in use, each under its role.
package struct PublishedPalette: Equatable, Sendable {
  /// The colours as JSON members, such as `"surface": "#ffffff"`.
  ///
  /// The JSON members are converted only on demand, because many readers need only the style.
  package let members: [JSON.Member]
  /// The names of the themes from which the theme inherits, the nearest first.
  package let ancestors: [String]
  /// Whether this palette has all values of the theme; false if some of them are not colours.
  ///
  /// A theme can also describe its colours in words; these words are never published, even if the
  /// palette is complete.
  package let isComplete: Bool

  /// The maximum number of published colours; if a theme has more, its palette is incomplete.
  package static let mostColors = 512

  /// A palette without colours, for a theme that is not known yet.
  package static let unknown = PublishedPalette(members: [], ancestors: [], isComplete: false)

  package init(members: [JSON.Member], ancestors: [String], isComplete: Bool) {
    self.members = members
    self.ancestors = ancestors
    self.isComplete = isComplete
  }

  package init(_ theme: Theme) {
    var members: [JSON.Member] = []
    var isComplete = true
    for entry in theme.entries {
      guard case .color(let color) = entry.value, members.count < Self.mostColors else {
        isComplete = false
        continue
      }
      members.append(.init(name: entry.key.name, value: .string(color.exactText)))
    }
    self.init(members: members, ancestors: theme.ancestors, isComplete: isComplete)
  }

  /// The palette with its colours as a JSON object.
  package var withColors: (PublishedPalette, colors: [UInt8]) { (self, encodedColors) }

  /// The colours as a JSON object.
  package var encodedColors: [UInt8] { JSON.object(members).encoded(pretty: false) }

  /// The colours, each under its role; colours that this version cannot read are left out.
  package var colors: [(role: String, color: Color)] {
    members.compactMap { member in
      guard case .string(let text) = member.value, let color = try? Color(reading: text) else {
        return nil
      }
      return (member.name, color)
    }
  }
}

// MARK: - The line of JSON

extension PublishedState {
  private enum Key {
    static let format = "format"
    static let locked = "locked"
    static let version = "version"
    static let bus = "bus"
    static let style = "style"
    static let serial = "serial"
    static let colors = "colors"
    static let ancestors = "ancestors"
    static let complete = "complete"
  }

  /// The JSON object on one line, with a newline.
  package var line: [UInt8] { line(colors: palette.encodedColors) }

  /// Makes the line of JSON from colours that are already encoded; callers keep the encoded
  /// colours, because encoding them takes half of the time that the whole line takes.
  package func line(colors: [UInt8]) -> [UInt8] {
    var members: [JSON.Member] = [
      .init(name: Key.format, value: .integer(Self.format)),
      .init(name: Key.locked, value: .integer(locked)),
      .init(name: Key.version, value: .string(version)),
    ]
    if let bus { members.append(.init(name: Key.bus, value: bus.json)) }
    guard case .object(let appearance) = snapshot.json() else { return [] }
    members += appearance
    members.append(
      .init(name: Key.ancestors, value: .array(palette.ancestors.map(JSON.string)))
    )
    members.append(.init(name: Key.complete, value: .bool(palette.isComplete)))
    var line = JSON.object(members).encoded(pretty: false)
    line.removeLast()
    line += ",\"\(Key.colors)\":".utf8
    line += colors
    line += "}\n".utf8
    return line
  }

  /// Reads the line of JSON, or returns nil if the line is incomplete, malformed or in another
  /// format.
  package init?(_ bytes: [UInt8]) {
    let limits = JSONLimits(bytes: Self.bytes, depth: 4, values: 4_096)
    guard bytes.last == UInt8(ascii: "\n"), let root = try? JSONReader.read(bytes, limits: limits)
    else { return nil }
    let fields = JSONFields(root, textBytes: Self.bytes)
    guard case .integer(Self.format)? = root[Key.format]?.value,
      case .integer(let locked)? = root[Key.locked]?.value, locked > 0,
      let version = fields.string(Key.version),
      let style = fields.string(Key.style).flatMap(Style.init),
      let serial = fields.uint64(Key.serial)
    else { return nil }
    var appearance = Appearance.blank
    appearance.style = style
    guard appearance.read(fields) else { return nil }
    // A reader must know the times at which the state becomes outdated, so refuse a state with an
    // unreadable time.
    guard (root[AppearanceKey.next] == nil) == (appearance.next == nil),
      (root[AppearanceKey.holdUntil] == nil) == (appearance.holdUntil == nil)
    else { return nil }
    self.init(
      locked: locked,
      version: version,
      bus: root[Key.bus].flatMap(BusIdentity.init),
      snapshot: Snapshot(serial: serial, appearance: appearance),
      palette: PublishedPalette(
        members: root[Key.colors]?.members?.map { .init(name: $0.name, value: $0.node.plain) }
          ?? [],
        ancestors: root[Key.ancestors]?.plain.strings ?? [],
        isComplete: fields.bool(Key.complete) ?? false
      )
    )
  }
}

extension JSON {
  fileprivate var strings: [String]? {
    guard case .array(let values) = self else { return nil }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}

extension BusIdentity {
  private enum Key {
    static let device = "device"
    static let inode = "inode"
    static let abstract = "abstract"
  }

  fileprivate var json: JSON {
    switch self {
    case .socket(let device, let inode):
      .object([
        .init(name: Key.device, value: .integer(Int64(bitPattern: device))),
        .init(name: Key.inode, value: .integer(Int64(bitPattern: inode))),
      ])
    case .abstract(let name): .object([.init(name: Key.abstract, value: .string(name))])
    }
  }

  fileprivate init?(_ node: JSONNode) {
    if case .string(let name)? = node[Key.abstract]?.value {
      self = .abstract(name)
    } else if case .integer(let device)? = node[Key.device]?.value,
      case .integer(let inode)? = node[Key.inode]?.value
    {
      self = .socket(device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode))
    } else {
      return nil
    }
  }
}
