import Glibc
import IconModel
import NightBus
import NightCore
import NightStore

/// The files and programs that the icon uses.
struct Places {
  /// This program's file, such as `/usr/bin/nightd-icon`.
  let program: String
  private let folders = BaseFolders(environment: Places.variable)

  init() { program = Disk.realPath("/proc/self/exe") ?? CommandLine.arguments.first ?? "" }

  /// The folder `share` that was installed with this program.
  private var share: String { program.parentFolder.parentFolder + "/share" }

  var translations: String { share + "/locale" }

  /// The folder of the icon's files for panels that would not search it; otherwise empty.
  var iconThemePath: String {
    (folders.systemData + [folders.data]).contains(share) ? "" : share + "/icons"
  }

  /// The settings window, beside this program or else in `PATH`.
  func settings() throws(BusError) -> String {
    let folders = [program.parentFolder] + ProgramSearch.folders(Places.variable("PATH"))
    do throws(Disk.Refusal) {
      return try ProgramSearch.path(of: "nightd-settings", in: folders)
    } catch {
      throw .system(call: error.path, errno: error.code)
    }
  }

  /// The file that starts the icon at each login; nil if no home folder is known.
  ///
  /// Each desktop reads this folder. An entry here also overrides one of the same name in
  /// /etc/xdg/autostart.
  var autostart: String? {
    folders.config.map { $0 + "/autostart/" + IconProgram.name.text + ".desktop" }
  }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  static func complain(_ text: String) {
    _ = StandardStreams.write("nightd-icon: \(text)\n", to: STDERR_FILENO)
  }
}
