/// When the power goes.
enum CutMoment: String, CaseIterable, Sendable {
  /// Among writers, at some moment.
  case amongSets
  /// Right after the first answer ever in a fresh home.
  case afterFirstSet
  /// The same, in folders that someone else made a moment before.
  case afterFirstSetInMadeFolders
  /// Right after a `set` that moved aside a file that was broken while the daemon ran.
  case afterFlawedFile
}
