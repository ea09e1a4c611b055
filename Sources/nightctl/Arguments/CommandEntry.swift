/// One command of nightctl.
///
/// The table of commands drives parsing, help and completion.
struct CommandEntry: Sendable {
  typealias Body = @Sendable (Nightctl, Invocation) throws(Failure) -> Void

  /// The command's name: one word, or two words such as `prefs read`.
  let name: String
  let summary: String
  /// The forms in which the command can be called.
  ///
  /// If the given options match none of these forms, nightctl checks the arguments against the
  /// first form.
  let forms: [Form]
  /// The paragraphs at the end of the command's help, without the final line break.
  let notes: String
  /// Whether the command continues even if its output cannot be written.
  ///
  /// Such a command changes several files, and must not leave some of them unchanged.
  let finishes: Bool
  let run: Body

  /// `run` is the method that executes the command.
  ///
  /// Without `forms`, the command has one form, which consists of `operands` and `options`.
  init<Carrier: Command>(
    name: String,
    summary: String,
    operands: [Operand] = [],
    options: [Option] = [],
    forms: [Form] = [],
    notes: String = "",
    finishes: Bool = false,
    run: @escaping @Sendable (Carrier) -> (Invocation) throws(Failure) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.forms = forms.isEmpty ? [Form(operands: operands, options: options)] : forms
    self.notes = notes
    self.finishes = finishes
    self.run = { (nightctl, invocation) throws(Failure) in
      try run(Carrier(nightctl: nightctl))(invocation)
    }
  }

  /// One way to call a command: the arguments that can be given together.
  struct Form: Sendable {
    /// The options that must be given for this form.
    ///
    /// The required options distinguish this form from the command's other forms.
    var needs: [Option] = []
    /// If this list is not empty, at least one of its options must be given.
    var needsOneOf: [Option] = []
    var operands: [Operand] = []
    var options: [Option] = []

    /// Whether every option that this form needs was given.
    fileprivate func fits(_ isGiven: (Option) -> Bool) -> Bool {
      needs.allSatisfy(isGiven) && (needsOneOf.isEmpty || needsOneOf.contains(where: isGiven))
    }

    /// The number of options that this form needs.
    fileprivate var weight: Int { needs.count + (needsOneOf.isEmpty ? 0 : 1) }
  }

  /// The form that fits the given options; if several fit, the form that needs the most options.
  func form(_ isGiven: (Option) -> Bool) -> Form {
    forms.filter { $0.fits(isGiven) }.max { $0.weight < $1.weight } ?? forms[0]
  }

  /// The options of all forms without duplicates, in the order in which the help lists them.
  var options: [Option] {
    var all: [Option] = []
    for option in forms.flatMap(\.needs) + forms.flatMap(\.needsOneOf) + forms.flatMap(\.options)
      + [.help]
    where !all.contains(option) {
      all.append(option)
    }
    return all
  }

  /// Finds an option by its name; longer names that macOS `defaults` accepts, such as `-boolean`
  /// for `-bool`, are accepted too.
  func option(named name: String) -> Option? {
    let short = Option.longTypes[name] ?? name
    return options.first { $0.name == short }
  }

  /// The words of `name`: one word, or two words for a command of a group.
  var words: [String] { name.split(separator: " ").map(String.init) }
}

/// An operand of a command: an argument other than an option.
struct Operand: Sendable {
  enum Count: Sendable {
    case one
    case optional
    /// Zero or more arguments. Only the last operand of a form may be `any` or `some`.
    case any
    /// One or more arguments.
    case some
  }

  /// The kind of values that the operand accepts.
  ///
  /// Completion in shells offers values of this kind.
  enum Kind: Sendable {
    case keywords([String])
    case key
    case application
    case file
    case place
    case accent
    /// The name of a hook.
    case hook
    /// The name of a program whose colours nightd can change.
    case programName
    case theme
    /// A file that contains a theme; if `own` is true, the theme must be one of the user's own
    /// themes.
    case themeFile(own: Bool)
    case themeOrFile
    /// A program to run. All arguments after the program belong to that program.
    case program
    case value
  }

  let name: String
  let kind: Kind
  var count = Count.one
  /// Whether the operand also accepts the name of a theme, in addition to its keywords.
  var orTheme = false
  /// Whether help and completion show the operand.
  var isListed = true

  /// The only keywords that the operand accepts; empty if it accepts any string.
  var keywords: [String] {
    if case .keywords(let keywords) = kind { keywords } else { [] }
  }

  /// A list of the values that the operand accepts, for messages.
  var choices: [String] { keywords + (orTheme ? [Messages.themeName] : []) }
}

struct Option: Sendable, Equatable {
  let name: String
  /// The word that the help shows in place of a value, such as `FILE`; nil if the option takes no
  /// value.
  var value: String?
  /// The option's group, if any; at most one option of a group can be given.
  var group: String?
  let summary: String

  static let help = Option(name: "--help", summary: "print this text")
  static let json = Option(name: "--json", summary: "print JSON, one object on one line")
  static let application = Option(
    name: "--app",
    value: "ID",
    summary: "act on one application instead of the desktop"
  )
  static let terminal = Option(name: "--terminal", summary: "ask the terminal instead of nightd")
}
