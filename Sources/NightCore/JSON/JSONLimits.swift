/// How much the reader takes before it refuses.
///
/// Reading takes no stack, but whatever walks a value afterwards (to write, compare or free it)
/// goes down one level of stack for each level of nesting. The standard depth fits a thread with
/// 256 KiB of stack in a debug build; more needs a larger stack.
package struct JSONLimits: Equatable, Sendable {
  package var bytes: Int
  package var depth: Int
  package var values: Int

  package init(bytes: Int = 4 << 20, depth: Int = 64, values: Int = 1_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }

  package static let standard = JSONLimits()
}
