import Glibc

extension Disk {
  /// Reads a file that somebody else writes, through links; nothing there is waited for.
  ///
  /// `judge` may refuse it for whose it is.
  package func reading(
    _ path: String,
    limit: Int,
    judge: (FileIdentity) -> FileFlaw? = { _ in nil }
  ) -> FileReading {
    do throws(Disk.Refusal) {
      return try whole(path, limit, judge)
    } catch {
      switch error.code {
      // It went a moment ago, or a file stands in a folder's place.
      case ENOENT, ENOTDIR: return FileReading(.missing)
      case ELOOP: return FileReading(.flawed(.linkLoop))
      default:
        return FileReading(.flawed(.unreadable(Disk.Refusal(error.call, path, code: error.code))))
      }
    }
  }

  /// To open a device may do something, so that it looks before; and then at what it opened, since
  /// that may be another file by now.
  private func whole(
    _ path: String,
    _ limit: Int,
    _ judge: (FileIdentity) -> FileFlaw?
  ) throws(Disk.Refusal) -> FileReading {
    func flaw(_ found: FileIdentity) -> FileFlaw? {
      switch found.kind {
      case .folder: .folder
      case .link, .other: .notAFile
      case .file: judge(found) ?? (found.size > Int64(limit) ? .tooLarge(limit: limit) : nil)
      }
    }
    guard let seen = try lookThroughLinks(path) else {
      let isLink = try look(path)?.kind == .link
      return FileReading(isLink ? .flawed(.linkToNothing) : .missing)
    }
    if let flaw = flaw(seen) { return FileReading(.flawed(flaw)) }
    let file = try openThroughLinks(path)
    defer { close(file) }
    let opened = try lookAt(file)
    if let flaw = flaw(opened) { return FileReading(.flawed(flaw)) }
    let bytes = try read(file, limit)
    guard bytes.count <= limit else { return FileReading(.flawed(.tooLarge(limit: limit))) }
    return FileReading(.bytes(bytes), isChanging: try lookAt(file) != opened)
  }
}
