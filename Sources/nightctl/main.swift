import Glibc
import NightBus

StandardStreams.reserve()
// When the reader of standard output closes its pipe, write(2) must return EPIPE instead of ending
// this process.
signal(SIGPIPE, SIG_IGN)

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

let code = Nightctl(environment: environment, clock: .system, output: .standard(environment)).run()
#if DEBUG
// In a debug build, run the exit handlers, because one of them is the leak sanitizer.
exit(code)
#else
// All output was already written, so the exit handlers of ten libraries would only delay the
// caller.
_exit(code)
#endif
