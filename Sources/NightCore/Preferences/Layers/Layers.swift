/// Everything below what is set through the daemon: the hand-written files, and what is registered.
package struct Layers: Equatable, Sendable {
  package struct System: Equatable, Sendable {
    package let config: ConfigFile
    package let locks: LockFile
  }

  package let user: ConfigFile?
  /// In the order in which they are searched.
  package let systems: [System]

  package init() {
    user = nil
    systems = []
  }

  /// A file that cannot serve keeps what was read from it before.
  package init(_ texts: LayerTexts, after last: Layers = Layers()) {
    user = ConfigFile(texts.user, after: last.user)
    systems = texts.systems.map { folder in
      let before = last.systems.first { $0.config.path == folder.config.path }
      return System(
        config: ConfigFile(folder.config, after: before?.config),
        locks: LockFile(folder.locks, after: before?.locks)
      )
    }
  }

  /// A lock on a key, and the layer that has it.
  package struct Lock: Equatable, Sendable {
    let system: Int
    package let file: String
    package let position: Position

    package var place: String { "\(file):\(position)" }
  }

  /// The lock that counts: the last one, since nothing above it is asked.
  ///
  /// A dictionary is locked as a whole, since it is looked for as a whole.
  package func lock(on key: PreferenceKey) -> Lock? {
    guard !systems.isEmpty else { return nil }
    let key = key.outermost ?? key
    for (index, system) in systems.enumerated().reversed() {
      if let position = system.locks.position(of: key) {
        return Lock(system: index, file: system.locks.path, position: position)
      }
    }
    return nil
  }
}

extension Layers {
  func position(of key: PreferenceKey, in file: String) -> Position? {
    let configs = [user].compactMap(\.self) + systems.map(\.config)
    guard let config = configs.first(where: { $0.path == file }),
      case .value(_, let position)? = config.saying(key)
    else { return nil }
    return position
  }
}

/// Where a value of a preference stands.
package enum PreferenceOrigin: String, CaseIterable, Sendable {
  /// Set through the daemon.
  case set
  /// The user's own file.
  case user
  /// A file of the system's.
  case system
  /// What holds where nobody says anything.
  case registered
}

/// What one layer says of a key.
package struct LayerRow: Equatable, Sendable {
  package var origin: PreferenceOrigin
  /// Whether this is the application's own section, and not the desktop's.
  package var isOwn: Bool
  package var file: String?
  package var position: Position?
  package var value: PreferenceValue?
  /// Why what stands here does not count.
  package var flaw: String?
  /// Where this layer locks the key.
  package var lock: String?
  /// Whether a lock below has this layer passed over.
  package var isPassedOver = false
  package var wins = false

  package init(_ origin: PreferenceOrigin, isOwn: Bool) {
    self.origin = origin
    self.isOwn = isOwn
  }

  /// `FILE:LINE:COLUMN`, as far as it is known; empty where there is none.
  package var place: String {
    guard let file else { return "" }
    return position.map { "\(file):\($0)" } ?? file
  }
}

extension LayerRow: Record {
  package static let blank = LayerRow(.registered, isOwn: false)

  package mutating func visit(_ fields: inout Fields) {
    fields.required("layer", &origin)
    fields.field("own", &isOwn)
    fields.field("file", &file)
    fields.part(&position)
    fields.field("value", &value)
    fields.field("flaw", &flaw)
    fields.field("lock", &lock)
    fields.field("passed-over", &isPassedOver)
    fields.field("wins", &wins)
  }
}

extension Position: Record {
  package static let blank = Position(line: 1, column: 1)

  package mutating func visit(_ fields: inout Fields) {
    fields.required("line", &line)
    fields.required("column", &column)
  }
}
