/// How the question where this is stands with GeoClue.
package enum LocatingState: String, CaseIterable, Sendable {
  /// It is not asked.
  case off
  /// It was asked, and has not said yet.
  case searching
  /// It said where.
  case found
  /// There is no bus of the machine on which it could be asked.
  case unreachable
  /// There is no GeoClue, or none that stays.
  case absent
  /// It does not let nightd know, or nobody lets it.
  case denied
  /// It answers nobody until the session runs an agent for it.
  case agentless = "no-agent"
  /// It has said nothing for long; it may yet.
  case silent
  /// It says what nobody can use.
  case nonsense
}
