package import CNightKit
import NightKit

// Changing the desktop. nightkit.h says what each of these functions does.

@_cdecl("nightkit_set_style")
package func nightkitSetStyle(
  _ night: OpaquePointer?,
  _ style: nightkit_style
) -> nightkit_outcome {
  guard let style = Style(style) else {
    return misused(night, "the style is neither light nor dark")
  }
  return request(night) { handle throws(NightError) in try handle.reader.set(style) }
}

@_cdecl("nightkit_toggle")
package func nightkitToggle(
  _ night: OpaquePointer?,
  _ style: UnsafeMutablePointer<nightkit_style>?
) -> nightkit_outcome {
  request(night) { handle throws(NightError) in
    let new = try handle.reader.toggle()
    style?.pointee = new.inC
  }
}

@_cdecl("nightkit_resume")
package func nightkitResume(_ night: OpaquePointer?) -> nightkit_outcome {
  request(night) { handle throws(NightError) in try handle.reader.resume() }
}

@_cdecl("nightkit_use_theme")
package func nightkitUseTheme(
  _ night: OpaquePointer?,
  _ theme: UnsafePointer<CChar>?
) -> nightkit_outcome {
  guard let name = text(theme) else {
    return misused(night, "the theme's name is missing or is not valid UTF-8")
  }
  return request(night) { handle throws(NightError) in try handle.reader.use(theme: name) }
}

@_cdecl("nightkit_use_next_theme")
package func nightkitUseNextTheme(_ night: OpaquePointer?) -> nightkit_outcome {
  request(night) { handle throws(NightError) in
    try handle.reader.useAdjacentTheme(isNext: true)
  }
}

@_cdecl("nightkit_use_previous_theme")
package func nightkitUsePreviousTheme(_ night: OpaquePointer?) -> nightkit_outcome {
  request(night) { handle throws(NightError) in
    try handle.reader.useAdjacentTheme(isNext: false)
  }
}

// MARK: - The list of themes

/// An element of a list, or nil beyond its end; a C program may pass any index.
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
