/// How much the reader takes before it refuses.
///
/// Reading takes no stack, but whatever walks a value afterwards (to write, compare or free it)
/// goes down one level of stack for each level of nesting. The standard depth fits a thread with
/// 256 KiB of stack in a debug build; more needs a larger stack.
package struct JSONLimits: Equatable, Sendable {
  package var bytes: Int
  package var depth: Int
  package var values: Int
  /// Whether a whole number beyond 64 bits is refused, and not taken for the nearest double.
  package var isExact: Bool

  package init(
    bytes: Int = 4 << 20,
    depth: Int = 64,
    values: Int = 1_000_000,
    isExact: Bool = false
  ) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
    self.isExact = isExact
  }

  package static let standard = JSONLimits()
  /// For what people write by hand.
  package static let exact = JSONLimits(isExact: true)
}
