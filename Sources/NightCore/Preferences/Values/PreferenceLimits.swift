/// How much a preference may be, and all of them together.
///
/// Each stays well within what the buses and the JSON reader take, so that what was stored can be
/// told and read again.
package enum PreferenceLimits {
  package static let keyBytes = 255
  /// A value as one line of JSON.
  package static let valueBytes = 64 << 10
  /// Keys and applications' keys together; the members of dictionaries count as keys of their own.
  package static let keys = 4096
  /// All that is set, as it stands in the file; what else stands there has room within 4 MiB.
  package static let sectionBytes = (4 << 20) - (64 << 10)
  /// What one value holds, counted as whoever reads it from the bus counts.
  ///
  /// That is itself, what is within it, and each byte of data; there each costs far more than as
  /// JSON. Data of 48 KiB, as many as a value's bytes allow, are within it.
  package static let values = 50_000
  /// What all that is set holds, counted as one call that writes it all.
  ///
  /// Those who read from the bus take no more than 262,144 in a message.
  package static let allValues = 240_000
  /// Levels of arrays and dictionaries, those that the dots of a key stand for included.
  package static let depth = 8
  /// Edits of one call.
  package static let edits = 4096
}
