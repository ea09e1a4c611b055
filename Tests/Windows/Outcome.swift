/// The measurements for the windows of one program.
struct Outcome {
  let title: String
  /// The seconds from the start of nightctl until the portal's signal.
  var signal: [Double] = []
  /// The seconds from the portal's signal until the window's program received it, for both styles.
  var told: [Double] = []
  /// The seconds from the start of nightctl until the window was drawn in dark.
  var dark: [Double] = []
  var light: [Double] = []
  /// The first style that a window showed when it was opened while the style was dark.
  var start = ""
  /// How many seconds this window showed the other style.
  var flash = 0.0

  static let heading = """
    | window | signal, ms | told after it, ms | dark, ms | light, ms | opened while dark |
    | --- | --- | --- | --- | --- | --- |
    """

  var row: String {
    let opened = start == "dark" ? "dark at once" : "\(start), dark after \(Self.words(flash)) ms"
    let times = [signal, told, dark, light].map(Self.spread).joined(separator: " | ")
    return "| \(title) | \(times) | \(opened) |"
  }

  /// The median and the highest value.
  private static func spread(_ times: [Double]) -> String {
    let sorted = times.sorted()
    guard let longest = sorted.last else { return "–" }
    let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    return "\(words(median)) (at most \(words(longest)))"
  }

  private static func words(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10_000).rounded())
    return abs(tenths) < 100 ? "\(Double(tenths) / 10)" : "\(Int((seconds * 1_000).rounded()))"
  }
}
