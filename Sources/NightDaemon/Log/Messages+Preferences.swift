import NightBus
import NightCore
import NightValues

extension Refusal {
  static func notSet(_ key: PreferenceKey) -> Refusal {
    Refusal(.notSet, "\(key.named) is not set, and there is no default for it")
  }

  static func unknownKey(_ key: PreferenceKey) -> Refusal {
    Refusal(
      .unknownKey,
      "\(Excerpt(key.name)) is no key that nightd knows" + PreferenceTable.meant(key.name)
    )
  }

  static func keyIsPrivate(_ key: PreferenceKey) -> Refusal {
    Refusal(.isPrivate, "\(key.name) is private, and told on \(Contract.controlInterface) only")
  }

  static let noEdits = Refusal(.invalidValue, "there is nothing to write")

  static let tooManyEdits = Refusal(
    .limitExceeded,
    "a call makes at most \(PreferenceLimits.edits) changes"
  )

  static let closingUnchecked = Refusal.failed("nightd is ending; nothing was checked")

  static let tooManyChecks = Refusal(
    .limitExceeded,
    "too many calls wait for an answer; try again"
  )

  static let dryRunMalformed = Refusal(.invalidValue, "the option “dry-run” is true or false (b)")

  static let revisionMalformed = Refusal(.invalidValue, "the option “revision” is a number (t)")
}
