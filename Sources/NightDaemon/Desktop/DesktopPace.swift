/// How long sources are waited for, in milliseconds.
package struct DesktopPace: Sendable {
  /// For an answer, before the next one is heard.
  package var patience = 5_000
  /// From the program's first reading to its second one: a change between that and its own
  /// subscription is told to nobody.
  package var secondReading = 1_000
  /// Before the program is started again, one end after the other.
  package var pauses = [1_000, 2_000, 4_000, 8_000, 16_000]

  package init() {}
}
