import CGtk4
import NightKit

/// GLib's loop, which this program runs on the main thread in place of Swift's loop.
///
/// While GLib's loop runs, no task of the main actor runs. So this program awaits its requests to
/// nightd on other threads.
enum Loop {
  /// Lets GLib's loop call the handlers of `night`.
  @MainActor
  static func serve(_ night: Night) {
    g_unix_fd_add(
      night.fileDescriptor,
      G_IO_IN,
      { _, _, night in
        guard let night else { return 0 }
        let this = Unmanaged<Night>.fromOpaque(night).takeUnretainedValue()
        MainActor.assumeIsolated { this.dispatch() }
        return 1
      },
      // GLib keeps the `Night` as long as the program runs.
      Unmanaged.passRetained(night).toOpaque()
    )
  }

  /// Runs `request` on another thread, and then passes its result to `finish` in GLib's loop.
  static func run<Value: Sendable>(
    _ request: @escaping @Sendable () async throws(NightError) -> Value,
    finish: @escaping @MainActor @Sendable (Result<Value, NightError>) -> Void
  ) {
    Task.detached {
      let result: Result<Value, NightError>
      do throws(NightError) {
        result = .success(try await request())
      } catch {
        result = .failure(error)
      }
      perform { finish(result) }
    }
  }

  private final class Work: Sendable {
    let perform: @MainActor @Sendable () -> Void
    init(_ perform: @escaping @MainActor @Sendable () -> Void) { self.perform = perform }
  }

  /// Makes GLib's loop call `work` soon; any thread may call this function.
  private static func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
    g_idle_add(
      { work in
        guard let work else { return 0 }
        let this = Unmanaged<Work>.fromOpaque(work).takeRetainedValue()
        MainActor.assumeIsolated { this.perform() }
        return 0
      },
      Unmanaged.passRetained(Work(work)).toOpaque()
    )
  }
}
