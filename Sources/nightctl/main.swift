import Glibc
import NightBus

StandardStreams.reserve()
// A reader that left is an answer of write(2), not an end without a word.
signal(SIGPIPE, SIG_IGN)
exit(
  Nightctl(
    environment: { name in getenv(name).map { String(cString: $0) } },
    clock: .system,
    output: .standard
  ).run(Array(CommandLine.arguments.dropFirst()))
)
