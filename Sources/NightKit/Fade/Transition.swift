/// The way from one appearance to another, at whatever rate a program paints.
///
/// It holds no clock: who paints says how long it has been under way.
///
/// ```swift
/// let transition = Transition(from: shown, to: appearance)
/// // in each frame
/// paint(transition.appearance(after: clock.now - begun))
/// ```
public struct Transition: Sendable {
  /// Where it begins.
  public let from: Appearance
  /// Where it ends.
  public let to: Appearance
  /// How long it takes: what the change advises, or nothing where motion is reduced or nothing changes.
  public let duration: Duration

  /// Takes as long as the change advises, unless another duration is given; reduced motion counts
  /// before either.
  public init(from: Appearance, to: Appearance, duration: Duration? = nil) {
    self.from = from
    self.to = to
    let isStill = to.isMotionReduced || from == to
    self.duration = isStill ? .zero : max(duration ?? to.fade, .zero)
  }

  /// How far it is, 0 at its beginning and 1 at its end, slow at both.
  public func progress(after elapsed: Duration) -> Double {
    guard elapsed < duration else { return 1 }
    guard elapsed > .zero else { return 0 }
    let share = elapsed / duration
    return share * share * (3 - 2 * share)
  }

  /// Whether there is nothing more to paint.
  public func isOver(after elapsed: Duration) -> Bool { elapsed >= duration }

  /// The appearance at a time: colours are between both as they are seen, in OKLab, and numbers
  /// between both; all else is what it will be.
  public func appearance(after elapsed: Duration) -> Appearance {
    appearance(at: progress(after: elapsed))
  }

  /// The same at a share of the way, 0 for its beginning and 1 for its end.
  public func appearance(at progress: Double) -> Appearance {
    // Not a number is taken for the end.
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
  /// What lies between two; what only one of them has is there as it is.
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
