import Glibc
import NightBus
import NightContract
import NightCore
import NightStore
import NightValues

/// The command line of nightd, from its words to its exit code.
package struct Command {
  private let environment: (String) -> String?
  private let log: Log

  package init(environment: @escaping (String) -> String?) {
    self.environment = environment
    log = .standardError(journal: environment("JOURNAL_STREAM"))
  }

  package func run(_ words: [String]) -> Int32 {
    StandardStreams.reserve()
    guard let word = words.first else { return serve() }
    guard words.count == 1 else { return refuse(Messages.oneOptionAtMost) }
    switch word {
    case "--help", "-h": return say(HelpText.nightd)
    case "--version", "-V": return say("nightd \(Contract.version)\n")
    case "--print-config": return printConfig()
    default:
      let known = ["--help", "--version", "--print-config"]
      return refuse(Messages.unknownOption(word, known))
    }
  }

  private func serve() -> Int32 {
    do throws(StartFailure) {
      return try Daemon.start(try setting(), log: log).run()
    } catch {
      log.error(error.words)
      return error.exitCode
    }
  }

  private func setting() throws(StartFailure) -> Setting {
    let address: String
    do throws(BusError) {
      address = try SessionBus.address(environment: environment)
    } catch {
      throw StartFailure(error)
    }
    return Setting(
      busAddress: address,
      systemBusAddress: SystemBus.address(environment: environment),
      places: try places(),
      runtime: RuntimeFolder(environment: environment),
      zone: ZonePaths(environment: environment),
      settingsBackend: environment("GSETTINGS_BACKEND"),
      invocation: environment("INVOCATION_ID"),
      clock: .system
    )
  }

  private func places() throws(StartFailure) -> Places {
    do throws(Places.Flaw) {
      return try Places(environment: environment)
    } catch {
      throw StartFailure(Messages.noHome)
    }
  }

  /// One `name = value` a line; nothing is started and nothing is touched.
  private func printConfig() -> Int32 {
    let bus = (try? SessionBus.address(environment: environment)) ?? "none"
    do throws(StartFailure) {
      let places = try places()
      return say(
        """
        version = \(Contract.version)
        bus = \(bus)
        name = \(Contract.busName)
        state = \(IntentStore(folder: places.stateFolder).path)
        config = \(places.userConfig ?? "none")
        \(places.systemFolders.map { "system = \($0)" }.joined(separator: "\n"))
        choice = \(Intent.registeredChoice.rawValue)
        fade = \(Appearance.registeredFade)

        """
      )
    } catch {
      log.error(error.words)
      return ExitCode.fault
    }
  }

  private func say(_ text: String) -> Int32 {
    let code = StandardStreams.write(text, to: STDOUT_FILENO)
    guard code != 0 else { return ExitCode.done }
    log.error(Messages.notWritten(code))
    return ExitCode.fault
  }

  private func refuse(_ why: String) -> Int32 {
    log.error(Messages.wrongUse(why))
    return ExitCode.usage
  }
}
