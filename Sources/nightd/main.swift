import Glibc
import NightDaemon

exit(
  Command(environment: { name in getenv(name).map { String(cString: $0) } })
    .run(Array(CommandLine.arguments.dropFirst()))
)
