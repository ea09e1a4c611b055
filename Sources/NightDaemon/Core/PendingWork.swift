/// The work that must finish before the daemon ends.
///
/// This class is confined to the loop's thread.
package final class PendingWork {
  /// One piece of work; it ends when `end` is called or its last reference is released.
  package final class Piece {
    private var work: PendingWork?

    fileprivate init(_ work: PendingWork) {
      self.work = work
      work.count += 1
    }

    package func end() {
      guard let ended = work.take() else { return }
      ended.count -= 1
      if ended.isEmpty { ended.onNone() }
    }

    deinit { end() }
  }

  private var count = 0

  /// Called when the last piece of work ends.
  package var onNone: () -> Void = {}
  package var isEmpty: Bool { count == 0 }

  package init() {}

  package func begin() -> Piece { Piece(self) }
}
