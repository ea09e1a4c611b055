import NightBus
import NightStore

/// Watches folders for themes that appear, disappear or are written.
///
/// If a folder does not exist yet, it is watched as soon as it exists.
final class ThemeSetWatch {
  /// Changes within this time are reported together.
  private static let debounceMilliseconds = 50
  /// The most theme folders that are watched for changes of their files.
  private static let mostFolders = 1_024

  private let folders: [String]
  private let loop: Loop
  private let timer: Timer
  private let onUnwatched: (String?, BusError) -> Void
  private var presence: PathWatch?
  private var contents: FolderWatch?

  init(
    _ folders: [String],
    on loop: Loop,
    _ handler: @escaping () -> Void,
    onUnwatched: @escaping (String?, BusError) -> Void
  ) {
    self.folders = folders
    self.loop = loop
    self.onUnwatched = onUnwatched
    timer = loop.timer(handler)
    do throws(BusError) {
      presence = try PathWatch(folders, on: loop) { [unowned self] _ in changed() }
    } catch {
      onUnwatched(nil, error)
    }
    watch()
  }

  /// Watches a new theme's folder before the handler is called, so that no later change is missed.
  private func changed() {
    watch()
    timer.set(milliseconds: Self.debounceMilliseconds)
  }

  private func watch() {
    let themes = folders.flatMap { folder in
      Folder(path: folder).folders(most: Self.mostFolders).map { "\(folder)/\($0)" }
    }
    do throws(BusError) {
      contents = try FolderWatch(folders + themes.prefix(Self.mostFolders), on: loop) {
        [unowned self] in
        changed()
      } sayUnwatched: { folder, error in
        onUnwatched(folder, error)
      }
    } catch {
      onUnwatched(nil, error)
    }
  }
}
