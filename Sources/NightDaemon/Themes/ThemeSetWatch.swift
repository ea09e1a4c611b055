import Glibc
import NightBus

/// Tells that themes came to some folders, went, or were written, however many at once.
///
/// A folder that is not there yet is followed from when it comes.
final class ThemeSetWatch {
  /// What happens in a moment is told together.
  private static let milliseconds = 50

  private let loop: Loop
  private let settling: Timer
  private let sayUnwatched: (String?, BusError) -> Void
  private var presence: PathWatch?
  private var contents: [String: FolderWatch] = [:]

  init(
    _ folders: [String],
    on loop: Loop,
    _ handler: @escaping () -> Void,
    sayUnwatched: @escaping (String?, BusError) -> Void
  ) {
    self.loop = loop
    self.sayUnwatched = sayUnwatched
    settling = loop.timer(handler)
    do throws(BusError) {
      presence = try PathWatch(folders, on: loop) { [unowned self] changed in
        for folder in changed { watch(folder) }
        tell()
      }
    } catch {
      sayUnwatched(nil, error)
    }
    for folder in folders { watch(folder) }
  }

  private func tell() { settling.set(milliseconds: Self.milliseconds) }

  private func watch(_ folder: String) {
    contents[folder] = nil
    do throws(BusError) {
      contents[folder] = try FolderWatch(folder, on: loop) { [unowned self] _ in tell() }
    } catch {
      // Mostly it is not there, and `presence` tells when it comes.
      guard case .system(_, let code) = error, ![ENOENT, ENOTDIR].contains(code) else { return }
      sayUnwatched(folder, error)
    }
  }
}
