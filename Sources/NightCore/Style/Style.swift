/// What is in effect now; there is never a third value.
package enum Style: String, CaseIterable, Sendable {
  case light
  case dark

  package var opposite: Style { self == .light ? .dark : .light }
}
