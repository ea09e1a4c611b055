import Glibc

extension IntentStore {
  /// What CIFS answers while another program has the old file open: EACCES for the server's “access
  /// denied”, EBUSY for its “sharing violation” and “delete pending”, ETXTBSY in old kernels.
  private static let openElsewhere = [EACCES, EBUSY, ETXTBSY]

  /// The longest wait is their sum, 630 ms.
  private static let pauses = [10, 20, 40, 80, 160, 320]

  /// Gives a new file the store's name, and tries again while another program has the old one open.
  ///
  /// A program that reads the store, such as a backup or a virus scanner, has it open for moments.
  /// This waits, so it must not run on the loop's thread.
  func putInPlace(_ new: String) throws(Disk.Refusal) {
    for pause in Self.pauses {
      do throws(Disk.Refusal) {
        return try disk.rename(new, path)
      } catch {
        guard Self.openElsewhere.contains(error.code) else { throw error }
      }
      disk.pause(pause)
    }
    try disk.rename(new, path)
  }
}
