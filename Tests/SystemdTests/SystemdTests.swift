import Testing

/// All tests that need a user manager.
///
/// The tests share one manager, so they run one after another.
@Suite(.inUserSession, .serialized) struct SystemdTests {}
