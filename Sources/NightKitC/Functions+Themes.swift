package import CNightKit
import NightKit

// Functions for the installed themes. nightkit.h documents each of these functions.

// MARK: - Installing themes

/// Makes a request about a theme whose name a C program passes.
func requestOfTheme(
  _ night: OpaquePointer?,
  _ theme: UnsafePointer<CChar>?,
  _ make: (NightReader, String) throws(NightError) -> Void
) -> nightkit_outcome {
  guard let name = text(theme) else {
    return misused(night, "the theme's name is missing or is not valid UTF-8")
  }
  return request(night) { handle throws(NightError) in try make(handle.reader, name) }
}

@_cdecl("nightkit_install_theme")
package func nightkitInstallTheme(
  _ night: OpaquePointer?,
  _ theme: UnsafePointer<CChar>?,
  _ name: UnsafePointer<CChar>?,
  _ replaces: Bool
) -> nightkit_outcome {
  install(night, theme, name) { (reader, theme, name) throws(NightError) in
    _ = try reader.install(theme: theme, named: name, replacing: replaces)
  }
}

@_cdecl("nightkit_install_themes_at")
package func nightkitInstallThemesAt(
  _ night: OpaquePointer?,
  _ path: UnsafePointer<CChar>?,
  _ name: UnsafePointer<CChar>?,
  _ replaces: Bool
) -> nightkit_outcome {
  install(night, path, name) { (reader, path, name) throws(NightError) in
    _ = try reader.install(themesAt: path, as: name, replacing: replaces)
  }
}

private func install(
  _ night: OpaquePointer?,
  _ what: UnsafePointer<CChar>?,
  _ name: UnsafePointer<CChar>?,
  _ make: (NightReader, String, String?) throws(NightError) -> Void
) -> nightkit_outcome {
  let isNamed = name != nil
  guard let what = text(what), text(name) != nil || !isNamed else {
    return misused(night, "the theme, its path or its name is missing or is not valid UTF-8")
  }
  return request(night) { handle throws(NightError) in try make(handle.reader, what, text(name)) }
}

@_cdecl("nightkit_remove_theme")
package func nightkitRemoveTheme(
  _ night: OpaquePointer?,
  _ theme: UnsafePointer<CChar>?
) -> nightkit_outcome {
  requestOfTheme(night, theme) { (reader, name) throws(NightError) in
    try reader.remove(theme: name)
  }
}

// MARK: - The list of themes

/// Returns the element of `list` at `index`; nil if `list` has no such element.
///
/// The index comes from a C program, and can be any number.
func element<Element>(of list: [Element], at index: Int) -> Element? {
  list.indices.contains(index) ? list[index] : nil
}

private func listed(_ night: OpaquePointer?, _ index: Int) -> ThemeListing? {
  element(of: Handle.at(night)?.listed ?? [], at: index)
}

@_cdecl("nightkit_list_themes")
package func nightkitListThemes(_ night: OpaquePointer?) -> nightkit_outcome {
  request(night) { handle throws(NightError) in handle.listed = try handle.reader.themes() }
}

@_cdecl("nightkit_get_listed_name")
package func nightkitGetListedName(
  _ night: OpaquePointer?,
  _ index: Int,
  _ name: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(listed(night, index)?.name, to: name, size)
}

@_cdecl("nightkit_get_listed_description")
package func nightkitGetListedDescription(
  _ night: OpaquePointer?,
  _ index: Int,
  _ description: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(listed(night, index)?.description, to: description, size)
}

@_cdecl("nightkit_get_listed_author")
package func nightkitGetListedAuthor(
  _ night: OpaquePointer?,
  _ index: Int,
  _ author: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(listed(night, index)?.author, to: author, size)
}

@_cdecl("nightkit_get_listed_flaw")
package func nightkitGetListedFlaw(
  _ night: OpaquePointer?,
  _ index: Int,
  _ flaw: UnsafeMutablePointer<CChar>?,
  _ size: Int
) -> Int {
  write(listed(night, index)?.flaw, to: flaw, size)
}

@_cdecl("nightkit_get_listed_style")
package func nightkitGetListedStyle(
  _ night: OpaquePointer?,
  _ index: Int,
  _ style: UnsafeMutablePointer<nightkit_style>?
) -> Bool {
  write(listed(night, index)?.style?.inC, to: style)
}

@_cdecl("nightkit_is_listed_in_use")
package func nightkitIsListedInUse(_ night: OpaquePointer?, _ index: Int) -> Bool {
  listed(night, index)?.isInUse ?? false
}
