/// A fade from one appearance to another, at any frame rate.
///
/// A transition reads no clock: for each frame, you pass the time that has elapsed.
///
/// ```swift
/// let transition = Transition(from: shown, to: appearance)
/// // in each frame
/// paint(transition.appearance(after: clock.now - start))
/// ```
public struct Transition: Sendable {
  /// The appearance at the start of the fade.
  public let from: Appearance
  /// The appearance at the end of the fade.
  public let to: Appearance
  /// How long the fade takes; zero if motion is reduced or both appearances are equal.
  public let duration: Duration

  /// Makes a fade between two appearances.
  ///
  /// - Parameters:
  ///   - from: The appearance that is painted now.
  ///   - to: The appearance to fade to.
  ///   - duration: How long the fade takes; nil to use `to.fade`. A negative duration is treated as
  ///     zero. If motion is reduced in `to`, the fade takes no time.
  public init(from: Appearance, to: Appearance, duration: Duration? = nil) {
    self.from = from
    self.to = to
    let isStill = to.isMotionReduced || from == to
    self.duration = isStill ? .zero : max(duration ?? to.fade, .zero)
  }

  /// Computes how much of the fade is over after a given time; the fade starts and ends slowly.
  ///
  /// - Parameter elapsed: The time since the start of the fade.
  /// - Returns: The progress: 0 until the fade starts, and 1 when it has ended.
  public func progress(after elapsed: Duration) -> Double {
    guard elapsed < duration else { return 1 }
    guard elapsed > .zero else { return 0 }
    let share = elapsed / duration
    return share * share * (3 - 2 * share)
  }

  /// Whether the fade has ended after a given time, so that no frame is left to paint.
  ///
  /// - Parameter elapsed: The time since the start of the fade.
  /// - Returns: True if the elapsed time is at least `duration`.
  public func isOver(after elapsed: Duration) -> Bool { elapsed >= duration }

  /// Computes the appearance to paint when a given time has passed since the start of the fade.
  ///
  /// Colours are mixed in OKLab, a colour space that matches how people see colours; numbers are
  /// interpolated. Everything else has its final value as soon as the fade has started.
  ///
  /// - Parameter elapsed: The time since the start of the fade.
  /// - Returns: The appearance: `from` before the fade starts, and `to` after it has ended.
  public func appearance(after elapsed: Duration) -> Appearance {
    appearance(at: progress(after: elapsed))
  }

  /// Computes the appearance to paint at a given progress of the fade, from 0 to 1.
  ///
  /// Use this function if your program computes the progress itself, with a curve of its own.
  ///
  /// - Parameter progress: How much of the fade is over. At 0 or less the result is `from`, and at
  ///   1 or more it is `to`.
  /// - Returns: The mixed appearance.
  public func appearance(at progress: Double) -> Appearance {
    // If the progress is not a number, treat the fade as ended.
    guard progress < 1 else { return to }
    guard progress > 0 else { return from }
    var between = to
    between.theme = Theme(from.theme, to.theme, at: progress)
    if let one = from.accent, let other = to.accent {
      between.accent = one.mixed(with: other, by: progress)
    }
    return between
  }
}

extension Theme {
  /// Mixes the colours and numbers of two themes; all other values come from `to`.
  ///
  /// If only one of the themes has a certain colour or number, that value is copied unchanged.
  init(_ from: Theme, _ to: Theme, at progress: Double) {
    var colors = to.values.colors
    for (name, color) in from.values.colors {
      colors[name] = colors[name].map { color.mixed(with: $0, by: progress) } ?? color
    }
    var numbers = to.values.numbers
    for (name, number) in from.values.numbers {
      numbers[name] = numbers[name].map { number + ($0 - number) * progress } ?? number
    }
    self.init(
      name: to.name,
      style: to.style,
      Values(
        ancestors: to.values.ancestors,
        colors: colors,
        images: to.values.images,
        fonts: to.values.fonts,
        numbers: numbers,
        strings: to.values.strings,
        bools: to.values.bools,
        sheets: to.values.sheets
      )
    )
  }
}
