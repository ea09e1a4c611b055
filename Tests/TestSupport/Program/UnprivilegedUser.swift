import Glibc

/// The user `nobody`, for access that root would not be refused.
///
/// If the tests are not run by root, the user who runs them takes its place.
package enum UnprivilegedUser {
  struct Failure: Error {}

  private static let number: UInt32 = 65_534

  /// Shell text that gives this user the current folder and all that is in it.
  package static var takeFolder: String { geteuid() == 0 ? "chown -R \(number):\(number) ." : ":" }

  /// Runs the body while this thread accesses files as that user.
  ///
  /// Other threads and programs do not change. A thread that is started meanwhile would keep this
  /// user, so the body must start none.
  package static func perform<Value>(_ body: () throws -> Value) throws -> Value {
    guard geteuid() == 0 else { return try body() }
    guard let setUser = GnuCalls.setFileUser, let setGroup = GnuCalls.setFileGroup else {
      throw Failure()
    }
    _ = setGroup(number)
    // This also drops root's right to ignore file modes, which comes back with the user.
    _ = setUser(number)
    defer {
      _ = setUser(0)
      _ = setGroup(getegid())
    }
    // Both calls return the previous user and report no error.
    guard setUser(.max) == number, setGroup(.max) == number else { throw Failure() }
    return try body()
  }
}
