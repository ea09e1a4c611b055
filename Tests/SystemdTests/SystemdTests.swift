import Testing

/// All that needs a user's manager; one after the other, since they share it.
@Suite(.inUserSession, .serialized) struct SystemdTests {}
