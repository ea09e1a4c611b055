import Glibc
import NightDaemon

let command = Command(environment: { name in getenv(name).map { String(cString: $0) } })
exit(command.run(Array(CommandLine.arguments.dropFirst())))
