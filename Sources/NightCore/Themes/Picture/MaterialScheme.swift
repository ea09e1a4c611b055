import Glibc

/// Material's colours for one style, made from a source colour according to Material's
/// specification of 2021.
package struct MaterialScheme: Sendable {
  /// How the scheme's palettes depend on the source colour.
  package enum Method: String, CaseIterable, Sendable {
    /// Calm colours around the source colour's hue.
    case tonalSpot = "tonal-spot"
    /// Colours as vivid as the source colour, and the source colour itself.
    case content
    /// Like `content`, but the third palette's hue is the one whose temperature is opposite to that
    /// of the source colour.
    case fidelity
    /// Almost grey colours.
    case neutral
    /// Colours with the source colour's hue on grey surfaces.
    case rainbow
    /// Colours with the source colour's hue and with a neighbouring hue.
    case fruitSalad = "fruit-salad"

    fileprivate var keepsSource: Bool { self == .content || self == .fidelity }
  }

  /// All tones of one hue and chroma.
  fileprivate struct Palette {
    let hue: Double
    let chroma: Double

    init(_ hue: Double, _ chroma: Double) {
      self.hue = hue < 0 ? hue + 360 : hue.truncatingRemainder(dividingBy: 360)
      self.chroma = chroma
    }

    func color(_ tone: Double) -> HCT { HCT(hue: hue, chroma: chroma, tone: tone) }

    /// The given tone, or a slightly lighter or darker tone whose contrast with `background` is at
    /// least 4.5.
    ///
    /// The rounding of the channels to eight bits can make the given tone's contrast a little less
    /// than 4.5.
    func legible(_ tone: Double, on background: Double) -> Double {
      let step = tone < background ? -0.25 : 0.25
      let below = color(background).color
      var tone = tone
      while color(tone).color.contrast(with: below) < 4.5, (0...100).contains(tone + step) {
        tone += step
      }
      return tone
    }
  }

  private let source: HCT
  private let isDark: Bool
  private let keepsSource: Bool
  private let primary: Palette
  private let secondary: Palette
  private let tertiary: Palette
  private let neutral: Palette
  private let neutralVariant: Palette
  private let error = Palette(25, 84)

  package init(_ source: HCT, _ method: Method, _ style: Style) {
    self.source = source
    isDark = style == .dark
    keepsSource = method.keepsSource
    let (hue, chroma) = (source.hue, source.chroma)
    switch method {
    case .tonalSpot:
      (primary, secondary, tertiary) = (.init(hue, 36), .init(hue, 16), .init(hue + 60, 24))
      (neutral, neutralVariant) = (.init(hue, 6), .init(hue, 8))
    case .neutral:
      (primary, secondary, tertiary) = (.init(hue, 12), .init(hue, 8), .init(hue, 16))
      (neutral, neutralVariant) = (.init(hue, 2), .init(hue, 2))
    case .rainbow:
      (primary, secondary, tertiary) = (.init(hue, 48), .init(hue, 16), .init(hue + 60, 24))
      (neutral, neutralVariant) = (.init(hue, 0), .init(hue, 0))
    case .fruitSalad:
      (primary, secondary, tertiary) = (.init(hue - 50, 48), .init(hue - 50, 36), .init(hue, 36))
      (neutral, neutralVariant) = (.init(hue, 10), .init(hue, 16))
    case .content, .fidelity:
      let circle = TemperatureCircle(source)
      let other = (method == .content ? circle.neighbour : circle.opposite).likeable
      (primary, tertiary) = (.init(hue, chroma), .init(other.hue, other.chroma))
      secondary = .init(hue, max(chroma - 32, chroma * 0.5))
      (neutral, neutralVariant) = (.init(hue, chroma / 8), .init(hue, chroma / 8 + 4))
    }
  }

  /// The scheme's colours, each with Material's name for it, such as `onSurfaceVariant`.
  package func colors() -> [(name: String, color: Color)] {
    func tone(_ light: Double, _ dark: Double) -> Double { isDark ? dark : light }
    var colors: [(name: String, color: Color)] = []
    func add(_ name: String, _ palette: Palette, _ tone: Double) {
      colors.append((name, palette.color(tone).color))
    }
    for (name, light, dark) in Self.surfaces { add(name, neutral, tone(light, dark)) }
    // Text and lines must be readable even on the surface from which they differ least.
    let highest = tone(87, 24)
    add("surfaceVariant", neutralVariant, tone(90, 30))
    add("onSurfaceVariant", neutralVariant, Self.readable(tone(30, 80), on: highest, 4.5))
    add("outline", neutralVariant, Self.readable(tone(50, 60), on: highest, 3))
    add("outlineVariant", neutralVariant, tone(80, 30))
    add("inversePrimary", primary, Self.readable(tone(80, 40), on: tone(20, 90), 4.5))
    add("surfaceTint", primary, tone(40, 80))
    for group in groups(tone) {
      let onName = "on" + MessageText.capitalized(group.name)
      var container = group.container
      var role = Self.readable(tone(40, 80), on: highest, 4.5)
      (container, role) = apart(container, role)
      let onContainer = group.isKept ? Self.foreground(group.container, 4.5) : tone(30, 90)
      add(group.name, group.palette, role)
      add(
        onName,
        group.palette,
        Self.readable(tone(100, 20), on: role, 7)
      )
      add(group.name + "Container", group.palette, container)
      add(
        onName + "Container",
        group.palette,
        group.palette.legible(Self.readable(onContainer, on: container, 4.5), on: container)
      )
      guard group.name != "error" else { continue }
      for (name, tone) in [("Fixed", 90.0), ("FixedDim", 80)] {
        add(group.name + name, group.palette, tone)
      }
      for (name, tone) in [("Fixed", 10.0), ("FixedVariant", 30)] {
        add(onName + name, group.palette, tone)
      }
    }
    colors.append(("sourceColor", source.color))
    return colors
  }

  private struct Group {
    let name: String
    let palette: Palette
    /// The tone of the container colour in this group of colours, such as `primaryContainer`.
    let container: Double
    /// Whether the container's tone comes from the source colour, so that the tone of the text on
    /// the container must be computed.
    let isKept: Bool
  }

  private func groups(_ tone: (Double, Double) -> Double) -> [Group] {
    let usual = tone(90, 30)
    let ofSecondary = keepsSource ? vividTone(secondary, from: usual) : usual
    let ofTertiary = keepsSource ? tertiary.color(source.tone).shown.likeable.tone : usual
    return [
      Group(
        name: "primary",
        palette: primary,
        container: keepsSource ? source.tone : usual,
        isKept: keepsSource
      ),
      Group(name: "secondary", palette: secondary, container: ofSecondary, isKept: keepsSource),
      Group(name: "tertiary", palette: tertiary, container: ofTertiary, isKept: keepsSource),
      Group(name: "error", palette: error, container: usual, isKept: false),
    ]
  }

  /// For surfaces, the text on them and shadows: the tone in the light style and in the dark style.
  private static let surfaces: [(String, Double, Double)] = [
    ("background", 98, 6), ("onBackground", 10, 90), ("surface", 98, 6), ("surfaceDim", 87, 6),
    ("surfaceBright", 98, 24), ("surfaceContainerLowest", 100, 4),
    ("surfaceContainerLow", 96, 10), ("surfaceContainer", 94, 12),
    ("surfaceContainerHigh", 92, 17), ("surfaceContainerHighest", 90, 22), ("onSurface", 10, 90),
    ("inverseSurface", 20, 90), ("inverseOnSurface", 95, 20), ("shadow", 0, 0), ("scrim", 0, 0),
  ]

  /// Moves the tone of a role, such as `primary`, at least ten away from its container's tone, and
  /// moves both tones out of the range from 50 to 60.
  ///
  /// On a tone from 50 to 60, neither black nor white text is easy to read.
  private func apart(_ container: Double, _ role: Double) -> (container: Double, role: Double) {
    let direction: Double = isDark ? 1 : -1
    var (container, role) = (container, role)
    if (role - container) * direction < 10 {
      role = min(max(container + 10 * direction, 0), 100)
      if (role - container) * direction < 10 {
        container = min(max(role - 10 * direction, 0), 100)
      }
    }
    if (50..<60).contains(container) {
      container = isDark ? 60 : 49
      role = isDark ? max(role, container + 10) : min(role, container - 10)
    } else if (50..<60).contains(role) {
      role = isDark ? 60 : 49
    }
    return (container, role)
  }

  /// Makes `tone` lighter or darker, step by step, until a screen can show the palette's chroma, or
  /// until the chroma that a screen can show decreases.
  private func vividTone(_ palette: Palette, from tone: Double) -> Double {
    var answer = tone
    var closest = palette.color(tone).shown.chroma
    guard closest < palette.chroma else { return answer }
    var peak = closest
    while closest < palette.chroma, (0...100).contains(answer) {
      answer += isDark ? 1 : -1
      let chroma = palette.color(answer).shown.chroma
      if peak > chroma || abs(chroma - palette.chroma) < 0.4 { break }
      if abs(chroma - palette.chroma) < abs(closest - palette.chroma) { closest = chroma }
      peak = max(peak, chroma)
    }
    return answer
  }

  // MARK: - Contrast

  /// The given tone if its contrast with `background` is at least `ratio`, and otherwise the tone
  /// that `foreground` returns.
  private static func readable(_ tone: Double, on background: Double, _ ratio: Double) -> Double {
    contrast(tone, background) >= ratio ? tone : foreground(background, ratio)
  }

  /// A lighter or darker tone whose contrast with `background` is `ratio`; if no tone has so much
  /// contrast, the tone with the most contrast.
  private static func foreground(_ background: Double, _ ratio: Double) -> Double {
    let luminance = HCT.luminance(ofTone: background)
    // Add a margin, because the channels are rounded to eight bits.
    var lighter = HCT.tone(ofLuminance: ratio * (luminance + 5) - 5) + 0.4
    if !(0...100).contains(lighter) { lighter = 100 }
    var darker = HCT.tone(ofLuminance: (luminance + 5) / ratio - 5) - 0.4
    if !(0...100).contains(darker) { darker = 0 }
    let (above, below) = (contrast(lighter, background), contrast(darker, background))
    if background.rounded() < 60 {
      let isSame = abs(above - below) < 0.1 && above < ratio && below < ratio
      return above >= ratio || above >= below || isSame ? lighter : darker
    }
    return below >= ratio || below >= above ? darker : lighter
  }

  private static func contrast(_ one: Double, _ other: Double) -> Double {
    let (one, other) = (HCT.luminance(ofTone: one), HCT.luminance(ofTone: other))
    return (max(one, other) + 5) / (min(one, other) + 5)
  }
}

