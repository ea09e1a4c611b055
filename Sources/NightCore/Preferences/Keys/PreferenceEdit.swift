/// One change to what is set through the daemon.
package struct PreferenceEdit: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    case key(PreferenceKey)
    /// All that was set for an application.
    case application(String)
  }

  package let subject: Subject
  /// Nil takes back what was set, so that the layers below serve.
  package let value: PreferenceValue?

  package init(_ key: PreferenceKey, _ value: PreferenceValue?) {
    subject = .key(key)
    self.value = value
  }

  package init(forgetting application: String) {
    subject = .application(application)
    value = nil
  }

  /// Whether it takes back who decides.
  var isOfChoice: Bool {
    guard case .key(let key) = subject, key.isOfDesktop else { return false }
    return key == PreferenceKey(known: PreferenceTable.choice)
  }

  /// Whether it says which theme serves a style.
  package var isOfTheme: Bool {
    guard case .key(let key) = subject, key.isOfDesktop else { return false }
    return ThemeSlot.all.contains { key == $0.preference }
  }
}
