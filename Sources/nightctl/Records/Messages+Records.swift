import NightBus

/// Messages about records that cannot be read, and about locks that another process holds.
extension Messages {
  static let recordHasOtherFields = "it does not have the fields of a record"
  static let isOwnLink = "it is a link, which nightd does not follow"

  static func recordUnreadable(_ path: String, _ why: String) -> String {
    "\(cannotRead(path, why)); nothing was changed, because this file lists nightd's changes to "
      + "your files; make the file readable, and try again"
  }

  static func recordIsNewer(_ path: String) -> String {
    "\(path) is a record of a newer nightd, so nothing was changed; use the nightctl of that version"
  }

  static func recordChanged(_ path: String) -> String {
    "\(path) was changed by another program while nightctl ran, and is left as it is now; try again"
  }

  static func recordIsDamaged(_ path: String, _ why: String, _ loss: String) -> String {
    "\(path) is damaged (\(Output.plain(why))); \(loss): repair the file, "
      + "or remove the file to continue without it"
  }

  static func recordKeptAside(
    _ path: String,
    _ why: String,
    _ aside: String,
    _ loss: String
  ) -> String {
    "\(path) is damaged (\(Output.plain(why))) and kept as \(aside); \(loss): repair the file and "
      + "move it back, or remove the file to continue without it"
  }

  static func recordIsAside(_ aside: String, _ loss: String) -> String {
    "\(aside) is a damaged record; \(loss): repair the file and move it back, or remove the "
      + "file to continue without it"
  }

  static func lockHeld(_ path: String, _ holder: RunLock.Holder?, isStopped: Bool) -> String {
    guard let holder else {
      return "another process has locked \(path); to see which process, run fuser \(path); try "
        + "again once it has ended"
    }
    let name = Output.plain(holder.process.name)
    let start =
      "\(name) (process \(holder.process.number)) has been \(holder.purpose.words) since "
      + LocalTime(holder.since).clock
    let number = holder.process.number
    return isStopped
      ? start + " and is stopped; continue it with kill -CONT \(number), or end it with "
        + "kill -9 \(number)"
      : start + "; try again once it has ended, or end it with kill \(number)"
  }

  static func cannotLock(_ path: String, _ code: Int32) -> String {
    "\(path) cannot be locked: \(SystemError.message(code)); nothing was changed; try again"
  }
}