/// All hues at the source colour's chroma and tone, and how warm or cold each hue looks.
private struct TemperatureCircle {
  private let source: HCT
  /// The colour for each whole number of degrees of hue, from 0 to 360.
  private let colors: [HCT]
  private let temperatures: [Double]
  private let sourceTemperature: Double
  private let coldest: Double
  private let warmest: Double

  init(_ source: HCT) {
    self.source = source
    colors = (0...360).map {
      HCT(hue: Double($0), chroma: source.chroma, tone: source.tone).shown
    }
    let raw = colors.map(Self.temperature), own = Self.temperature(source)
    let all = zip(raw + [own], colors + [source])
    let least = all.min { $0.0 < $1.0 } ?? (own, source)
    let most = all.max { $0.0 < $1.0 } ?? (own, source)
    (coldest, warmest) = (least.1.hue, most.1.hue)
    let range = most.0 - least.0
    temperatures = raw.map { range == 0 ? 0.5 : ($0 - least.0) / range }
    sourceTemperature = range == 0 ? 0.5 : (own - least.0) / range
  }

  private static func temperature(_ color: HCT) -> Double {
    let lab = ColorClusters.lab(color.color)
    let hue = atan2(lab.z, lab.y)
    let chroma = (lab.y * lab.y + lab.z * lab.z).squareRoot()
    return -0.5 + 0.02 * pow(chroma, 1.07) * cos(hue - 50 * .pi / 180)
  }

