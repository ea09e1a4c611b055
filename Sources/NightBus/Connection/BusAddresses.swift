import Glibc

/// A list of addresses, of which libdbus takes the first that answers.
enum BusAddresses {
  /// The list without those that would start a bus of their own; nil where nothing is left.
  static func usable(_ list: String) -> String? {
    // Nearly every list is one address; libdbus refuses a longer one with an empty place in it.
    if !list.isEmpty, strpbrk(list, ";") == nil, strstr(list, "autolaunch:") == nil { return list }
    let usable = list.split(separator: ";").filter { !$0.hasPrefix("autolaunch:") }
    return usable.isEmpty ? nil : usable.joined(separator: ";")
  }
}
