import Testing

/// All tests that need a user's manager.
///
/// The tests share one manager, so they run one after the other.
@Suite(.inUserSession, .serialized) struct SystemdTests {}
