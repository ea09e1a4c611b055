import Glibc
import IconModel
import NightBus
import NightClient
import NightCore
import NightStore

/// The entry that starts the icon at each login; without the entry, the icon is off.
struct Autostart {
  struct Failure: Error { let message: String }

  let places: Places
  let language: Language

  /// Whether the entry exists.
  var isOn: Bool { places.autostart.map { access($0, F_OK) == 0 } ?? false }

  /// Writes the entry, and starts the icon now.
  func switchOn() throws(Failure) {
    let path = try path()
    let entry = """
      [Desktop Entry]
      Type=Application
      Name=\(language("Light and Dark"))
      Exec=\(places.program.quotedForExec)
      Icon=org.nightd.Settings

      """
    do throws(Disk.Refusal) {
      try Disk.system.makeFolders(to: path.parentFolder, isSynced: false)
    } catch {
      let why = SystemError.message(error.code)
      throw Failure(message: "cannot make the folder \(path.parentFolder): \(why)")
    }
    do throws(FileReplacement.Failure) {
      try FileReplacement(path).write(Array(entry.utf8))
    } catch {
      throw Failure(message: "cannot write \(path): \(Self.reason(error))")
    }
    do throws(BusError) {
      // The settings window reads our errors to their end, and would wait for the icon's end.
      let nowhere = try FileDescriptor(open("/dev/null", O_WRONLY | O_CLOEXEC), from: "/dev/null")
      let output = isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : nowhere.number
      _ = try DetachedProcess.start([places.program], environment: [:], output: output)
    } catch {
      throw Failure(message: "the icon starts at your next login, but not now: \(error)")
    }
  }

  /// Removes the entry, and ends the icon.
  func switchOff() throws(Failure) {
    let path = try path()
    do throws(FileReplacement.Failure) { try FileReplacement(path).remove() } catch {
      throw Failure(message: "cannot remove \(path): \(Self.reason(error))")
    }
    // Without a bus or a running icon, nothing is left to end.
    guard let connection = try? Client(environment: Places.variable).connect(),
      let quit = try? Message.call(
        to: IconProgram.name,
        at: .menu,
        .menu,
        "Event",
        [.int32(Icon.quitItem), .string("clicked"), .variant(.int32(0)), .uint32(0)]
      )
    else { return }
    _ = try? connection.callAndWait(quit, milliseconds: 2_000)
  }

  private static func reason(_ failure: FileReplacement.Failure) -> String {
    switch failure {
    case .refused(let code), .notSynced(let code): SystemError.message(code)
    case .isNoFile: "it is not a file"
    default: "another program is changing it; try again"
    }
  }

  private func path() throws(Failure) -> String {
    guard let path = places.autostart else {
      throw Failure(message: "HOME is not set, so there is no folder for programs to start")
    }
    return path
  }
}

extension String {
  /// The path as the first word of `Exec` in a desktop file.
  ///
  /// The Desktop Entry Specification 1.5 reads such a word twice: as a string, and as a quoted
  /// argument. `%` begins a field code.
  fileprivate var quotedForExec: String {
    var word = ""
    for character in self {
      switch character {
      case "\\": word += "\\\\\\\\"
      case "\"", "`", "$": word += "\\\\" + String(character)
      case "%": word += "%%"
      default: word.append(character)
      }
    }
    return "\"" + word + "\""
  }
}
