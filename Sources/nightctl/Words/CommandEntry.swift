/// One command of nightctl; the table of them drives parsing and help.
struct CommandEntry: Sendable {
  typealias Body = @Sendable (Invocation, Nightctl) throws(Failure) -> Void

  let name: String
  let summary: String
  var operand: Operand?
  var options: [Option] = []
  /// What the help says beyond the lists, without the final line end.
  var notes = ""
  let run: Body

  /// The word that a command takes besides its options.
  struct Operand: Sendable {
    let name: String
    let words: [String]
    /// The option that stands in its place, where there is one.
    var alternative: Option?
  }
}

struct Option: Sendable, Equatable {
  let name: String
  /// What its value is called; nil where it takes none.
  var value: String?
  let summary: String

  static let help = Option(name: "--help", summary: "print this text")
  static let json = Option(name: "--json", summary: "print JSON, one object on one line")
  static let byClock = Option(
    name: "--by-clock",
    value: "TIMES",
    summary: "set what the clock says now, as in 07:00=light,19:30=dark"
  )
}
