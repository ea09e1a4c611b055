import Glibc
import NightCore

/// What is kept beside the file: the last good copy, older formats, and what could not serve.
extension IntentStore {
  /// What stood in the file before its last commit.
  package var lastPath: String { path + ".last" }

  /// Where a copy stands until it is whole.
  var newLastPath: String { lastPath + ".new" }

  /// Gives what a commit is about to replace a second name.
  ///
  /// Best effort, and not synced by itself: it is for a file that is spoilt later, and a commit must
  /// not fail for want of it. What was kept before goes only once its successor is there.
  func keepLast(olderFormat: Int64?) {
    let new = newLastPath
    removeLeft(new)
    if (try? disk.link(path, new)) != nil {
      // Somebody may have changed the rights of the file, and the copy must be readable when needed.
      try? disk.protect(new)
      try? disk.rename(new, lastPath)
    }
    // To rename one name of a file to the other leaves both.
    removeLeft(new)
    if let olderFormat { keepOlder(as: "\(path).format-\(olderFormat)") }
  }

  /// Keeps each file of an older format under a name of its own: after a way back to an older
  /// version, the first one may be the better.
  private func keepOlder(as base: String) {
    guard let file = try? disk.look(path) else { return }
    var name = base
    var number = 1
    while let kept = try? disk.look(name) {
      // By a commit that was refused then.
      guard !kept.isSame(as: file) else { return }
      number += 1
      name = "\(base)-\(number)"
    }
    do throws(Disk.Refusal) {
      try disk.link(path, name)
    } catch {
      // Some file systems have no second names.
      guard [EPERM, ENOTSUP, ENOSYS].contains(error.code) else { return }
      copy(to: name)
    }
  }

  /// A copy is synced before it has its name, since nothing else holds its bytes then.
  private func copy(to name: String) {
    guard case .whole(let stored) = stored(at: path) else { return }
    let new = newLastPath
    do throws(Disk.Refusal) {
      let file = try disk.create(new)
      defer { disk.close(file) }
      try disk.write(file, stored.bytes)
      try disk.sync(file)
      try disk.rename(new, name)
    } catch {
      removeLeft(new)
    }
  }

  func removeLeft(_ path: String) {
    if (try? disk.look(path)) != nil { try? disk.remove(path) }
  }

  /// Gives a flawed file a second name, so that its own is never without one.
  ///
  /// A folder takes no second name, and some file systems have none at all.
  func keepAside() throws(Disk.Refusal) -> String {
    let aside = try asidePath()
    do throws(Disk.Refusal) {
      try disk.link(path, aside)
    } catch {
      try disk.rename(path, aside)
    }
    return aside
  }

  /// Puts a flawed file aside at the start; the last good copy serves where there is one.
  func recover(
    from flaw: StoreFlaw,
    _ lock: Result<KeptLock, StoreFailure>,
    _ loaded: inout Loaded
  ) {
    var last: StoredFile?
    if case .whole(let file) = stored(at: lastPath) { last = file }
    let next = last?.afterLoss
    loaded.loss = StoreLoss(flaw: flaw)
    switch lock {
    // Without the lock this could hit the whole file that another daemon puts there just now.
    case .failure(let failure):
      loaded.isStored = false
      loaded.notes.append(.stuck(path: path, flaw, failure))
    case .success:
      do throws(Disk.Refusal) {
        let aside = try replace(by: next)
        loaded.notes.append(.movedAside(path: path, to: aside, flaw))
        loaded.loss?.aside = aside
        let found = last == nil ? nil : try? disk.look(path)
        loaded.isThere = found != nil
        if last?.olderFormat == nil { loaded.identity = found }
      } catch {
        loaded.isStored = false
        loaded.notes.append(.stuck(path: path, flaw, .refused(error)))
      }
    }
    guard let last, let next else { return }
    loaded.intent = next.intent
    loaded.loss?.copy = .init(path: lastPath, written: last.written)
    loaded.notes.append(.lastServes(path: lastPath, revision: last.intent.revision))
  }

  /// Answers where the flawed file is now.
  ///
  /// The next start is to find the copy too, so that it takes the file's place before the flawed one
  /// has left it. A copy of its own: what spoils the one must not spoil the other.
  private func replace(by last: StoredFile?) throws(Disk.Refusal) -> String {
    guard let last else { return try moveAside() }
    let aside = try keepAside()
    do throws(Disk.Refusal) {
      try writeNew(last.bytes)
      try disk.rename(newPath, path)
    } catch {
      // All stays as it was, so that the next start finds the copy as this one did.
      try? disk.remove(newPath)
      try? takeBack(aside)
      throw error
    }
    return aside
  }

  /// Gives the file the first free counted name; only a sync of the folder makes that durable.
  private func moveAside() throws(Disk.Refusal) -> String {
    let aside = try asidePath()
    try disk.rename(path, aside)
    return aside
  }

  private func asidePath() throws(Disk.Refusal) -> String {
    var number = 1
    while try disk.look("\(path).aside-\(number)") != nil { number += 1 }
    return "\(path).aside-\(number)"
  }
}
