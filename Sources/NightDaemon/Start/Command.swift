import Glibc
package import NightBus
import NightContract
package import NightCore
package import NightStore

/// The command line of nightd, from its arguments to its exit code.
package struct Command {
  private let environment: (String) -> String?
  private let log: Log

  package init(environment: @escaping (String) -> String?) {
    self.environment = environment
    log = .standardError(journal: environment("JOURNAL_STREAM"))
  }

  package func run(_ arguments: [String]) -> Int32 {
    StandardStreams.reserve()
    guard let option = arguments.first else { return serve() }
    guard arguments.count == 1 else { return refuse(Messages.oneOptionAtMost) }
    switch option {
    case "--help", "-h": return print(Messages.help)
    case "--version", "-V": return print("nightd \(Contract.version)\n")
    case "--print-config": return printConfig()
    default:
      let known = ["--help", "--version", "--print-config"]
      return refuse(Messages.unknownOption(option, known))
    }
  }

  private func serve() -> Int32 {
    do throws(StartFailure) {
      return try Daemon.start(try configuration(), log: log).run()
    } catch {
      log.error(error.message)
      return error.exitCode
    }
  }

  private func configuration() throws(StartFailure) -> RunConfiguration {
    let address: String
    do throws(BusError) {
      address = try SessionBus.address(environment: environment)
    } catch {
      throw StartFailure(error)
    }
    return RunConfiguration(
      busAddress: address,
      bus: SessionBusOfEnvironment(environment: environment).identity,
      systemBusAddress: SystemBus.address(environment: environment),
      base: BaseFolders(environment: environment),
      programFolders: ProgramSearch.folders(environment("PATH")),
      hasDisplay: ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment($0)?.isEmpty == false },
      desktops: (environment("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":").map(String.init),
      folders: try folders(),
      runtime: RuntimeFolder(environment: environment),
      zone: ZonePaths(environment: environment),
      settingsBackend: environment("GSETTINGS_BACKEND"),
      invocation: environment("INVOCATION_ID"),
      nightctl: Self.nightctl,
      clock: .system
    )
  }

  /// The path of nightctl, which is installed beside nightd; nil if it is missing.
  private static var nightctl: String? {
    guard let own = (try? Disk.system.readLink("/proc/self/exe")) ?? nil else { return nil }
    let path = own.parentFolder + "/nightctl"
    return access(path, X_OK) == 0 ? path : nil
  }

  private func folders() throws(StartFailure) -> StandardFolders {
    guard let folders = StandardFolders(environment: environment) else {
      throw StartFailure(Messages.noHome)
    }
    return folders
  }

  /// Prints the configuration as lines `name = value`; starts no daemon and changes no file.
  private func printConfig() -> Int32 {
    let bus = (try? SessionBus.address(environment: environment)) ?? "none"
    do throws(StartFailure) {
      let folders = try folders()
      return print(
        """
        version = \(Contract.version)
        bus = \(bus)
        name = \(Contract.busName)
        state = \(IntentStore(folder: folders.stateFolder).path)
        config = \(folders.userConfig ?? "none")
        \(folders.systemFolders.map { "system = \($0)" }.joined(separator: "\n"))
        choice = \(Intent.registeredChoice.rawValue)
        fade = \(Appearance.registeredFade)

        """
      )
    } catch {
      log.error(error.message)
      return DaemonExit.fault
    }
  }

  private func print(_ text: String) -> Int32 {
    let code = StandardStreams.write(text, to: STDOUT_FILENO)
    guard code != 0 else { return DaemonExit.done }
    log.error(Messages.notWritten(code))
    return DaemonExit.fault
  }

  private func refuse(_ why: String) -> Int32 {
    log.error(Messages.wrongUse(why))
    return DaemonExit.usage
  }
}

/// The text that `nightd --help` prints.
extension Messages {
  static let help = """
    nightd - owns the light or dark style of this session

    usage: nightd [--help | --version | --print-config]

    Usually D-Bus or systemd starts nightd. It then runs until somebody stops it.
    Use nightctl to see or change the style.

    options:
      --help          print this text
      --version       print the version
      --print-config  print which bus and which files nightd would use, and start nothing

    files:
      $XDG_STATE_HOME/nightd/intent.json    your choice and the stored preferences; written by nightd
      $XDG_CONFIG_HOME/nightd/config.json5  your preferences; written by hand
      nightd/config.json5, nightd/locks     the system's preferences and locks, in each folder of
                                            $XDG_CONFIG_DIRS, and last in /etc/xdg

    exit codes: 0 ended on request, 1 failure, 2 wrong use, 3 another nightd is running

    """
}

/// The values that a run of the daemon takes from the environment; they are read once.
package struct RunConfiguration: Sendable {
  package let busAddress: String
  /// The identity of the session bus, which the published state contains; nil if the environment
  /// does not identify a single bus.
  package let bus: BusIdentity?
  package let base: BaseFolders
  /// The folders that `PATH` lists.
  package let programFolders: [String]

  /// Whether a program of this name is in `PATH`.
  func isInstalled(_ program: String) -> Bool { ProgramSearch.has(program, in: programFolders) }
  /// Whether nightd's environment specifies a display.
  package let hasDisplay: Bool
  /// The names of the session's desktop, such as `X-Cinnamon`.
  package let desktops: [String]
  package let folders: StandardFolders
  package let runtime: RuntimeFolder
  package let zone: ZonePaths
  package let clock: WallClock
  package let systemBusAddress: String
  /// The storage backend of GSettings, from GSETTINGS_BACKEND; nil for the default backend.
  package let settingsBackend: String?
  /// The identifier that the service manager gave this run; nil if nightd was not started as a
  /// unit.
  package let invocation: String?
  /// The path of nightctl, which updates other programs and runs hooks; nil if it is not installed.
  package let nightctl: String?

  /// Whether the service manager started this run.
  var isUnit: Bool { invocation != nil }
  /// Whether GSettings stores values only in memory, where other programs never see them.
  var hasOnlyMemory: Bool { settingsBackend == "memory" }

  package init(
    busAddress: String,
    bus: BusIdentity? = nil,
    systemBusAddress: String,
    base: BaseFolders = BaseFolders { _ in nil },
    programFolders: [String] = [],
    hasDisplay: Bool = false,
    desktops: [String] = [],
    folders: StandardFolders,
    runtime: RuntimeFolder,
    zone: ZonePaths,
    settingsBackend: String?,
    invocation: String? = nil,
    nightctl: String? = nil,
    clock: WallClock
  ) {
    self.busAddress = busAddress
    self.bus = bus
    self.systemBusAddress = systemBusAddress
    self.settingsBackend = settingsBackend
    self.invocation = invocation
    self.nightctl = nightctl
    self.base = base
    self.programFolders = programFolders
    self.hasDisplay = hasDisplay
    self.desktops = desktops
    self.folders = folders
    self.runtime = runtime
    self.zone = zone
    self.clock = clock
  }
}
