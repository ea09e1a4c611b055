import NightCore
package import NightValues

/// Why the zone that is asked for cannot serve.
package struct ZoneFault: Equatable, Sendable {
  package enum Why: Equatable, Sendable {
    case missing
    case flawed(FileFlaw)
    case broken(Flaw)
    /// Neither a zone's name nor, where it looks like one, a rule.
    case unknown(String, folder: String, asRule: Flaw?)
  }

  /// The file, or the variable.
  package let place: String
  package let why: Why

  package init(_ place: String, _ why: Why) {
    self.place = place
    self.why = why
  }
}
