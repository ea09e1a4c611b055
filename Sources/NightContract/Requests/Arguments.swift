package import NightBus
package import NightCore

// The arguments of requests. The daemon reads the arguments in order. If some arguments are
// invalid, the daemon replies with the error of the first invalid argument.

extension Choice: BusForm {
  package static func argument(_ bus: BusValue) throws(Refusal) -> Choice {
    let word = bus.asString ?? ""
    guard let choice = Choice(rawValue: word) else { throw .unknownStyle(word) }
    return choice
  }
}

extension ApplicationChoice: BusForm {
  package static func argument(_ bus: BusValue) throws(Refusal) -> ApplicationChoice {
    let word = bus.asString ?? ""
    guard let choice = ApplicationChoice(rawValue: word) else {
      throw .unknownApplicationChoice(word)
    }
    return choice
  }
}

/// An application's identifier; an empty string is refused.
package struct NamedApplication: BusForm {
  package let name: String

  package init(_ name: String) { self.name = name }

  package static var busType: BusType { .string }
  package static func read(_ bus: BusValue) -> NamedApplication? {
    bus.asString.map(NamedApplication.init)
  }
  package static func argument(_ bus: BusValue) throws(Refusal) -> NamedApplication {
    let name = bus.asString ?? ""
    try name.checkAsApplication()
    guard !name.isEmpty else { throw .applicationMissing }
    return NamedApplication(name)
  }
  package var bus: BusValue { .string(name) }
}

extension String {
  /// Throws unless this string is empty or is an application's identifier.
  ///
  /// An empty string means the desktop's own preferences.
  package func checkAsApplication() throws(Refusal) {
    do throws(Flaw) { try PreferenceKey.checkApplication(self) } catch {
      throw Refusal(error)
    }
  }
}

/// The edits of one call of `Write`.
package struct PreferenceEdits: BusForm {
  package let edits: [PreferenceEdit]

  package init(_ edits: [PreferenceEdit]) { self.edits = edits }

  package static var busType: BusType { .array(PreferenceEdit.busType) }
  package static func read(_ bus: BusValue) -> PreferenceEdits? { try? argument(bus) }
  package static func argument(_ bus: BusValue) throws(Refusal) -> PreferenceEdits {
    guard case .array(_, let elements) = bus else { throw .unexpectedForm }
    guard elements.count <= PreferenceLimits.edits else { throw .tooManyEdits }
    var edits: [PreferenceEdit] = []
    edits.reserveCapacity(elements.count)
    do throws(Flaw) {
      for element in elements { edits.append(try PreferenceEdit(element)) }
    } catch {
      throw Refusal(error)
    }
    return PreferenceEdits(edits)
  }
  package var bus: BusValue { .array(PreferenceEdit.busType, edits.map(\.bus)) }
}

// MARK: - Options

/// The options of a call, in a dictionary of names and values.
package protocol CallOptions: BusForm {
  init(_ options: Members) throws(Refusal)
  var options: [(String, BusValue)] { get }
}

extension CallOptions {
  package static var busType: BusType { .dictionary(.string, .variant) }
  package static func read(_ bus: BusValue) -> Self? { try? argument(bus) }
  package static func argument(_ bus: BusValue) throws(Refusal) -> Self {
    try Self(try bus.asOptions.orRefused())
  }
  package var bus: BusValue { .options(options) }
}

/// How long a style or a theme lasts; if a call does not say how long, the daemon decides.
package enum Term: Equatable, Sendable {
  /// The style is permanent: it becomes the user's choice, even if the schedule decides now.
  ///
  /// Only the method `Set` accepts this case.
  case always
  /// The style lasts until the moment that the string describes; the daemon parses the string, and
  /// adds the result as the `HoldTerm`.
  case until(String, HoldTerm? = nil)
  case seconds(UInt64)

  /// Returns the parsed end of a temporary style; throws if the style is permanent or its end was
  /// not parsed.
  package func held() throws(Refusal) -> HoldTerm {
    switch self {
    case .always: throw .unknownOption("always")
    case .until(_, let term?): return term
    case .until(_, nil): throw .untilMalformed
    case .seconds(let seconds): return .seconds(seconds)
    }
  }
}

extension Term?: BusForm, CallOptions {
  /// Refuses an unknown option; otherwise a typing error could make a temporary style permanent.
  package init(_ options: Members) throws(Refusal) {
    self = nil
    for key in options.keys.sorted() {
      let term: Term
      switch key {
      case "always":
        guard let isAlways = options[key]?.asBool else { throw .alwaysMalformed }
        guard isAlways else { continue }
        term = .always
      case "until":
        guard let text = options[key]?.asString else { throw .untilMalformed }
        do throws(Flaw) { term = .until(text, try HoldTerm(text)) } catch {
          throw Refusal(error)
        }
      case "for":
        guard let seconds = options[key]?.asUInt64, seconds > 0 else { throw .forMalformed }
        term = .seconds(seconds)
      default: throw .unknownOption(key)
      }
      guard self == nil else { throw .twoEnds }
      self = term
    }
  }

  package var options: [(String, BusValue)] {
    switch self {
    case nil: []
    case .always: [("always", .boolean(true))]
    case .until(let text, _): [("until", .string(text))]
    case .seconds(let seconds): [("for", .uint64(seconds))]
    }
  }
}

/// The application whose appearance `Why` explains; an empty name means the desktop.
package struct WhyOptions: CallOptions {
  package let application: String

  package init(_ application: String) { self.application = application }

  package init(_ options: Members) throws(Refusal) {
    if let option = options.keys.sorted().first(where: { $0 != "app" }) {
      throw .unknownOption(option)
    }
    application =
      try options["app"].map { (value) throws(Refusal) in
        guard value.asString != nil else { throw .applicationMalformed }
        return try NamedApplication.argument(value).name
      } ?? ""
  }

  package var options: [(String, BusValue)] {
    application.isEmpty ? [] : [("app", .string(application))]
  }
}

/// The options of `Write`, which always makes either all edits or none.
package struct WriteOptions: CallOptions {
  /// The expected revision; if the preferences have changed since that revision, no edit is made.
  package var revision: UInt64?
  /// Whether the edits are only checked, and not made.
  package var isDryRun = false

  package init(ifRevision revision: UInt64? = nil, dryRun isDryRun: Bool = false) {
    self.revision = revision
    self.isDryRun = isDryRun
  }

  package init(_ options: Members) throws(Refusal) {
    for option in options.keys.sorted() {
      switch option {
      case "revision":
        guard let number = options[option]?.asUInt64 else { throw .revisionMalformed }
        revision = number
      case "dry-run":
        guard let flag = options[option]?.asBool else { throw .dryRunMalformed }
        isDryRun = flag
      default: throw .unknownOption(option)
      }
    }
  }

  package var options: [(String, BusValue)] {
    (revision.map { [("revision", .uint64($0))] } ?? [])
      + (isDryRun ? [("dry-run", .boolean(true))] : [])
  }
}

/// The options of a call that does not support any options yet.
package struct NoOptions: CallOptions {
  package init() {}

  package init(_ options: Members) throws(Refusal) {
    if let option = options.keys.sorted().first { throw .unknownOption(option) }
  }

  package var options: [(String, BusValue)] { [] }
}
