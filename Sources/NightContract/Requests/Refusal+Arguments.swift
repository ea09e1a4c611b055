package import NightBus
package import NightCore

extension Refusal {
  package init(_ flaw: Flaw) { self.init(RefusalCode(flaw), flaw.message) }

  package init(_ fault: RefusalCode, _ message: String) {
    self.init(ErrorName(unchecked: fault.name), message)
  }

  /// The error for a reply whose values do not have the expected form.
  ///
  /// Arguments never cause this error, because the server has already checked their types.
  static let unexpectedForm = Refusal.invalidArguments("the values do not have the expected form")
}

extension Optional {
  func orRefused() throws(Refusal) -> Wrapped {
    guard let self else { throw .unexpectedForm }
    return self
  }
}

/// The errors with which the daemon refuses arguments that it cannot read.
extension Refusal {
  static func unknownStyle(_ word: String) -> Refusal {
    Refusal(
      .invalidValue,
      "\(Excerpt(word)) is not a style; expected light, dark, schedule or system"
    )
  }

  static func unknownOption(_ key: String) -> Refusal {
    Refusal(.unknownOption, "\(Excerpt(key)) is not an option of this call; nothing was changed")
  }

  static let twoEnds = Refusal(
    .invalidValue,
    "give only one of “until”, “for” and “always”"
  )

  static let untilMalformed = Refusal(
    .invalidValue,
    "“until” takes a string: \(HoldTerm.expected)"
  )

  static let forMalformed = Refusal(
    .invalidValue,
    "“for” takes a number of seconds, at least 1, of type t"
  )

  static let alwaysMalformed = Refusal(.invalidValue, "“always” takes true or false")

  static let applicationMalformed = Refusal(.invalidValue, "“app” takes a string")

  static let applicationMissing = Refusal(
    .invalidValue,
    "an application's identifier must be a non-empty text without control characters"
  )

  static func unknownApplicationChoice(_ word: String) -> Refusal {
    Refusal(
      .invalidValue,
      "\(Excerpt(word)) is not a choice for an application; expected light, dark or follow"
    )
  }

  static let tooManyEdits = Refusal(
    .limitExceeded,
    "a call makes at most \(PreferenceLimits.edits) changes"
  )

  static let dryRunMalformed = Refusal(.invalidValue, "the option “dry-run” is true or false (b)")

  static let revisionMalformed = Refusal(.invalidValue, "the option “revision” is a number (t)")
}
