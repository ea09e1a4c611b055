import NightBus
import NightClient
import NightCore
import NightPrograms

/// The command `programs mode`.
struct ModeCommand: ProgramCommand {
  let nightctl: Nightctl

  /// Prints the style that a running desktop shell shows.
  ///
  /// nightd runs this command to find out whether a person has used the shell's own switch.
  func printMode(_ invocation: Invocation) throws(Failure) {
    let session = try programSession(try client(), .forbidden)
    let announcements = session.requested.flatMap(\.announcements)
    var word = RunnerProtocol.none
    do throws(BusError) {
      let announcer = try Announcer(session.finder) { session.context.environment($0) }
      let commands = announcements.filter(announcer.isHeard)
      if !commands.isEmpty {
        let shown = try announcer.modes(commands).compactMap(\.self).first
        word = shown?.rawValue ?? RunnerProtocol.unknown
      }
    } catch {
      throw .client(ClientError(error))
    }
    try output.line("\(RunnerProtocol.mode) \(word)")
  }
}
