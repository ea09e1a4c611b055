/// The hand-written files, which are the layers below the values set through nightd.
package struct Layers: Equatable, Sendable {
  package struct System: Equatable, Sendable {
    package let config: ConfigFile
    package let locks: LockFile
  }

  package let user: ConfigFile?
  /// The system's layers, in the order in which nightd searches them for a value.
  package let systems: [System]

  package init() {
    user = nil
    systems = []
  }

  /// Reads the hand-written files, but keeps the earlier contents of a file that is unusable.
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

  /// A lock on a key, and the index of the system layer that has the lock.
  package struct Lock: Equatable, Sendable {
    let system: Int
    package let file: String
    package let position: Position

    package var place: String { "\(file):\(position)" }
  }

  /// The lock in force on a key; nil if no layer locks the key.
  ///
  /// If several layers lock the key, the lock of the last layer is in force, because nightd then
  /// ignores all layers above that layer. A dictionary is looked up as a whole, so it is also
  /// locked as a whole.
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
  /// All files that set values, in the order in which nightd searches them for a value.
  var configs: [ConfigFile] { [user].compactMap(\.self) + systems.map(\.config) }

  func position(of key: PreferenceKey, in file: String) -> Position? {
    guard let config = configs.first(where: { $0.path == file }),
      case .value(_, let position)? = config.saying(key)
    else { return nil }
    return position
  }
}

/// The layer that a value comes from.
package enum PreferenceOrigin: String, Wire, CaseIterable, Sendable {
  /// The value was set through the daemon.
  case set
  /// The value is in the user's own file.
  case user
  /// The value is in a system file.
  case system
  /// The value is the default from the table of preferences.
  case registered
}

/// What one layer contains for a key; `rows` returns a `LayerRow` for each layer.
package struct LayerRow: Equatable, Sendable {
  package var origin: PreferenceOrigin
  /// Whether the value comes from the application's own section, rather than from the desktop's
  /// preferences.
  package var isOwn: Bool
  package var file: String?
  package var position: Position?
  package var value: PreferenceValue?
  /// Why this layer's value is invalid; nil if the value is valid.
  package var flaw: String?
  /// Where this layer locks the key; nil if the layer has no lock on the key.
  package var lock: String?
  /// Whether a lock in a lower layer makes nightd ignore this layer.
  package var isIgnored = false
  package var wins = false

  package init(_ origin: PreferenceOrigin, isOwn: Bool) {
    self.origin = origin
    self.isOwn = isOwn
  }

  /// The value's position as `FILE:LINE:COLUMN`, or `FILE` if no position is known; empty if there
  /// is no file.
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
    fields.field("passed-over", &isIgnored)
    fields.field("wins", &wins)
  }
}

extension Position: Record {
  package static let blank = Position.start

  package mutating func visit(_ fields: inout Fields) {
    fields.required("line", &line)
    fields.required("column", &column)
  }
}

/// The contents of the hand-written files, as they were last read.
package struct LayerTexts: Equatable, Sendable {
  package struct File: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
      case missing
      case bytes([UInt8])
      /// Why the file cannot be used, as a clause for a message, such as “is a folder”.
      case flawed(String)
    }

    package let path: String
    package let content: Content

    package init(path: String, content: Content) {
      self.path = path
      self.content = content
    }
  }

  /// The configuration file and the lock file of one system folder.
  package struct Folder: Equatable, Sendable {
    package let config: File
    package let locks: File

    package init(config: File, locks: File) {
      self.config = config
      self.locks = locks
    }
  }

  package var user: File
  /// The system folders, in the order in which they are searched.
  package var systems: [Folder]

  package init(user: File, systems: [Folder]) {
    self.user = user
    self.systems = systems
  }
}
