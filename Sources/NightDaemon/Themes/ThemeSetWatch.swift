import NightBus
import NightStore

/// Tells that themes came to some folders, went, or were written, however many at once.
///
/// A folder that is not there yet is followed from when it comes.
final class ThemeSetWatch {
  /// What happens in a moment is told together.
  private static let milliseconds = 50
  /// The folders of so many themes are watched for what is written in them.
  private static let mostFolders = 1_024

  private let folders: [String]
  private let loop: Loop
  private let settling: Timer
  private let sayUnwatched: (String?, BusError) -> Void
  private var presence: PathWatch?
  private var contents: FolderWatch?

  init(
    _ folders: [String],
    on loop: Loop,
    _ handler: @escaping () -> Void,
    sayUnwatched: @escaping (String?, BusError) -> Void
  ) {
    self.folders = folders
    self.loop = loop
    self.sayUnwatched = sayUnwatched
    settling = loop.timer(handler)
    do throws(BusError) {
      presence = try PathWatch(folders, on: loop) { [unowned self] _ in tell() }
    } catch {
      sayUnwatched(nil, error)
    }
    watch()
  }

  /// What comes to a theme's folder after this is seen, so that whoever is told reads all there is.
  private func tell() {
    watch()
    settling.set(milliseconds: Self.milliseconds)
  }

  private func watch() {
    let themes = folders.flatMap { folder in
      Folder(path: folder).folders(most: Self.mostFolders).map { "\(folder)/\($0)" }
    }
    do throws(BusError) {
      contents = try FolderWatch(folders + themes.prefix(Self.mostFolders), on: loop) {
        [unowned self] in
        tell()
      } sayUnwatched: { folder, error in
        sayUnwatched(folder, error)
      }
    } catch {
      sayUnwatched(nil, error)
    }
  }
}
