import Glibc
import NightCore

/// The extra values that templates of matugen and noctalia expect, and that nightd's own templates
/// do not have.
enum MaterialColors {
  /// A colour that the configuration of matugen or noctalia adds.
  struct Custom: Equatable, Sendable {
    let name: String
    let color: Color
    /// Whether the colour's hue is turned towards the hue of the accent.
    let isBlended: Bool
  }

  /// Returns the given values, but with Material's colours in `colors`.
  ///
  /// A loop over `colors` visits Material's colours in the order of their names, but not the
  /// terminal's colours, which have noctalia's names.
  static func values(
    _ values: [TemplateValue.Member],
    _ context: ProgramContext
  ) -> [TemplateValue.Member] {
    values.map { member in
      guard case .colors(let own, let material) = member.value else { return member }
      let isMaterial = own.contains { $0.name == "surfaceContainer" }
      let members = names.compactMap { name -> TemplateValue.Member? in
        let camel = TemplateValue.camel(name)
        // In Material, `surface` is the colour of a window, like nightd's role `background`. In
        // most themes, the role `surface` is the colour of raised parts, such as menus.
        let role = name == "surface" && !isMaterial ? "background" : camel
        if let found = own.first(where: { $0.name == role }) { return .init(name, found.value) }
        if let tone = fixed(name, context) { return .init(name, .role(tone)) }
        let found =
          material.first { $0.name == name } ?? material.first { $0.name == camel }
        return found.map { .init(name, $0.value) }
      }
      let sorted = members.sorted { $0.name.precedes($1.name) }
      return .init(member.name, .colors(sorted, material: context.members(\.noctaliaColors)))
    }
  }

  /// Returns the given values, with the custom colours added to those in `colors`.
  static func adding(
    _ custom: [Custom],
    to values: [TemplateValue.Member],
    _ context: ProgramContext
  ) -> [TemplateValue.Member] {
    guard !custom.isEmpty else { return values }
    return values.map { member in
      guard case .colors(let members, let material) = member.value else { return member }
      let all = members + context.members { $0.custom(custom) }
      return .init(
        member.name,
        .colors(all.sorted { $0.name.precedes($1.name) }, material: material)
      )
    }
  }

  /// The tones of Material's palettes from 0 (black) to 100 (white).
  static func palettes(_ context: ProgramContext) -> TemplateValue.Member {
    let scheme = context.scheme
    let tones = [0, 5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80, 90, 95, 98, 99, 100]
    let bases: [(String, OKLCh)] = [
      ("error", OKLCh(scheme["error"])), ("neutral", tinted(scheme["background"], 0.01)),
      ("neutral_variant", tinted(scheme["background"], 0.02)),
      ("primary", OKLCh(scheme["primary"])), ("secondary", OKLCh(scheme["secondary"])),
      ("tertiary", OKLCh(context.colors.tertiary)),
    ]
    let names = tones.map { (name: String($0), tone: $0) }.sorted { $0.name.precedes($1.name) }
    return .init(
      "palettes",
      .table(
        bases.map { name, base in
          .init(name, .table(names.map { .init($0.name, .role(tone($0.tone, base))) }))
        }
      )
    )
  }

  /// A colour that is the same in both styles, such as `primary_fixed`; nil for any other name.
  private static func fixed(_ name: String, _ context: ProgramContext) -> Color? {
    let tones = [
      ("_fixed_variant", 30), ("_fixed_dim", 80), ("_fixed", name.hasPrefix("on_") ? 10 : 90),
    ]
    guard let (ending, number) = tones.first(where: { name.hasSuffix($0.0) }) else { return nil }
    let role = name.dropLast(ending.utf8.count).split(separator: "_").last.map(String.init) ?? ""
    let isTertiary = role == "tertiary"
    return tone(number, OKLCh(isTertiary ? context.colors.tertiary : context.scheme[role]))
  }

  /// The base colour, with its lightness changed to the lightness of a grey with this tone.
  ///
  /// The tone is a CIE L* from 0 to 100.
  private static func tone(_ tone: Int, _ base: OKLCh) -> Color {
    let light = Double(tone)
    let luminance = light > 8 ? cube((light + 16) / 116) : light / 903.3
    var point = base
    point.lightness = cbrt(luminance)
    return point.color()
  }

  private static func tinted(_ color: Color, _ chroma: Double) -> OKLCh {
    var point = OKLCh(color)
    point.chroma = min(point.chroma, chroma)
    return point
  }

  private static func cube(_ number: Double) -> Double { number * number * number }

  /// The colours of Material 3 that matugen 4 has.
  private static let names = [
    "background", "error", "error_container", "inverse_on_surface", "inverse_primary",
    "inverse_surface", "on_background", "on_error", "on_error_container", "on_primary",
    "on_primary_container", "on_primary_fixed", "on_primary_fixed_variant", "on_secondary",
    "on_secondary_container", "on_secondary_fixed", "on_secondary_fixed_variant", "on_surface",
    "on_surface_variant", "on_tertiary", "on_tertiary_container", "on_tertiary_fixed",
    "on_tertiary_fixed_variant", "outline", "outline_variant", "primary", "primary_container",
    "primary_fixed", "primary_fixed_dim", "scrim", "secondary", "secondary_container",
    "secondary_fixed", "secondary_fixed_dim", "shadow", "source_color", "surface",
    "surface_bright", "surface_container", "surface_container_high",
    "surface_container_highest", "surface_container_low", "surface_container_lowest",
    "surface_dim", "surface_tint", "surface_variant", "tertiary", "tertiary_container",
    "tertiary_fixed", "tertiary_fixed_dim",
  ]
}
