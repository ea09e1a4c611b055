import Testing

/// NightKit reads the session bus from the environment of the whole process, which is the same for all
/// of these: they run one after the other.
///
/// The limit ends what waits for ever. Whoever awaits something here waits for a thread as well, and on a
/// slow machine other tests may hold them all for minutes.
@Suite("NightKit over a real bus", .serialized, .timeLimit(.minutes(15)))
enum OneBus {}
