import CDBus

/// Tells which names changed in a folder, by any program.
///
/// It watches the folder and not a file, so that a file replaced by rename stays watched. Only
/// finished changes count: closed after writing, moved in or out, linked, removed.
package final class FolderWatch {
  private let folder: String
  private let events: FolderEvents

  /// Whether changes wait to be told, all in one burst, until this is false again.
  package var isResting: Bool {
    get { events.isResting }
    set { events.isResting = newValue }
  }

  /// Calls with the names of one burst of changes; nil where there were too many to tell, or the
  /// folder itself went away.
  package init(
    _ folder: String,
    on loop: Loop,
    _ handler: @escaping (Set<String>?) -> Void
  ) throws(BusError) {
    self.folder = folder
    events = try FolderEvents(on: loop)
    _ = try events.add(folder, Self.wanted)
    events.onNews = { [unowned self] in
      let names = readNames()
      guard names?.isEmpty != true else { return }
      handler(names)
    }
  }

  private func readNames() -> Set<String>? {
    var names: Set<String>? = []
    events.forEach { event in
      if event.isAny(Self.loss) {
        names = nil
      } else if !event.isAny(UInt32(IN_CREATE)) || FolderEvents.isWhole("\(folder)/\(event.name)") {
        names?.insert(event.name)
      }
    }
    return names
  }

  static let wanted =
    UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    | UInt32(IN_DELETE_SELF | IN_MOVE_SELF)

  /// What says that names are missing, or will be from now on.
  private static let loss =
    UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_UNMOUNT | IN_IGNORED)
}
