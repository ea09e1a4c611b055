/// One command of nightctl; the table of them drives parsing, help and completion.
struct CommandEntry: Sendable {
  typealias Body = @Sendable (Invocation, Nightctl) throws(Failure) -> Void

  /// One word, or two where it is one of several on the same thing: `prefs read`.
  let name: String
  let summary: String
  /// The ways in which it can be called, the plain one first.
  let forms: [Form]
  /// What the help says beyond the lists, without the final line end.
  var notes = ""
  let run: Body

  init(
    name: String,
    summary: String,
    forms: [Form],
    notes: String = "",
    run: @escaping Body
  ) {
    self.name = name
    self.summary = summary
    self.forms = forms
    self.notes = notes
    self.run = run
  }

  /// A command with one form.
  init(
    name: String,
    summary: String,
    operands: [Operand] = [],
    options: [Option] = [],
    notes: String = "",
    run: @escaping Body
  ) {
    let form = Form(operands: operands, options: options)
    self.init(name: name, summary: summary, forms: [form], notes: notes, run: run)
  }

  /// What stands together in one call.
  struct Form: Sendable {
    /// Options that must be given; they tell this form from the others.
    var needs: [Option] = []
    /// One of these at least must be given, where there are any.
    var needsOneOf: [Option] = []
    var operands: [Operand] = []
    var options: [Option] = []
  }

  /// Each once, in the order in which the help lists them.
  var options: [Option] {
    var all: [Option] = []
    for option in forms.flatMap(\.needs) + forms.flatMap(\.needsOneOf) + forms.flatMap(\.options)
      + [.help]
    where !all.contains(option) {
      all.append(option)
    }
    return all
  }

  /// By its name, or by the longer one that macOS `defaults` has for it too.
  func option(named name: String) -> Option? {
    let short = Option.longTypes[name] ?? name
    return options.first { $0.name == short }
  }

  /// Whether it takes another program's words.
  var runs: Bool { forms[0].operands.runs }

  var words: [String] { name.split(separator: " ").map(String.init) }
}

/// A word that a command takes besides its options.
struct Operand: Sendable {
  enum Count: Sendable {
    case one
    case optional
    /// Any number, none included; only the last operand may be so, or `some`.
    case any
    /// Any number but none.
    case some
  }

  /// What it may be; completion offers it.
  enum Kind: Sendable {
    case words([String])
    case key
    case application
    case file
    case place
    case accent
    case theme
    /// One that is not built in; of the user's own alone where that is wanted.
    case themeFile(own: Bool)
    case themeOrFile
    /// A program to run; what stands there, and after it, is its own.
    case program
    case value
  }

  let name: String
  let kind: Kind
  var count = Count.one
  /// Whether a theme's name may stand in the place of one of the words.
  var orTheme = false
  /// Whether help and completion show it.
  var isListed = true

  /// The words that it must be one of; empty where it may be any.
  var words: [String] {
    if case .words(let words) = kind { words } else { [] }
  }

  /// What it may be, for people.
  var choices: [String] { words + (orTheme ? [Words.themeName] : []) }
}

struct Option: Sendable, Equatable {
  let name: String
  /// What its value is called; nil where it takes none.
  var value: String?
  /// One of these alone can be given.
  var group: String?
  let summary: String

  static let help = Option(name: "--help", summary: "print this text")
  static let json = Option(name: "--json", summary: "print JSON, one object on one line")
  static let byClock = Option(
    name: "--by-clock",
    value: "TIMES",
    summary: "set the style for the present time, as in 07:00=light,19:30=dark"
  )
  static let always = Option(
    name: "--always",
    summary: "make it permanent, even if the schedule decides now"
  )
  static let until = Option(
    name: "--until",
    value: "WHEN",
    summary: "hold it until this time, over any choice"
  )
  static let length = Option(
    name: "--for",
    value: "DURATION",
    summary: "hold it for this long, over any choice"
  )
  static let changeCount = Option(
    name: "-n",
    value: "COUNT",
    summary: "show at most COUNT changes (default: 20)"
  )
  static let application = Option(
    name: "--app",
    value: "ID",
    summary: "for one application instead of the desktop"
  )
}
