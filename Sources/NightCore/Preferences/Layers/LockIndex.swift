/// Finds the lock on a key without going through all of them.
struct LockIndex: Equatable, Sendable {
  /// Those of the desktop hold for every application as well.
  private var everyone = Names()
  /// By the bytes of their identifiers, since texts that only look equal are others.
  private var applications: [[UInt8]: Names] = [:]

  fileprivate struct Names: Equatable {
    /// By what stands in the line: `fade`, `theme.*`, `*`.
    var locked: [String: Position] = [:]
    /// Names of dictionaries in which something is locked.
    var holding: [String: Position] = [:]
  }

  init(_ locks: [LockFile.Lock]) {
    // The first of several is the one that is named.
    for lock in locks.reversed() {
      if let application = lock.application {
        applications[Array(application.utf8), default: Names()].add(lock)
      } else {
        everyone.add(lock)
      }
    }
  }

  /// The first lock that holds for a key.
  ///
  /// A dictionary of an application that has a locked name in it is locked as a whole, or to write
  /// or read it whole would be a way round that lock.
  func position(of key: PreferenceKey) -> Position? {
    var patterns = ["*", key.name]
    var name = ""
    for part in key.parts.dropLast() {
      name += name.isEmpty ? part : "." + part
      patterns += [name, name + ".*"]
    }
    var found: [Position] = []
    var names = [everyone]
    if !key.isOfDesktop, let own = applications[Array(key.application.utf8)] { names.append(own) }
    for names in names {
      found += patterns.compactMap { names.locked[$0] }
      if !key.isOfDesktop, let position = names.holding[key.name] { found.append(position) }
    }
    return found.min { $0.precedes($1) }
  }
}

extension LockIndex.Names {
  fileprivate mutating func add(_ lock: LockFile.Lock) {
    locked[lock.name] = lock.position
    var parts = PreferenceKey(known: lock.name).parts.dropLast()
    while !parts.isEmpty {
      holding[parts.joined(separator: ".")] = lock.position
      parts = parts.dropLast()
    }
  }
}

extension Position {
  func precedes(_ other: Position) -> Bool {
    (line, column) < (other.line, other.column)
  }
}
