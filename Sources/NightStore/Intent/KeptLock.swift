/// The store's lock, for as long as somebody holds on to this.
package final class KeptLock: Sendable {
  let file: Int32
  private let disk: Disk

  init(_ file: Int32, on disk: Disk) {
    self.file = file
    self.disk = disk
  }

  deinit { disk.close(file) }
}
