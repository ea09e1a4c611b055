/// What a program does before and after connect(2), which libdbus waits in without a limit.
///
/// A bus that is stopped, and whose queue is full, keeps it for ever. A program may have a signal
/// interrupt it; a library that others use may not.
package struct Opening: Sendable {
  package static let plain = Opening(begin: {}, end: {})

  let begin: @Sendable () -> Void
  let end: @Sendable () -> Void

  package init(begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) {
    self.begin = begin
    self.end = end
  }
}
