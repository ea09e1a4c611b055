import NightBus
import NightCore

/// Reads the hand-written files and follows their changes.
final class Layering {
  /// Called with what stands in the files, whenever that is not what it was.
  var onChange: (LayerTexts) -> Void = { _ in }

  func load() -> LayerTexts? { nil }

  func readNow(then done: @escaping () -> Void) { done() }
}
