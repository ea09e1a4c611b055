import NightContract

/// How it stands with one of those who may tell the desktop's own settings.
enum SourceStanding: Equatable {
  /// It was asked a moment ago.
  case asked
  case telling(SourceFacts)
  /// It tells nothing, or not now; the next one is heard instead.
  case silent
}
