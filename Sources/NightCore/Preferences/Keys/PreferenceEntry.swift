/// One row of the table of preferences.
package struct PreferenceEntry: Equatable, Sendable {
  /// Whose preference it is.
  package enum Scope: Sendable {
    case desktop
    /// Each application has one of its own, and there is none of the desktop.
    case application
    /// An application without one of its own has the desktop's.
    case both
  }

  /// Who may change it; the system's files may give and lock each.
  package enum Writer: Sendable {
    /// Whoever may change preferences.
    case anyone
    /// The call that is made for it, `Set`; here it can only be taken back.
    case call
  }

  package let name: String
  package let scope: Scope
  package let type: PreferenceType
  /// What holds where no layer says anything; nil where nothing does.
  package let registered: PreferenceValue?
  package let writer: Writer
  /// Told to those who may change only, and in no signal.
  package let isPrivate: Bool
  /// One line, as lists and the manual have it.
  package let summary: String

  init(
    _ name: String,
    _ scope: Scope,
    _ type: PreferenceType,
    registered: PreferenceValue?,
    writer: Writer = .anyone,
    isPrivate: Bool = false,
    _ summary: String
  ) {
    self.name = name
    self.scope = scope
    self.type = type
    self.registered = registered
    self.writer = writer
    self.isPrivate = isPrivate
    self.summary = summary
  }
}
