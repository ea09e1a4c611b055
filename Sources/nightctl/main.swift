import Glibc
import NightBus

StandardStreams.reserve()
// A reader that left is an answer of write(2), not an end without a word.
signal(SIGPIPE, SIG_IGN)

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

let code = Nightctl(
  environment: environment,
  clock: .system,
  output: .standard(environment)
).run()
#if DEBUG
// What leaks is looked for by an exit handler.
exit(code)
#else
// All is written; the exit handlers of ten libraries would only make the caller wait.
_exit(code)
#endif
