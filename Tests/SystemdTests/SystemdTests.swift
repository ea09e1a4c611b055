import Testing

/// All tests that need a user's manager.
///
/// They share one, so they run one after the other.
@Suite(.inUserSession, .serialized) struct SystemdTests {}
