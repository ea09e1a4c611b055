import Glibc
import NightBus
import NightCore
import NightStore

/// A stored record of nightd's changes to other programs' files and settings, used to undo them.
protocol StoredRecord: Record {
  var isEmpty: Bool { get }
  /// What the user loses if the record is damaged, as a clause for messages.
  static var loss: String { get }
}

/// A record and the file that stores it.
///
/// An unreadable record is never treated as empty. If the file cannot be read now, is a link, or
/// has a newer version, reading fails and nothing is changed. A damaged file is set aside under a
/// numbered name. The damaged file is reported until the user removes it, because it may still list
/// values of the user.
struct RecordFile<Content: StoredRecord> {
  var content = Content.blank { didSet { isChanged = true } }
  /// A sentence about a damaged file; nil if no file is damaged.
  private(set) var damage: String?
  let path: String
  private var stored: [UInt8]?
  private var isChanged = false
  private let file: UserFile

  /// Reads the record; throws if it cannot be read now.
  ///
  /// If `keepsAside` is true, a damaged file is set aside; the caller must then hold the record's
  /// lock.
  init(_ path: String, keepsAside: Bool) throws(Failure) {
    self.path = path
    file = .own(path)
    damage = try RecordFormat.asides(of: path).last.map { Messages.recordIsAside($0, Content.loss) }
    let bytes: [UInt8]?
    do throws(UserFile.ReadFailure) { bytes = try file.contents() } catch .system(let code) {
      throw .system(Messages.recordUnreadable(path, SystemError.message(code)))
    } catch {
      try noteDamage(UserFile.reason(error), in: nil, keepsAside)
      return
    }
    guard let bytes else {
      guard file.isLink else { return }
      throw .system(Messages.recordUnreadable(path, Messages.isOwnLink))
    }
    let root: JSONNode
    do throws(Flaw) { root = try JSONReader.read(bytes, limits: RecordFormat.limits) } catch {
      try noteDamage("\(error)", in: bytes, keepsAside)
      return
    }
    if let version = RecordFormat.version(of: root), version > RecordFormat.version {
      throw .system(Messages.recordIsNewer(path))
    }
    guard let content = RecordFormat.content(of: root, as: Content.self) else {
      try noteDamage(Messages.recordHasOtherFields, in: bytes, keepsAside)
      return
    }
    self.content = content
    stored = bytes
  }

  /// Throws if the file is damaged, or if an earlier damaged file is still set aside.
  func requireWhole() throws(Failure) {
    if let damage { throw .system(damage) }
  }

  /// Stores the record and syncs it; removes the file if nothing is recorded.
  ///
  /// Throws if the file has changed since it was read, because the user may have restored it.
  mutating func store() throws(Failure) {
    guard isChanged else { return }
    let bytes = content.isEmpty ? nil : RecordFormat.bytes(of: content)
    if bytes != stored {
      try file.change { (current) throws(Failure) in
        guard current == stored else { throw .system(Messages.recordChanged(path)) }
        return bytes.map(UserFile.Edit.write) ?? .remove
      }
      if bytes == nil { rmdir(path.parentFolder) }
    }
    stored = bytes
    isChanged = false
  }

  func removeLeftovers() { file.removeLeftovers() }

  // MARK: - Damage

  /// Sets the damaged file aside if the caller permits it; `bytes` is nil if the file is
  /// unreadable.
  private mutating func noteDamage(
    _ why: String,
    in bytes: [UInt8]?,
    _ keepsAside: Bool
  ) throws(Failure) {
    guard keepsAside else {
      damage = Messages.recordIsDamaged(path, why, Content.loss)
      return
    }
    let aside =
      "\(path).aside-\((try RecordFormat.asides(of: path).last.map(RecordFormat.number) ?? 0) + 1)"
    guard rename(path, aside) == 0 else {
      // The damaged file stays where it is, so throw: a new record must not overwrite this file.
      throw .system(Messages.recordIsDamaged(path, why, Content.loss))
    }
    // The user may have replaced the damaged file just before the rename. Then put the new file
    // back, because it may be a valid record.
    guard (try? UserFile.own(aside).contents()) == bytes else {
      rename(aside, path)
      throw .system(Messages.recordChanged(path))
    }
    damage = Messages.recordKeptAside(path, why, aside, Content.loss)
  }
}

/// The JSON of records: an object with the fields of the record and a version.
private enum RecordFormat {
  static let version: UInt32 = 1
  /// The limits for the JSON of a record, which are large enough for the texts of a few files, each
  /// in up to three versions.
  static let limits = JSONLimits(bytes: UserFile.mostBytes)
  static let mostNames = 10_000

  static func version(of root: JSONNode) -> UInt32? {
    JSONFields(root, textBytes: 0).uint32("version")
  }

  static func content<Content: StoredRecord>(
    of root: JSONNode,
    as type: Content.Type
  ) -> Content? {
    // Every record that nightctl writes has a version, so a file without a version is not a valid
    // record.
    guard version(of: root) != nil else { return nil }
    return Content(reading: JSONFields(root, textBytes: UserFile.mostBytes, isStrict: true))
  }

  static func bytes(of content: some StoredRecord) -> [UInt8] {
    let version = JSON.Member(name: "version", value: .integer(Int64(version)))
    return JSON.object([version] + content.json).encoded(pretty: true)
  }

  /// The damaged files that were set aside, in the order of their numbers.
  static func asides(of path: String) throws(Failure) -> [String] {
    let folder = path.parentFolder
    let prefix = path.fileName + ".aside-"
    do throws(Disk.Refusal) {
      return try Disk.system.list(folder, mostNames)
        .filter { $0.hasPrefix(prefix) && number($0) > 0 }
        .sorted { number($0) < number($1) }.map { "\(folder)/\($0)" }
    } catch {
      if error.code == ENOENT { return [] }
      throw .system(Messages.recordUnreadable(path, SystemError.message(error.code)))
    }
  }

  static func number(_ aside: String) -> Int {
    aside.split(separator: "-").last.flatMap { Int($0) } ?? 0
  }
}
