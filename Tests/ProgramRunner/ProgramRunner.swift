import Glibc
import NightBus
import NightDaemon

/// Runs the words it was given as nightd runs a program, and prints what it says and its end.
@main
struct ProgramRunner {
  static func main() throws {
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    let loop = try Loop()
    let connection = try Connection(address: SessionBus.address(environment: environment))
    try connection.attach(to: loop)
    let order = ProgramOrder(
      name: "try",
      purpose: "A program of the tests",
      words: Array(CommandLine.arguments.dropFirst()),
      environment: ["NIGHT_ADDED": "added"],
      takesInput: true,
      isOwnerUnit: environment("INVOCATION_ID") != nil
    )
    var lines = LineSplitter()
    let run = try ProgramRun(
      order,
      on: connection,
      loop,
      onOutput: { lines.take($0).forEach(say) },
      onEnd: { end in
        say("end: \(end)")
        loop.stop()
      }
    )
    run.write("a line")
    try loop.run()
    withExtendedLifetime(run) {}
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
