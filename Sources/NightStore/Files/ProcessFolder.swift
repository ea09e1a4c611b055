/// The files in `/proc` that describe a process, as far as this user may read these files.
package struct ProcessFolder {
  /// The maximum number of bytes to read from a file in `/proc`, which is enough for a browser's
  /// list of mapped files.
  private static let mostBytes = 8 << 20
  /// The maximum number of bytes to read for a process's name; the kernel keeps fewer.
  private static let mostNameBytes = 64

  package let path: String

  package init(_ process: some BinaryInteger, in folder: String = "/proc") {
    path = "\(folder)/\(process)"
  }

  /// Whether this user owns the process.
  package var isOwn: Bool { (try? Disk.system.lookThroughLinks(path))?.isOwn ?? false }

  package func bytes(_ file: String) -> [UInt8]? {
    let reading = Disk.system.reading("\(path)/\(file)", limit: Self.mostBytes)
    guard case .bytes(let bytes) = reading.content else { return nil }
    return bytes
  }

  /// The text of a file in the process's folder; empty if the file cannot be read.
  package func text(_ file: String) -> String {
    String(decoding: bytes(file) ?? [], as: UTF8.self)
  }

  /// The program's name; the kernel keeps only its first 15 bytes.
  package var name: String? {
    // This code runs for each process, so it only reads the file and checks nothing.
    let disk = Disk.system
    guard let file = try? disk.openThroughLinks(path + "/comm") else { return nil }
    defer { disk.close(file) }
    return (try? disk.read(file, Self.mostNameBytes)).map {
      String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self)
    }
  }

  /// The arguments with which the process started.
  package var arguments: [String] { parts("cmdline") ?? [] }

  /// The environment with which the process started.
  package var environment: [String: String]? { parts("environ").map(Self.variables) }

  /// The path of the program's executable, even if the file has been replaced or deleted after the
  /// start.
  package var program: String? {
    guard let path = (try? Disk.system.readLink(path + "/exe")) ?? nil else { return nil }
    let deleted = " (deleted)"
    return path.hasSuffix(deleted) ? String(path.dropLast(deleted.count)) : path
  }

  /// The name in the file `stat`, and the fields after the name; the first field is the state.
  package var status: (name: String, fields: [Substring])? {
    let text = text("stat")
    // The name can contain any character, even brackets, so search for the last closing bracket.
    guard let open = text.firstIndex(of: "("), let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 20 else { return nil }
    return (String(text[text.index(after: open)..<end]), fields)
  }

  /// Whether the process is stopped, for example by Ctrl-Z or by a debugger.
  package var isStopped: Bool { ["T", "t"].contains(status?.fields.first) }

  /// For each open file, the lines of the kernel's `fdinfo`, such as `tty-index: 3`.
  package var openFiles: some Sequence<[Substring]> {
    Folder(path: path + "/fdinfo").names(most: .max).lazy.map { name in
      text("fdinfo/" + name).split(separator: "\n")
    }
  }

  /// The strings between a file's zero bytes, without empty strings.
  ///
  /// The result is empty for a zombie, which is an ended process that its parent has not reaped
  /// yet.
  package func parts(_ file: String) -> [String]? {
    bytes(file)?.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The variables in strings such as `NAME=value`; if a name occurs twice, the first value is
  /// used.
  package static func variables(_ pairs: [String]) -> [String: String] {
    var variables: [String: String] = [:]
    for pair in pairs {
      guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else { continue }
      let name = String(pair[..<equals])
      if variables[name] == nil { variables[name] = String(pair[pair.index(after: equals)...]) }
    }
    return variables
  }
}
