import Glibc
import NightCore
import NightThemes

/// What stands beside themes for a moment: it begins with a dot, as no theme does.
extension ThemeFolders {
  private static let hidden = ".nightctl-"
  private static let mostTries = 1_000
  /// Stands before the name of a theme that waits for the one which replaces it.
  private static let waiting: Character = "="
  /// With more, the name of what hides it would be longer than any file's.
  private static let mostNamed = 200

  /// Makes what was not there, under a name that is this call's alone.
  ///
  /// Whether a name is free is known only once it is taken: another process may be at it too. Where
  /// homes are shared, it may even have the same number.
  func freeName<Made>(
    in folder: String,
    for theme: String? = nil,
    _ make: (String) throws(Disk.Refusal) -> Made
  ) throws(Disk.Refusal) -> (path: String, made: Made) {
    let theme =
      theme.flatMap { $0.utf8.count <= Self.mostNamed ? "\(Self.waiting)\($0)" : nil } ?? ""
    var number = 0
    while true {
      let path = "\(folder)/\(Self.hidden)\(getpid())-\(number)\(theme)"
      do throws(Disk.Refusal) { return (path, try make(path)) } catch {
        guard error.code == EEXIST, number < Self.mostTries else { throw error }
        number += 1
      }
    }
  }

  /// Moves a folder out of sight, all at once; answers where it is, or nothing where it had gone.
  ///
  /// Where it is a theme that another one is to replace, its name goes along: should this command be
  /// killed before the other one is there, the next one puts it back.
  func hide(
    _ path: String,
    in folder: String,
    replacing theme: String? = nil
  ) throws(Disk.Refusal) -> String? {
    // Empty, so that it gives way to what is moved there.
    let hidden = try freeName(in: folder, for: theme, disk.makeFolder).path
    do throws(Disk.Refusal) { try disk.rename(path, hidden) } catch {
      try? disk.removeFolder(hidden)
      guard error.code == ENOENT else { throw error }
      return nil
    }
    return hidden
  }

  /// Puts back what killed commands were about to replace, and removes what else they left; what it
  /// cannot remove stays.
  ///
  /// A command that runs elsewhere, and whose number nobody has here, finds nothing of its own left
  /// and is refused: a folder is moved away whole before anything in it goes.
  func sweep(_ folder: String) {
    for name in (try? disk.list(folder, Self.mostNames)) ?? [] where isLeft(name) {
      let path = "\(folder)/\(name)"
      if putBack(name, in: folder) { continue }
      if (try? disk.look(path))??.kind == .folder {
        if let hidden = try? hide(path, in: folder) { try? removeTree(hidden) }
      } else {
        try? disk.remove(path)
      }
    }
  }

  private func putBack(_ name: String, in folder: String) -> Bool {
    guard let mark = name.firstIndex(of: Self.waiting) else { return false }
    let theme = String(name[name.index(after: mark)...])
    guard ThemeName.flaw(theme) == nil,
      (try? isThere("\(folder)/\(theme)\(Self.ending)")) == false,
      (try? isThere("\(folder)/\(name)/\(Self.folderFile)")) == true
    else { return false }
    // It gives way to nothing: were there a theme by now, this would be refused.
    return (try? disk.rename("\(folder)/\(name)", "\(folder)/\(theme)")) != nil
  }

  private func isLeft(_ name: String) -> Bool {
    guard name.hasPrefix(Self.hidden),
      let number = name.dropFirst(Self.hidden.utf8.count).split(separator: "-").first,
      let process = Int32(number), process > 0
    else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// Removes a folder that nobody else looks at, with all that is in it; links are not followed.
  ///
  /// Folders in folders are moved up before they are emptied, so that no depth makes a path long.
  func removeTree(_ top: String) throws(Disk.Refusal) {
    var number = 0
    try empty(top) { folder throws(Disk.Refusal) in
      try empty(folder) { deep throws(Disk.Refusal) in
        while true {
          do throws(Disk.Refusal) { return try disk.rename(deep, "\(top)/\(number)") } catch {
            guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(error.code) else { throw error }
            number += 1
          }
        }
      }
    }
  }

  private func empty(
    _ folder: String,
    ofFolders away: (String) throws(Disk.Refusal) -> Void
  ) throws(Disk.Refusal) {
    while true {
      // A large one is listed in parts.
      let names = try disk.list(folder, Folder.most)
      guard !names.isEmpty else { return try disk.removeFolder(folder) }
      for name in names {
        let path = "\(folder)/\(name)"
        if try disk.look(path)?.kind == .folder { try away(path) } else { try disk.remove(path) }
      }
    }
  }
}
