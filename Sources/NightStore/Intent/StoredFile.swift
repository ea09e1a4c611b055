import NightCore

/// A file that holds a whole intent.
struct StoredFile {
  let bytes: [UInt8]
  let intent: Intent
  let format: Int64
  let identity: FileIdentity

  /// Its format, where this version would not write it any more.
  var olderFormat: Int64? { format < IntentFile.format ? format : nil }

  var currentIdentity: FileIdentity? { olderFormat == nil ? identity : nil }
}
