/// Checks a condition until it is true; returns false if it is still false after 20 seconds.
package func becomesTrue(_ isSo: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(20)
  repeat { if try isSo() { return true } } while ContinuousClock.now < deadline
  return false
}
