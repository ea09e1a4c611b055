import Glibc
import NightBus
import NightDaemon

/// Runs its arguments as nightd runs a program; prints the program's output and how the program
/// ends.
///
/// After `--script`, the arguments are a script and the script's own arguments. If NIGHT_RELOAD is
/// set, the user manager reloads its units between the request for the program and the program's
/// start.
@main
struct ProgramRunner {
  static func main() throws {
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    let loop = try Loop()
    let connection = try Connection(address: SessionBus.address(environment: environment))
    try connection.attach(to: loop)
    var words = Array(CommandLine.arguments.dropFirst())
    var script: ShellScript?
    if words.first == "--script" {
      script = ShellScript(words[1], Array(words.dropFirst(2)))
      words = ShellScript.shell
    }
    let order = ProgramOrder(
      name: "try",
      purpose: "A program of the tests",
      arguments: words,
      script: script,
      environment: ["NIGHT_ADDED": "added"],
      takesInput: true,
      isOwnerUnit: environment("INVOCATION_ID") != nil
    )
    var lines = LineSplitter()
    let run = try ProgramRun(
      order,
      on: connection,
      loop,
      onOutput: { lines.append($0).forEach(say) },
      onEnd: { end in
        say("end: \(end)")
        loop.stop()
      }
    )
    if environment("NIGHT_RELOAD") != nil {
      let reload = try Message.call(
        to: "org.freedesktop.systemd1",
        at: "/org/freedesktop/systemd1",
        "org.freedesktop.systemd1.Manager",
        "Reload"
      )
      try connection.send(reload)
    }
    run.write(script == nil ? "a line" : "exit")
    try loop.run()
    withExtendedLifetime(run) {}
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
