import NightBus
import NightStore

/// Watches folders for themes that appear, disappear or are written.
///
/// If a folder does not exist yet, it is watched as soon as it exists.
final class ThemeSetWatch {
  /// The time, in milliseconds, within which several changes are reported together.
  private static let debounceMilliseconds = 50
  /// The maximum number of theme folders that are watched for changes of their files.
  private static let mostFolders = 1_024

  private let folders: [String]
  private let loop: Loop
  private let timer: Timer
  private let onUnwatched: (String?, BusError) -> Void
  private var presence: PathWatch?
  private var contents: FolderWatch?
  private var isLooking = false
  /// Whether a theme folder has changed since the current search for folders began.
  private var hasNews = false

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
      presence = try PathWatch(unseen: folders, on: loop)
      presence?.onEvents = { [unowned self] in changed() }
    } catch {
      onUnwatched(nil, error)
    }
    look {}
  }

  /// Watches a new theme's folder before `handler` is called, so that no later change is missed.
  private func changed() {
    guard !isLooking else { return hasNews = true }
    look { [unowned self] in timer.set(milliseconds: Self.debounceMilliseconds) }
  }

  /// Finds the folders to watch, on another thread, because the disk with the folders may hang.
  private func look(then done: @escaping () -> Void) {
    var watch: FolderWatch?
    do throws(BusError) {
      // Capture `self` weakly, because the loop may keep the folder watch after `self` is released.
      watch = try FolderWatch(on: loop) { [weak self] in self?.changed() }
    } catch {
      onUnwatched(nil, error)
    }
    isLooking = true
    let look = presence?.beginLook()
    loop.offloadReading { [folders, addition = watch?.addition] in
      var look = look
      look?.perform()
      // Watch the folders before they are listed, so that no new theme is missed.
      var failures = addition?.add(folders) ?? []
      let themes = folders.flatMap { folder in
        Folder(path: folder).folders(most: Self.mostFolders).map { "\(folder)/\($0)" }
      }
      failures += addition?.add(themes.prefix(Self.mostFolders)) ?? []
      return (look, failures)
    } then: { [weak self, watch] look, failures in
      guard let self else { return }
      isLooking = false
      if let look { presence?.end(look) }
      contents = watch
      for failure in failures { onUnwatched(failure.folder, failure.error) }
      done()
      guard hasNews else { return }
      hasNews = false
      changed()
    }
  }
}
