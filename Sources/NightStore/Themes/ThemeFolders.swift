import NightCore
package import NightThemes
import NightValues

/// Where themes are found: the user's, then the machine's, then those that are built in.
///
/// A theme is a file `NAME.json5`, or a folder `NAME` with `theme.json5` and what that names beside
/// it. What is built in cannot be hidden, so that a daemon which uses nothing else reads nothing.
package struct ThemeFolders: Sendable {
  package static let ending = ".json5"
  package static let folderFile = "theme.json5"
  /// More than that is not read.
  package static let byteLimit = 4 << 20

  /// The names of so many files and folders are looked at in each place.
  static let mostNames = 65_536

  /// A theme by its name, not read yet.
  package struct Found: Equatable, Sendable {
    package let name: String
    package let origin: ThemeText.Origin
    /// Where it stands; nothing where it is built in.
    let place: String
    let isInFolder: Bool
    /// Whether a file and a folder of its name stand side by side.
    var isTwice = false
  }

  package let user: String?
  package let systems: [String]
  let disk: Disk
  /// What the kernel's numbers mean.
  let words: @Sendable (Int32) -> String

  package init(
    _ places: Places,
    disk: Disk = .system,
    words: @escaping @Sendable (Int32) -> String
  ) {
    self.words = words
    user = places.userThemes
    systems = places.systemThemes.filter { $0 != places.userThemes }
    self.disk = disk
  }

  package var folders: [(path: String, origin: ThemeText.Origin)] {
    (user.map { [($0, .user)] } ?? []) + systems.map { ($0, .system) }
  }

  /// In the order in which people are shown them, and go from one to the next: those that are built
  /// in, then the others by name.
  ///
  /// What is called as no theme may be is not among them.
  package func list() -> [Found] {
    var numbers: [[UInt8]: Int] = [:]
    var found: [Found] = []
    for folder in folders {
      for entry in names(in: folder.path) {
        let isFile = entry.hasSuffix(Self.ending)
        let name = isFile ? String(entry.dropLast(Self.ending.count)) : entry
        guard ThemeName.flaw(name) == nil, BuiltInThemes.text(name) == nil,
          isFile || isTheme("\(folder.path)/\(name)")
        else { continue }
        let key = Array(name.utf8)
        if let number = numbers[key] {
          found[number].isTwice = found[number].isTwice || found[number].place == folder.path
          continue
        }
        numbers[key] = found.count
        found.append(
          Found(name: name, origin: folder.origin, place: folder.path, isInFolder: !isFile)
        )
      }
    }
    let builtIn = BuiltInThemes.names.map {
      Found(name: $0, origin: .builtIn, place: "", isInFolder: false)
    }
    let keyed = found.map { (key: $0.name.lowercased(), found: $0) }
    let sorted = keyed.sorted {
      $0.key == $1.key ? $0.found.name.precedes($1.found.name) : $0.key < $1.key
    }
    return builtIn + sorted.map(\.found)
  }

  /// Every file that can be a theme's, the one that counts first.
  package func paths(of name: String) -> [String] {
    guard ThemeName.flaw(name) == nil, BuiltInThemes.text(name) == nil else { return [] }
    return folders.flatMap { folder in
      ["\(folder.path)/\(name)\(Self.ending)", "\(folder.path)/\(name)/\(Self.folderFile)"]
    }
  }

  /// Nothing where there is none of that very name.
  package func find(_ name: String) -> ThemeText? { read(name).text }

  /// One of those that were listed, as it stands there by now.
  package func text(of found: Found) -> ThemeText? {
    if found.origin == .builtIn { return BuiltInThemes.text(found.name) }
    let place = (found.place, found.origin)
    if found.isTwice { return twice(found.name, in: place) }
    return found.isInFolder
      ? inFolder(found.name, in: place).text : single(found.name, in: place).text
  }

  /// All of them, each with why it cannot be used; their files are read one after the other.
  package func summaries() -> [ThemeSummary] {
    ThemeSummary.all(list().lazy.compactMap(text), find: find)
  }

  /// The one of a name, with whether this may be a moment in the middle of a change.
  package func read(_ name: String) -> (text: ThemeText?, isHalf: Bool) {
    if let text = BuiltInThemes.text(name) { return (text, false) }
    guard ThemeName.flaw(name) == nil else { return (nil, false) }
    for place in folders {
      let single = single(name, in: place), whole = inFolder(name, in: place)
      if single.text != nil, whole.text != nil { return (twice(name, in: place), false) }
      if single.text != nil { return single }
      if whole.text != nil { return whole }
    }
    return (nil, true)
  }

  private typealias Place = (path: String, origin: ThemeText.Origin)
  private typealias Read = (text: ThemeText?, isHalf: Bool)

  private func single(_ name: String, in place: Place) -> Read {
    let file = "\(place.path)/\(name)\(Self.ending)"
    let reading = disk.reading(file, limit: Self.byteLimit)
    return (text(name, place.origin, file, reading), reading.isHalf)
  }

  private func inFolder(_ name: String, in place: Place) -> Read {
    let folder = "\(place.path)/\(name)"
    let file = "\(folder)/\(Self.folderFile)"
    let reading = disk.reading(file, limit: Self.byteLimit)
    guard reading.content != .missing else { return (nil, reading.isHalf) }
    return (text(name, place.origin, file, reading, beside(folder)), reading.isHalf)
  }

  private func twice(_ name: String, in place: Place) -> ThemeText {
    ThemeText(
      name: name,
      origin: place.origin,
      file: "\(place.path)/\(name)\(Self.ending)",
      content: .flawed("stands there twice: the folder \(name) beside it has one too")
    )
  }

  func text(
    _ name: String,
    _ origin: ThemeText.Origin,
    _ file: String,
    _ reading: FileReading,
    _ beside: Beside? = nil
  ) -> ThemeText? {
    let content: ThemeText.Content
    switch reading.content {
    case .missing: return nil
    case .bytes(let bytes): content = .bytes(bytes)
    case .flawed(let flaw): content = .flawed(flaw.half(words))
    }
    return ThemeText(
      name: name,
      origin: origin,
      file: file,
      content: content,
      assets: beside.map { Set($0.marks.keys) },
      links: beside?.links ?? [],
      marks: beside?.marks ?? [:],
      subfolders: beside?.subfolders ?? []
    )
  }
}
