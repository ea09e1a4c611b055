/// Why the style is what it is; clients make the sentence.
package enum Reason: String, CaseIterable, Sendable {
  case choice
  case hold
  case schedule
  case system
  case inhibit
  case app
  /// Nothing decides: no choice was made, or who was chosen to decide does not answer.
  case fallback
}