  /// The colour at which, on the way round the circle of hues from the source colour, the
  /// temperature has gone through one sixth of all its changes.
  var neighbour: HCT {
    let start = Int(source.hue.rounded(.toNearestOrEven))
    func change(_ hue: Int) -> Double {
      abs(temperatures[(start + hue) % 360] - temperatures[(start + hue + 359) % 360])
    }
    let all = (1..<360).reduce(0) { $0 + change($1) }
    var sum = 0.0
    for hue in 1...360 {
      sum += change(hue)
      if sum >= all / 6 { return colors[(start + hue) % 360] }
    }
    return colors[start % 360]
  }

  /// The colour whose temperature is opposite to that of the source colour.
  var opposite: HCT {
    let isBetween = Self.isBetween(source.hue, coldest, warmest)
    let (start, end) = isBetween ? (warmest, coldest) : (coldest, warmest)
    var best = colors[Int(source.hue.rounded(.toNearestOrEven))]
    var least = 1000.0
    for step in 0...360 {
      let hue = (start + Double(step)).truncatingRemainder(dividingBy: 360)
      guard Self.isBetween(hue, start, end) else { continue }
      let place = Int(hue.rounded(.toNearestOrEven))
      let difference = abs(1 - sourceTemperature - temperatures[place])
      if difference < least { (least, best) = (difference, colors[place]) }
    }
    return best
  }

  private static func isBetween(_ angle: Double, _ from: Double, _ to: Double) -> Bool {
    from < to ? (from...to).contains(angle) : from <= angle || angle <= to
  }
}

extension HCT {
  /// Replaces a dark yellow-green, which most people dislike, with a lighter colour.
  fileprivate var likeable: HCT {
    let isDisliked =
      (90...111).contains(hue.rounded()) && chroma.rounded() > 16 && tone.rounded() < 65
    return isDisliked ? HCT(hue: hue, chroma: chroma, tone: 70).shown : self
  }
}
