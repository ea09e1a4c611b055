import CSettings

/// A snapshot of the stored settings of one schema of GSettings.
///
/// The snapshot may not show a value that another program wrote later, so use a new object for each
/// reading.
final class StoredSettings {
  private let settings: OpaquePointer

  /// Returns nil if GIO or the schema is missing.
  ///
  /// If you write several schemas alternately, pass the first one as the `sibling` when you open
  /// each of the others. Otherwise, a backend that stores all schemas in one file would undo writes
  /// to the other schemas.
  init?(_ schema: String, sibling: StoredSettings? = nil) {
    guard let settings = csettings_open(schema, sibling?.settings) else { return nil }
    self.settings = settings
  }

  deinit { csettings_close(settings) }

  /// The value as GVariant prints it; nil if the key does not exist.
  func value(_ key: String) -> String? { text(csettings_value(settings, key)) }

  /// The default value of the key.
  func defaultValue(_ key: String) -> String? { text(csettings_default(settings, key)) }

  /// A value in the form in which `value` returns it; nil if the key does not accept the value.
  func printed(_ key: String, _ value: String) -> String? {
    text(csettings_printed(settings, key, value))
  }

  /// Whether the key has a value of its own, so that it does not follow the default.
  func isSet(_ key: String) -> Bool { csettings_is_set(settings, key) }

  /// Whether the key may be written; an administrator may have locked it.
  func isWritable(_ key: String) -> Bool { csettings_is_writable(settings, key) }

  /// Whether the key exists, but may not be written.
  func isLocked(_ key: String) -> Bool { value(key) != nil && !isWritable(key) }

  /// Adds a value to the next write; nil resets the key.
  ///
  /// Returns false if the key does not accept the value.
  func set(_ key: String, _ value: String?) -> Bool { csettings_set(settings, key, value) }

  /// Writes all values at once, and waits until they are stored.
  func write() { csettings_write(settings) }

  /// The latest warning from GIO since the last write began; nil if GIO gave no warning.
  static var warning: String? { csettings_warning().map { String(cString: $0) } }

  private func text(_ printed: UnsafeMutablePointer<CChar>?) -> String? {
    defer { csettings_free(printed) }
    return printed.map { String(cString: $0) }
  }
}
