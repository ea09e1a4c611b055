import Testing

/// NightKit reads the session bus from the environment of the whole process, which is the same for all
/// of these: they run one after the other.
@Suite("NightKit over a real bus", .serialized, .timeLimit(.minutes(2)))
enum OneBus {}
