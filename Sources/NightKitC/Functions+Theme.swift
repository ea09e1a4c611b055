package import CNightKit
import NightKit

// Functions for the values of the theme. nightkit.h documents each of these functions.

@_cdecl("nightkit_get_theme")
package func nightkitGetTheme(
  _ night: OpaquePointer?,
  _ name: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(night.theme.name, to: name, size)
}

@_cdecl("nightkit_get_theme_style")
package func nightkitGetThemeStyle(_ night: OpaquePointer?) -> nightkit_style {
  night.theme.style.inC
}

@_cdecl("nightkit_get_theme_ancestor")
package func nightkitGetThemeAncestor(
  _ night: OpaquePointer?,
  _ index: Int,
  _ name: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(element(of: night.theme.ancestors, at: index), to: name, size)
}

@_cdecl("nightkit_get_color")
package func nightkitGetColor(
  _ night: OpaquePointer?,
  _ role: UnsafePointer<CChar>?,
  _ color: UnsafeMutablePointer<Double>?
) -> Bool {
  write(text(role).flatMap(night.theme.color), to: color)
}

@_cdecl("nightkit_get_color_description")
package func nightkitGetColorDescription(
  _ night: OpaquePointer?,
  _ role: UnsafePointer<CChar>?,
  _ description: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(text(role).flatMap { night.theme.description(of: $0) }, to: description, size)
}

@_cdecl("nightkit_get_color_role")
package func nightkitGetColorRole(
  _ night: OpaquePointer?,
  _ index: Int,
  _ role: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  let roles = Handle.at(night)?.sortedRoles ?? night.theme.colors.keys.sorted()
  return write(element(of: roles, at: index), to: role, size)
}

@_cdecl("nightkit_get_number")
package func nightkitGetNumber(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ number: UnsafeMutablePointer<Double>?
) -> Bool {
  write(text(name).flatMap(night.theme.number), to: number)
}

@_cdecl("nightkit_get_bool")
package func nightkitGetBool(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ value: UnsafeMutablePointer<Bool>?
) -> Bool {
  write(text(name).flatMap(night.theme.bool), to: value)
}

@_cdecl("nightkit_get_string")
package func nightkitGetString(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ string: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(text(name).flatMap(night.theme.string), to: string, size)
}

@_cdecl("nightkit_get_image")
package func nightkitGetImage(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ state: UnsafePointer<CChar>?,
  _ scale: UInt32,
  _ path: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  let image = text(name).flatMap(night.theme.image)
  let state = text(state).map { ThemeState($0) } ?? .normal
  return write(image?.file(state, scale: Int(clamping: scale)), to: path, size)
}

@_cdecl("nightkit_get_font_family")
package func nightkitGetFontFamily(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ family: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(text(name).flatMap(night.theme.font)?.family, to: family, size)
}

@_cdecl("nightkit_get_font_size")
package func nightkitGetFontSize(
  _ night: OpaquePointer?,
  _ name: UnsafePointer<CChar>?,
  _ points: UnsafeMutablePointer<Double>?
) -> Bool {
  write(text(name).flatMap(night.theme.font)?.size, to: points)
}

// MARK: - Style sheets

/// The sheet whose name a C program passed; nil if the theme has no such sheet.
private func sheet(
  _ night: OpaquePointer?,
  _ kind: nightkit_sheet,
  _ name: UnsafePointer<CChar>?
) -> ThemeSheet? {
  guard let kind = ThemeSheet.Kind(kind), let name = text(name) else { return nil }
  return night.theme.sheet(kind, name)
}

@_cdecl("nightkit_get_sheet_color")
package func nightkitGetSheetColor(
  _ night: OpaquePointer?,
  _ kind: nightkit_sheet,
  _ name: UnsafePointer<CChar>?,
  _ field: UnsafePointer<CChar>?,
  _ color: UnsafeMutablePointer<Double>?
) -> Bool {
  let sheet = sheet(night, kind, name)
  return write(text(field).flatMap { sheet?.color($0) }, to: color)
}

@_cdecl("nightkit_get_sheet_number")
package func nightkitGetSheetNumber(
  _ night: OpaquePointer?,
  _ kind: nightkit_sheet,
  _ name: UnsafePointer<CChar>?,
  _ field: UnsafePointer<CChar>?,
  _ number: UnsafeMutablePointer<Double>?
) -> Bool {
  let sheet = sheet(night, kind, name)
  return write(text(field).flatMap { sheet?.number($0) }, to: number)
}

@_cdecl("nightkit_get_sheet_bool")
package func nightkitGetSheetBool(
  _ night: OpaquePointer?,
  _ kind: nightkit_sheet,
  _ name: UnsafePointer<CChar>?,
  _ field: UnsafePointer<CChar>?,
  _ value: UnsafeMutablePointer<Bool>?
) -> Bool {
  let sheet = sheet(night, kind, name)
  return write(text(field).flatMap { sheet?.bool($0) }, to: value)
}

@_cdecl("nightkit_get_sheet_string")
package func nightkitGetSheetString(
  _ night: OpaquePointer?,
  _ kind: nightkit_sheet,
  _ name: UnsafePointer<CChar>?,
  _ field: UnsafePointer<CChar>?,
  _ string: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  let sheet = sheet(night, kind, name)
  return write(text(field).flatMap { sheet?.string($0) }, to: string, size)
}

// MARK: - Colours

@_cdecl("nightkit_mix_colors")
package func nightkitMixColors(
  _ from: UnsafePointer<Double>?,
  _ to: UnsafePointer<Double>?,
  _ amount: Double,
  _ mixed: UnsafeMutablePointer<Double>?
) -> Bool {
  guard let from = Color(from), let to = Color(to), amount.isFinite else { return false }
  return write(from.mixed(with: to, by: amount), to: mixed)
}

@_cdecl("nightkit_read_color")
package func nightkitReadColor(
  _ string: UnsafePointer<CChar>?,
  _ color: UnsafeMutablePointer<Double>?
) -> Bool {
  write(text(string).flatMap { Color($0) }, to: color)
}
