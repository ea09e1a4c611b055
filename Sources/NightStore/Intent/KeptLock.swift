/// The store's lock, for as long as somebody holds on to this.
package final class KeptLock: Sendable {
  let file: Int32
  /// The lock of the folder, if it could be had.
  private let folder: Int32?
  /// The lock in the runtime folder, if it could be had.
  private let second: Int32?
  /// Set if only the second lock keeps others out.
  let note: StoreNote?
  private let disk: Disk

  init(_ file: Int32, folder: Int32?, second: Int32?, note: StoreNote?, on disk: Disk) {
    self.file = file
    self.folder = folder
    self.second = second
    self.note = note
    self.disk = disk
  }

  deinit {
    if let second { disk.close(second) }
    if let folder { disk.close(folder) }
    disk.close(file)
  }
}
