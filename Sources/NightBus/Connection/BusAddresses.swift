/// A list of addresses, of which libdbus takes the first that answers.
enum BusAddresses {
  /// The list without those that would start a bus of their own; nil where nothing is left.
  static func usable(_ list: String) -> String? {
    let usable = list.split(separator: ";").filter { !$0.hasPrefix("autolaunch:") }
    return usable.isEmpty ? nil : usable.joined(separator: ";")
  }
}
