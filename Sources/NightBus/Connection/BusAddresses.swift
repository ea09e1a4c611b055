import Glibc

/// A list of addresses, of which libdbus takes the first that answers.
enum BusAddresses {
  /// The list without those that would start a bus of their own; nil where nothing is left.
  static func usable(_ list: String) -> String? {
    guard list.utf8.contains(where: { $0 != UInt8(ascii: ";") }) else { return nil }
    // Nearly every list is taken as it is.
    if strstr(list, "autolaunch:") == nil { return list }
    let usable = list.split(separator: ";").filter { !$0.hasPrefix("autolaunch:") }
    return usable.isEmpty ? nil : usable.joined(separator: ";")
  }
}
