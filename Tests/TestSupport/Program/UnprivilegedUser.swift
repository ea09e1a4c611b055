import Glibc

/// The user `nobody`, for tests in which access must be refused; the kernel refuses root nothing.
///
/// If the tests do not run as root, this is the user who runs them.
package enum UnprivilegedUser {
  struct Failure: Error {}

  private static let number: UInt32 = 65_534

  /// Shell text that gives this user the current folder and everything in it.
  package static var takeFolder: String { geteuid() == 0 ? "chown -R \(number):\(number) ." : ":" }

  /// Runs the body while this thread accesses files as the unprivileged user.
  ///
  /// The user of other threads and programs does not change. The body must start no thread, because
  /// the new thread would keep this user.
  package static func perform<Value>(_ body: () throws -> Value) throws -> Value {
    guard geteuid() == 0 else { return try body() }
    guard let setUser = GnuCalls.setFileUser, let setGroup = GnuCalls.setFileGroup else {
      throw Failure()
    }
    _ = setGroup(number)
    // A thread that stops being root loses the capability to ignore file modes; it gets this
    // capability back when it is root again.
    _ = setUser(number)
    defer {
      _ = setUser(0)
      _ = setGroup(getegid())
    }
    // Both functions return the previous number, and report no errors; so call them again to check.
    guard setUser(.max) == number, setGroup(.max) == number else { throw Failure() }
    return try body()
  }
}
