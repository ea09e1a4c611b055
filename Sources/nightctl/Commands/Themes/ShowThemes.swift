import NightClient
import NightCore

extension Nightctl {
  /// Those that are named, or the one in effect.
  func showThemes(_ invocation: Invocation) throws(Failure) {
    let names = invocation.operands.isEmpty ? [""] : invocation.operands
    let client = try client()
    var themes: [Theme] = []
    for name in names {
      themes.append(
        try naming(name) { () throws(Failure) in
          try answer { () throws(ClientError) in try client.theme(name) }
        }
      )
    }
    guard !invocation.has(.json) else {
      return try output.json(
        .object([.init(name: "themes", value: .array(themes.map(\.json)))])
      )
    }
    let depth = ColourDepth(isTerminal: output.isTerminal, environment)
    let width = output.isTerminal ? output.size(environment).width : nil
    let pages = themes.map { ThemePage($0, depth, width: width).lines.joined(separator: "\n") }
    try output.coloured(pages.joined(separator: "\n\n") + "\n")
  }
}
