import Glibc

/// A user without any privilege, for what root would not be refused.
///
/// Where the tests are not run by root, whoever runs them has none already, and takes its place.
package enum Nobody {
  struct NotBecome: Error {}

  private static let number: UInt32 = 65_534

  /// A shell's text that gives it the folder it is run in, with all that is in there.
  package static var ownsAll: String { geteuid() == 0 ? "chown -R \(number):\(number) ." : ":" }

  /// Has this thread reach files as nobody does until the body returns.
  ///
  /// No other thread changes, nor does a program; but a thread that is started meanwhile would be
  /// nobody for good, so the body starts none.
  package static func act<Value>(_ body: () throws -> Value) throws -> Value {
    guard geteuid() == 0 else { return try body() }
    guard let setUser = GnuCalls.setFileUser, let setGroup = GnuCalls.setFileGroup else {
      throw NotBecome()
    }
    _ = setGroup(number)
    // The kernel takes root's leave to pass over modes with it, and gives it back.
    _ = setUser(number)
    defer {
      _ = setUser(0)
      _ = setGroup(getegid())
    }
    // Both calls only ever answer who it was before.
    guard setUser(.max) == number, setGroup(.max) == number else { throw NotBecome() }
    return try body()
  }
}
