import Glibc

/// OKLab by lightness, chroma (how far from grey) and hue in degrees.
package struct OKLCh: Equatable, Sendable {
  package var lightness: Double
  package var chroma: Double
  package var hue: Double

  package init(lightness: Double, chroma: Double, hue: Double) {
    self.lightness = lightness
    self.chroma = chroma
    self.hue = hue
  }

  package init(_ lab: OKLab) {
    lightness = lab.lightness
    chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
    let degrees = atan2(lab.b, lab.a) * (180 / .pi)
    hue = degrees < 0 ? degrees + 360 : degrees
  }

  package init(_ color: Color) { self.init(OKLab(color)) }

  package var lab: OKLab {
    let radians = hue * (.pi / 180)
    return OKLab(lightness: lightness, a: chroma * cos(radians), b: chroma * sin(radians))
  }

  /// The colour, with its chroma taken back until a screen shows it.
  ///
  /// This is the search of CSS Color 4, section 13: what is cut off must not be seen to be.
  package func color(alpha: Double = 1) -> Color {
    guard lightness < 1 else { return Color(red: 1, green: 1, blue: 1, alpha: alpha) }
    guard lightness > 0 else { return Color(red: 0, green: 0, blue: 0, alpha: alpha) }
    let justSeen = 0.02, closeEnough = 0.0001
    var linear = lab.linear
    var clipped = linear.clipped(alpha: alpha)
    guard !linear.isShown, OKLab(clipped).difference(to: lab) >= justSeen else { return clipped }
    var least = 0.0, most = chroma, leastIsShown = true
    // A chroma of 2^40 would be halved to the end in 54 steps.
    for _ in 0..<64 where most - least > closeEnough {
      let tried = OKLCh(lightness: lightness, chroma: (least + most) / 2, hue: hue)
      linear = tried.lab.linear
      if leastIsShown, linear.isShown {
        least = tried.chroma
        continue
      }
      clipped = linear.clipped(alpha: alpha)
      let difference = OKLab(clipped).difference(to: tried.lab)
      if difference < justSeen {
        if justSeen - difference < closeEnough { return clipped }
        leastIsShown = false
        least = tried.chroma
      } else {
        most = tried.chroma
      }
    }
    return clipped
  }
}
