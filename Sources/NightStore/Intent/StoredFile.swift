import NightCore
import NightValues

/// A file that holds a whole intent.
struct StoredFile {
  let bytes: [UInt8]
  let intent: Intent
  let format: Int64
  let identity: FileIdentity

  /// Its format, where this version would not write it any more.
  var olderFormat: Int64? { format < IntentFile.format ? format : nil }

  /// As it goes on where the file after it was lost.
  ///
  /// The revision of that one must not come again: who changes something on condition of it would
  /// change something else.
  var afterLoss: StoredFile {
    guard olderFormat == nil, intent.revision < .max - 1 else { return self }
    var next = intent
    next.revision += 2
    let bytes = IntentFile.bytes(next)
    return StoredFile(bytes: bytes, intent: next, format: format, identity: identity)
  }

  /// When it was written, to the microsecond.
  var written: Instant {
    let seconds = Int64(clamping: identity.changedSeconds)
    let (microseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !isTooLarge else { return Instant(microseconds: 0) }
    return Instant(microseconds: microseconds)
      .adding(microseconds: Int64(identity.changedNanoseconds / 1_000))
  }

  var currentIdentity: FileIdentity? { olderFormat == nil ? identity : nil }
}
