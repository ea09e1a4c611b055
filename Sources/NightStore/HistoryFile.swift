package import NightCore

/// The file that stores past changes of the appearance, one per line, the oldest first.
///
/// The file is never synced, so the last changes may be lost in a power cut. If the file has a
/// second hard link, nightd replaces the file instead of appending, so that the file under the
/// other name stays as it is.
package struct HistoryFile: Sendable {
  /// The file's maximum size in bytes; if the file grows larger, only its newer half is kept.
  private static let bytes = 512 << 10
  /// How many bytes to read for each requested entry; no line is longer than this number of bytes.
  private static let lineBytes = 1 << 10

  package let path: String
  private let disk: Disk

  package init(folder: String, disk: Disk = .system) {
    path = folder + "/history.jsonl"
    self.disk = disk
  }

  /// Appends entries to the file; returns whether they were written.
  package func append(_ entries: [HistoryEntry]) -> Bool {
    do throws(Disk.Refusal) {
      let file = try disk.openToAppend(path)
      defer { disk.close(file) }
      let found = try disk.lookAt(file)
      guard found.kind == .file, found.isOwn else { return false }
      // If the last line is incomplete, begin a new line, so that the new entry stays readable.
      let isTorn = try disk.readEnd(file, 1).first.map { $0 != UInt8(ascii: "\n") } ?? false
      let lines = (isTorn ? [UInt8(ascii: "\n")] : []) + Self.lines(entries)
      let isTooLarge = found.size > Int64(Self.bytes)
      if try disk.countNames(file) > 1 {
        try replace(file, keeping: isTooLarge ? Self.bytes / 2 : nil, adding: lines)
      } else {
        try disk.write(file, lines)
        if isTooLarge { try replace(file, keeping: Self.bytes / 2) }
      }
      return true
    } catch {
      return false
    }
  }

  /// Reads the last `count` entries of the file, the newest first.
  package func last(_ count: Int) -> [HistoryEntry] {
    guard let bytes = read(count) else { return [] }
    var entries: [HistoryEntry] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
      guard entries.count < count else { break }
      if let entry = HistoryEntry(line: line) { entries.append(entry) }
    }
    return entries
  }

  /// Reads enough bytes from the end of the file for its last `count` entries.
  private func read(_ count: Int) -> [UInt8]? {
    do throws(Disk.Refusal) {
      guard let found = try disk.look(path), found.kind == .file, found.isOwn else { return nil }
      let file = try disk.open(path)
      defer { disk.close(file) }
      return try disk.readEnd(file, min(max(count, 16) * Self.lineBytes, Self.bytes))
    } catch {
      return nil
    }
  }

  /// Replaces the file with a new one; if another nightd appends a line at that time, the line is
  /// lost.
  ///
  /// `length` is the number of bytes to keep from the old file's end; nil keeps the whole file.
  private func replace(
    _ old: Int32,
    keeping length: Int?,
    adding lines: [UInt8] = []
  ) throws(Disk.Refusal) {
    let newer = try disk.readEnd(old, length ?? Self.bytes)
    // The first line may be incomplete, so drop it.
    let first =
      length == nil ? 0 : newer.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    try disk.replace(path, with: Array(newer[first...]) + lines)
  }

  private static func lines(_ entries: [HistoryEntry]) -> [UInt8] {
    entries.flatMap { Array($0.line.utf8) + [UInt8(ascii: "\n")] }
  }
}
