import NightCore

/// How many colours a terminal can show.
enum ColourDepth {
  case none
  /// The table of xterm: six steps of red, green and blue, and twenty-four greys.
  case table
  case all

  /// Whoever sets NO_COLOR wants none, and a file has no use for them.
  init(isTerminal: Bool, _ environment: (String) -> String?) {
    let terminal = environment("TERM") ?? ""
    let isPlain = ["", "dumb"].contains(terminal) || terminal.hasPrefix("vt")
    guard isTerminal, environment("NO_COLOR") ?? "" == "", !isPlain else {
      self = .none
      return
    }
    let says = environment("COLORTERM")?.lowercased()
    let isAll = says == "truecolor" || says == "24bit" || terminal.hasSuffix("-direct")
    self = isAll ? .all : .table
  }

  /// Text on a ground, which end with themselves; both have to be opaque.
  func painted(_ text: String, _ ink: Color?, on ground: Color) -> String {
    guard self != .none else { return "" }
    let parts = (ink.map { ["38;" + code($0)] } ?? []) + ["48;" + code(ground)]
    return "\u{1B}[\(parts.joined(separator: ";"))m\(text)\u{1B}[0m"
  }

  private func code(_ color: Color) -> String {
    switch self {
    case .none: ""
    case .table: "5;\(Self.nearest(color))"
    case .all: "2;" + Self.bytes(color).map(String.init).joined(separator: ";")
    }
  }

  private static func bytes(_ color: Color) -> [Int] {
    [color.red, color.green, color.blue].map { share in
      // Not a number is taken for 0.
      share > 0 ? Int((min(share, 1) * 255).rounded()) : 0
    }
  }

  /// The entry of the table that looks most like it.
  private static func nearest(_ color: Color) -> Int {
    let steps = [0, 95, 135, 175, 215, 255]
    let bytes = bytes(color)
    let places = bytes.map { byte in
      steps.indices.min { abs(steps[$0] - byte) < abs(steps[$1] - byte) } ?? 0
    }
    let cube = places.map { steps[$0] }
    let grey = min(23, max(0, (bytes.reduce(0, +) / 3 - 3) / 10))
    let greys = [Int](repeating: 8 + 10 * grey, count: 3)
    let wanted = OKLab(color)
    func distance(_ bytes: [Int]) -> Double {
      let shares = bytes.map { Double($0) / 255 }
      return OKLab(Color(red: shares[0], green: shares[1], blue: shares[2])).difference(to: wanted)
    }
    guard distance(greys) < distance(cube) else {
      return 16 + 36 * places[0] + 6 * places[1] + places[2]
    }
    return 232 + grey
  }
}
