import NightCore

/// The folders in which xdg-desktop-portal looks for its files.
///
/// The folders depend on the environment in which the portal was started.
package struct PortalFolders: Equatable, Sendable {
  /// The folder that an older portal reads, and the last folder that a newer portal reads.
  ///
  /// An older portal reads no other folder, unless a variable names one.
  package static let system = "/usr/share/xdg-desktop-portal/portals"
  private static let part = "/xdg-desktop-portal"

  /// The folder in XDG_DESKTOP_PORTAL_DIR, which replaces all others; nil without an absolute path.
  package let override: String?
  private let configs: [String]
  private let datas: [String]
  private let names: [String]

  /// `desktops` is the list from XDG_CURRENT_DESKTOP.
  package init(_ desktops: [String], environment: (String) -> String?) {
    let base = BaseFolders(environment: environment)
    override = environment("XDG_DESKTOP_PORTAL_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    configs = [base.config].compactMap(\.self) + base.systemConfig + ["/etc"]
    datas = [base.data].compactMap(\.self) + base.systemData + ["/usr/share"]
    names = desktops.map { $0.lowercased() + "-portals.conf" } + ["portals.conf"]
  }

  /// The folders of `.portal` files, in the order of the search.
  ///
  /// If several folders have a file of the same name, only the first of these files counts.
  package func portals(_ rules: PortalRules) -> [String] {
    if let override { return [override] }
    switch rules {
    case .byUseIn: return [Self.system]
    case .byConf: return Self.once(datas.map { $0 + Self.part + "/portals" })
    }
  }

  /// The paths of `portals.conf` files, in the order of the search.
  package func confs(_ rules: PortalRules) -> [String] {
    guard rules == .byConf else { return [] }
    let folders = override.map { [$0] } ?? Self.once((configs + datas).map { $0 + Self.part })
    return folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
  }

  /// Splits the list of desktops, and leaves out names that cannot be part of a file's name.
  package static func desktops(_ list: String) -> [String] {
    list.split(separator: ":").map(String.init).filter { name in
      name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
    }
  }

  private static func once(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }
}
