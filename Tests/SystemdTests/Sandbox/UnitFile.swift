import TestSupport

/// A unit file of this repository, with its installed lines, except that the programs' folder is
/// not filled in.
struct UnitFile {
  let name: String
  /// The lines of the section [Service], without comments.
  let service: [String]

  init(_ name: String) throws {
    self.name = name
    let text = try Program.run("cat", ["\(Built.sourceRoot)/systemd/\(name).in"]).output
    service =
      text.split(separator: "\n").map(String.init)
      .drop { $0 != "[Service]" }.dropFirst()
      .prefix { !$0.hasPrefix("[") }
      .filter { !$0.hasPrefix("#") }
  }

  var directives: Set<String> { Set(service.map { String($0.prefix { $0 != "=" }) }) }

  func lines(of directives: some Sequence<String>) -> [String] {
    directives.flatMap { directive in service.filter { $0.hasPrefix("\(directive)=") } }
  }
}
