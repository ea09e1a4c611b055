/// Something in a hand-written file that a person should look at.
package struct PreferenceFinding: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The file cannot be read.
    case unreadable
    /// The file is not what it must be; what was read before stays in force.
    case broken
    /// A key that nobody knows; it is kept.
    case unknown
    /// A value that its key does not take; the layer below serves.
    case value
    /// A value that one set through the daemon hides.
    case shadowed
    /// A value that a lock of the system makes ineffective.
    case locked
    /// A lock that says nothing, or that another one makes idle.
    case lock
    /// The time zone is not the one that was asked for.
    case zone

    /// Whether something does not count that was meant to.
    var isMistake: Bool {
      switch self {
      case .unreadable, .broken, .value, .lock, .zone: true
      case .unknown, .shadowed, .locked: false
      }
    }
  }

  package var kind: Kind
  package var file: String
  package var position: Position?
  package var key: PreferenceKey?
  /// A sentence without the place.
  package var message: String
  /// A command that helps.
  package var advice: String?

  package init(
    _ kind: Kind,
    in file: String,
    at position: Position? = nil,
    of key: PreferenceKey? = nil,
    _ message: String,
    advice: String? = nil
  ) {
    self.kind = kind
    self.file = file
    self.position = position
    self.key = key
    self.message = message
    self.advice = advice
  }

  /// `FILE:LINE:COLUMN`, as far as it is known.
  package var place: String { position.map { "\(file):\($0)" } ?? file }

  /// How many of one file are told.
  static let most = 100

  /// A file of nothing but slips is not told slip by slip; mistakes come first then, so that none is
  /// hidden by what is merely not known.
  static func few(_ findings: some Collection<PreferenceFinding>) -> [PreferenceFinding] {
    guard findings.count > most else { return Array(findings) }
    let ordered = findings.filter(\.kind.isMistake) + findings.filter { !$0.kind.isMistake }
    return ordered.prefix(most)
      + ordered.dropFirst(most).prefix(1).map {
        PreferenceFinding($0.kind, in: $0.file, "there is more like this further down")
      }
  }
}

extension PreferenceFinding: Record {
  package static let blank = PreferenceFinding(.unreadable, in: "", "")

  package mutating func visit(_ fields: inout Fields) {
    fields.required("kind", &kind)
    fields.required("file", &file)
    fields.part(&position)
    var name = key?.name
    var application = key?.application
    fields.field("key", &name)
    fields.field("app", &application)
    if fields.isReading {
      key = name.flatMap { try? PreferenceKey($0, of: application ?? "") }
    }
    fields.required("message", &message)
    fields.field("advice", &advice)
  }
}
