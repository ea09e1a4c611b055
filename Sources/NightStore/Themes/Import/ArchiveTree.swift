import Glibc
import NightCore

/// The folders and files of an archive, which stay in memory.
///
/// nightd-archive has unpacked the archive and limited its size. This type checks the names of the
/// files and folders.
package struct ArchiveTree: Sendable {
  package typealias Refusal = ThemeFolderFiles.Refusal

  private struct Entry {
    let kind: FileIdentity.Kind
    let bytes: ArraySlice<UInt8>
    /// For a folder, the names of its files and subfolders.
    var names: [String] = []
  }

  /// The maximum number of bytes that nightd-archive writes.
  package static let mostBytes =
    ThemeFolderFiles.mostBytes + ThemeFolderFiles.mostFiles * (mostNameBytes + 64)
  private static let mostNameBytes = 1_024
  private static let mostLevels = 16
  private static let kinds: [Substring: FileIdentity.Kind] = [
    "f": .file, "d": .folder, "l": .link, "o": .other,
  ]

  private let root: String
  private var entries: [Entry] = []
  private var places: [String: Int] = [:]

  /// Reads what nightd-archive wrote; `root` is the archive's path, which is treated as a folder.
  ///
  /// Throws if a name leads out of the archive, cannot be shown, or appears twice.
  package init(_ output: [UInt8], at root: String) throws(Refusal) {
    self.root = root
    add(root, Entry(kind: .folder, bytes: []))
    var rest = output[...]
    var count = 0
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let fields = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      if fields == ["end", "\(count)"], rest.isEmpty { return }
      guard fields.count == 3, let kind = Self.kinds[fields[0]],
        let length = UInt16(fields[1]).map(Int.init), let size = UInt32(fields[2]).map(Int.init),
        rest.count >= length + size, count < ThemeFolderFiles.mostFiles
      else { break }
      let name = rest.prefix(length), bytes = rest.dropFirst(length).prefix(size)
      rest = rest.dropFirst(length + size)
      count += 1
      guard let name = String(validating: name, as: UTF8.self) else {
        throw refused("the name of its entry \(count) is not UTF-8")
      }
      try add(name, kind, bytes)
    }
    throw refused("the program that unpacks it gave no complete answer")
  }

  private func refused(_ why: String) -> Refusal { Refusal(path: root, why: why) }

  private mutating func add(
    _ name: String,
    _ kind: FileIdentity.Kind,
    _ bytes: ArraySlice<UInt8>
  ) throws(Refusal) {
    let shown = MessageText.quoted(name)
    // A name may begin with `./`, and the name of a folder ends with a slash.
    let parts = name.pathParts.filter { !$0.isEmpty && $0 != "." }
    guard !name.utf8.starts(with: "/".utf8), !parts.contains("..") else {
      throw refused("the name \(shown) leads out of the archive")
    }
    guard name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      throw refused("the name \(shown) has a control character")
    }
    guard parts.count <= Self.mostLevels else {
      throw refused("the folders of \(shown) are nested too deeply")
    }
    guard !parts.isEmpty || kind == .folder else { throw refused("a file in it has no name") }
    var path = root
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let whole = path + "/" + part
      if let place = places[whole] {
        guard entries[place].kind == .folder, !isLast || kind == .folder else {
          throw refused("two of its entries are called \(shown)")
        }
      } else {
        if let folder = places[path] { entries[folder].names.append(part) }
        add(whole, isLast ? Entry(kind: kind, bytes: bytes) : Entry(kind: .folder, bytes: []))
      }
      path = whole
    }
  }

  private mutating func add(_ path: String, _ entry: Entry) {
    places[path] = entries.count
    entries.append(entry)
  }
}

// MARK: - Reading

extension ArchiveTree {
  /// Whether the file is probably an archive that nightd-archive can unpack.
  package static func isArchive(_ bytes: [UInt8], path: String) -> Bool {
    let beginnings: [[UInt8]] = [
      [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], [0x28, 0xB5, 0x2F, 0xFD],
      Array("PK\u{3}\u{4}".utf8), Array("PK\u{5}\u{6}".utf8),
    ]
    return beginnings.contains { bytes.starts(with: $0) } || path.hasSuffix(".tar")
      || bytes.dropFirst(257).starts(with: "ustar".utf8)
  }

  /// Whether the file is an archive of a kind that nightd-archive cannot unpack: bzip2, 7z or RAR.
  package static func isUnknownArchive(_ bytes: [UInt8]) -> Bool {
    [Array("BZh".utf8), Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], Array("Rar!".utf8)]
      .contains { bytes.starts(with: $0) }
  }

  /// The name of an archive without its ending, such as `sea` for `sea.tar.gz`.
  static func stem(_ name: String) -> String {
    let endings = [".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.zst", ".zip"]
    let ending = endings.first { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
    return String(name.dropLast(ending?.count ?? 0))
  }

  /// A file system that has only the files of the archive, so that an archive is read like a
  /// folder.
  package var disk: Disk {
    var disk = Disk.system
    disk.list = { path, most in
      Array((entry(path)?.names ?? []).sorted { $0.precedes($1) }.prefix(most))
    }
    disk.look = { path in places[path].map(identity) }
    disk.lookThroughLinks = disk.look
    disk.open = { path throws(Disk.Refusal) in
      guard let place = places[path] else { throw Disk.Refusal("open", path, code: ENOENT) }
      return Int32(place)
    }
    disk.openThroughLinks = disk.open
    disk.lookAt = { file in identity(Int(file)) }
    disk.read = { file, most in Array(entries[Int(file)].bytes.prefix(most + 1)) }
    disk.close = { _ in }
    return disk
  }

  private func entry(_ path: String) -> Entry? { places[path].map { entries[$0] } }

  private func identity(_ place: Int) -> FileIdentity {
    FileIdentity(
      kind: entries[place].kind,
      owner: 0,
      isOwn: true,
      isWritableByAll: false,
      isPrivate: true,
      device: 0,
      number: UInt64(place),
      size: Int64(entries[place].bytes.count),
      changedSeconds: 0,
      changedNanoseconds: 0
    )
  }
}
