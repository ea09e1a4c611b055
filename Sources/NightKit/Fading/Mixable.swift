/// A value that can fade, because it can be mixed with another value of its type.
///
/// If your application's own theme type conforms to this protocol, it fades like an ``Appearance``:
///
/// ```swift
/// extension EditorTheme: Mixable {
///   func mixed(with other: EditorTheme, by amount: Double) -> EditorTheme {
///     EditorTheme(paper: paper.mixed(with: other.paper, by: amount))
///   }
/// }
/// ```
public protocol Mixable: Sendable {
  /// Mixes two values.
  ///
  /// - Parameters:
  ///   - other: The value to mix in.
  ///   - amount: The share of `other`, from 0 to 1.
  /// - Returns: The mixed value: this value if `amount` is 0, and `other` if `amount` is 1.
  func mixed(with other: Self, by amount: Double) -> Self
}

extension Color: Mixable {}

extension Double: Mixable {
  /// Interpolates between two numbers.
  ///
  /// - Parameters:
  ///   - other: The number at the end of the fade.
  ///   - amount: The share of `other`, from 0 to 1.
  /// - Returns: The number between this one and `other`.
  public func mixed(with other: Double, by amount: Double) -> Double {
    self + (other - self) * amount
  }
}

extension Optional: Mixable where Wrapped: Mixable {
  /// Mixes two values; if one of them is nil, the result is always `other`.
  ///
  /// - Parameters:
  ///   - other: The value at the end of the fade, or nil.
  ///   - amount: The share of `other`, from 0 to 1.
  /// - Returns: The mixed value; `other` unchanged if one of the two values is nil.
  public func mixed(with other: Wrapped?, by amount: Double) -> Wrapped? {
    guard let self, let value = other else { return other }
    return self.mixed(with: value, by: amount)
  }
}

extension Appearance: Mixable {
  /// Mixes the colours and numbers of two appearances; everything else is as in `other`.
  ///
  /// - Parameters:
  ///   - other: The appearance at the end of the fade.
  ///   - amount: The share of `other`, from 0 to 1. At 0 the result is this appearance, unchanged.
  /// - Returns: The mixed appearance.
  public func mixed(with other: Appearance, by amount: Double) -> Appearance {
    Transition(from: self, to: other).appearance(at: amount)
  }
}

/// One frame of a fade.
struct FadeFrame {
  /// The number of the fade to which the frame belongs.
  var fade: UInt64
  /// The appearance at the end of the fade.
  var target: Appearance
  /// How much of the fade is over, from 0 to 1.
  var progress: Double
}

/// A value that is updated by each frame of a fade.
///
/// Each frame mixes the start value with the end value, so values that the program itself provides
/// for light and dark can fade too. If the appearance changes during a fade, the next fade starts
/// from the value that is shown at that moment.
struct FadingValue<Value: Mixable> {
  private(set) var shown: Value
  private var start: Value
  private var end: Value
  private var fade: UInt64

  /// Makes a value that has already reached the end of the fade to which `frame` belongs.
  init(_ frame: FadeFrame, _ make: (Appearance) -> Value) {
    let value = make(frame.target)
    (shown, start, end) = (value, value, value)
    fade = frame.fade
  }

  mutating func show(_ frame: FadeFrame, _ make: (Appearance) -> Value) {
    if frame.fade != fade {
      (start, end, fade) = (shown, make(frame.target), frame.fade)
    }
    shown = frame.progress < 1 ? start.mixed(with: end, by: frame.progress) : end
  }
}
