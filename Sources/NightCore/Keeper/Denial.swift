/// Why a demand is refused.
package struct Denial: Error, Equatable, Sendable {
  package let fault: Fault
  package let message: String

  init(_ fault: Fault, _ message: String) {
    self.fault = fault
    self.message = message
  }

  init(_ flaw: PreferenceKey.Flaw) { self.init(flaw.fault, flaw.message) }
}
