import Glibc
import NightCore

/// The files that people write by hand: the user's and the machine's.
///
/// They are read through links, and never written.
package struct LayerFiles: Sendable {
  /// More than that is not read.
  package static let byteLimit = JSONLimits.standard.bytes
  /// Whom the kernel shows where it cannot tell.
  ///
  /// In the unit's user namespace (`PrivateUsers=`) everybody but the user is this one, root
  /// included.
  private static let nobody: UInt32 = 65_534

  /// Nil where there is no place for one.
  package let user: String?
  package let systems: [(config: String, locks: String)]
  private let disk: Disk

  package init(_ places: Places, disk: Disk = .system) {
    user = places.userConfig
    systems = places.systemFolders.map { ($0 + "/config.json5", $0 + "/locks") }
    self.disk = disk
  }

  /// Each once.
  package var paths: [String] {
    let paths = [user].compactMap(\.self) + systems.flatMap { [$0.config, $0.locks] }
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }

  package enum Content: Equatable, Sendable {
    case missing
    case bytes([UInt8])
    case flawed(LayerFlaw)
  }

  package struct Reading: Equatable, Sendable {
    package let content: Content
    /// Whether somebody wrote meanwhile, so that this may be half of it.
    package let isChanging: Bool

    package init(_ content: Content, isChanging: Bool = false) {
      self.content = content
      self.isChanging = isChanging
    }
  }

  package func read(_ path: String) -> Reading {
    do throws(Disk.Refusal) {
      return try reading(path)
    } catch {
      switch error.code {
      // It went a moment ago, or a file stands in a folder's place.
      case ENOENT, ENOTDIR: return Reading(.missing)
      case ELOOP: return Reading(.flawed(.linkLoop))
      default:
        return Reading(.flawed(.unreadable(Disk.Refusal(error.call, path, code: error.code))))
      }
    }
  }

  /// To open a device may do something, so that it looks before; and then at what it opened, since
  /// that may be another file by now.
  private func reading(_ path: String) throws(Disk.Refusal) -> Reading {
    guard let seen = try disk.lookThroughLinks(path) else {
      let isLink = try disk.look(path)?.kind == .link
      return Reading(isLink ? .flawed(.linkToNothing) : .missing)
    }
    if let flaw = Self.flaw(seen) { return Reading(.flawed(flaw)) }
    let file = try disk.openThroughLinks(path)
    defer { disk.close(file) }
    let opened = try disk.lookAt(file)
    if let flaw = Self.flaw(opened) { return Reading(.flawed(flaw)) }
    let bytes = try disk.read(file, Self.byteLimit)
    guard bytes.count <= Self.byteLimit else { return Reading(.flawed(Self.tooLarge)) }
    return Reading(.bytes(bytes), isChanging: try disk.lookAt(file) != opened)
  }

  private static let tooLarge = LayerFlaw.tooLarge(limit: byteLimit)

  private static func flaw(_ found: FileIdentity) -> LayerFlaw? {
    switch found.kind {
    case .folder: .folder
    case .link, .other: .notAFile
    case .file where !found.isOwn && found.owner != 0 && found.owner != nobody: .notOwn
    case .file where found.isWritableByAll: .writableByAll
    case .file: found.size > Int64(byteLimit) ? tooLarge : nil
    }
  }
}
