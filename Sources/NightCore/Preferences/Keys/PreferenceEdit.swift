import NightThemes
package import NightValues

/// One change to the preferences that are set through the daemon.
package struct PreferenceEdit: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    case key(PreferenceKey)
    /// All preferences that were set for an application.
    case application(String)
  }

  package let subject: Subject
  /// The new value; nil removes the set value, so that a lower layer's value is used.
  package let value: PreferenceValue?

  package init(_ key: PreferenceKey, _ value: PreferenceValue?) {
    subject = .key(key)
    self.value = value
  }

  package init(forgetting application: String) {
    subject = .application(application)
    value = nil
  }

  /// Whether the edit removes the choice.
  var isOfChoice: Bool {
    guard case .key(let key) = subject, key.isOfDesktop else { return false }
    return key == PreferenceKey(known: PreferenceTable.choice)
  }

  /// Whether the edit changes the theme of a style.
  package var isOfTheme: Bool {
    guard case .key(let key) = subject, key.isOfDesktop else { return false }
    return ThemeSlot.all.contains { key == $0.preference }
  }
}
