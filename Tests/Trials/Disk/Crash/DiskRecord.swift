/// What a program did in a folder, as read from the output of strace.
struct DiskRecord {
  static let options = [
    "-y", "-xx", "-s", "1000000", "-e",
    "trace=openat,mkdir,rename,link,unlink,write,ftruncate,fsync,fdatasync,sendmsg",
  ]

  private(set) var actions: [DiskAction] = []
  private let home: String
  private var names: [String: Int] = [:]
  /// The file or folder that each file descriptor has open.
  private var open: [Int: Opened] = [:]
  private var lastFile = 0

  private enum Opened {
    case file(Int)
    case folder(String)
  }

  init(_ record: String, home: String, files: Set<String>) {
    self.home = home
    // Files that existed before the recording are never written again, so they share one number.
    for path in files { names[path] = 0 }
    for call in StraceCall.calls(in: record) { add(call) }
  }

  private func inside(_ path: String) -> String? {
    guard path != home else { return "" }
    // A session's runtime folder is in memory, so nothing of it survives a crash.
    guard !path.hasPrefix(home + "/run/") else { return nil }
    return path.hasPrefix(home + "/") ? String(path.dropFirst(home.count + 1)) : nil
  }

  private mutating func add(_ call: StraceCall) {
    guard let answer = call.answer, answer >= 0 else { return }
    let paths = call.paths.compactMap(inside)
    switch call.name {
    case "openat": opened(answer, paths.first, call.arguments)
    case "mkdir": if let path = paths.first { actions.append(.makeFolder(path)) }
    case "unlink":
      if let path = paths.first {
        names[path] = nil
        actions.append(.remove(path))
      }
    case "rename" where paths.count == 2:
      names[paths[1]] = names.removeValue(forKey: paths[0])
      actions.append(.rename(paths[0], to: paths[1]))
    case "link" where paths.count == 2:
      names[paths[1]] = names[paths[0]]
      actions.append(.link(paths[0], to: paths[1]))
    case "write":
      if case .file(let file)? = call.file.flatMap({ open[$0] }) {
        actions.append(.write(file: file, Array((call.texts.first ?? []).prefix(answer))))
      }
    case "fsync", "fdatasync":
      switch call.file.flatMap({ open[$0] }) {
      case .file(let file): actions.append(.sync(file: file))
      case .folder(let path): actions.append(.syncFolder(path))
      case nil: break
      }
    case "sendmsg" where Self.isTelling(call.texts.first ?? []): actions.append(.tell)
    default: break
    }
  }

  /// Whether the message is a reply (the second byte is 2) or a signal (4).
  ///
  /// At its start, the daemon signals to the portal; such a signal does not report a Set call.
  private static func isTelling(_ message: [UInt8]) -> Bool {
    guard message.count > 1, [2, 4].contains(message[1]) else { return false }
    return !String(decoding: message, as: UTF8.self).contains("SettingChanged")
  }

  private mutating func opened(_ descriptor: Int, _ path: String?, _ arguments: String) {
    open[descriptor] = nil
    guard let path else { return }
    if arguments.contains("O_DIRECTORY") {
      open[descriptor] = .folder(path)
    } else if arguments.contains("O_CREAT") {
      if names[path] == nil {
        lastFile += 1
        names[path] = lastFile
        actions.append(.create(path, file: lastFile))
      }
      open[descriptor] = names[path].map(Opened.file)
    }
  }
}
