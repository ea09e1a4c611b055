@testable import NightCore

/// Properties of the administrator's list of locks.
enum Locks {
  static func run(_ bytes: [UInt8]) throws(Finding) {
    let file = locks(bytes)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for position in file.locks.map(\.position) + file.findings.compactMap(\.position) {
      let isInside =
        lines.indices.contains(position.line - 1)
        && (1...lines[position.line - 1].count + 1).contains(position.column)
      try assure(isInside, "\(position) lies outside the text")
    }
    for lock in file.locks {
      let text = (lock.application.map { "app \($0) " } ?? "") + lock.name
      let again = locks(Array(text.utf8)).locks
      try assure(
        again.count == 1 && again[0].name == lock.name && again[0].application == lock.application,
        "“\(text)” becomes \(again)"
      )
      try covers(lock)
    }
  }

  private static func covers(_ lock: LockFile.Lock) throws(Finding) {
    let bare = lock.name == "*" ? "a" : lock.name.replacing(".*", with: ".a")
    let key = PreferenceKey(known: bare, of: lock.application ?? "")
    let index = LockIndex([lock])
    try assure(index.position(of: key) != nil, "\(lock) does not lock \(key)")
    // If the lock did not cover this key, an application's own value would bypass the lock.
    guard lock.application == nil else { return }
    let own = PreferenceKey(known: bare, of: "x")
    try assure(index.position(of: own) != nil, "\(lock) spares applications")
  }

  private static func locks(_ bytes: [UInt8]) -> LockFile {
    LockFile(LayerTexts.File(path: "/locks", content: .bytes(bytes)))
  }
}
