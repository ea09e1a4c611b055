import NightCore

/// A program to which nightd gives colours in the way that the program's description defines.
///
/// A description is a folder with `program.json5` and templates. A program is off until the user
/// switches it on, unless its description makes it follow nightd automatically. nightctl writes
/// only the files that the program's description lists, and adds at most one line to one of the
/// user's files.
package struct Program: Equatable, Sendable {
  package enum Group: String, CaseIterable, Sendable {
    case terminals
    case editors
    case bars
    case compositors
    case commandLine = "command-line"
    case toolkits
    case shells
    case wallpaper
    case templates
    case other

    package var title: String {
      switch self {
      case .bars: "bars, launchers and notifications"
      case .commandLine: "command line"
      case .toolkits: "desktops and toolkits"
      case .shells: "desktop shells"
      case .templates: "templates of other tools"
      case .terminals, .editors, .compositors, .wallpaper, .other: rawValue
      }
    }
  }

  /// The program's usual name, such as `kitty`; it is also the folder's name.
  package let name: String
  /// The description's folder; its path shows who provides the description.
  package let folder: String
  /// The name of the description's file in the description's folder.
  let fileName: String
  /// The bytes of the description, needed to find the position of a mistake in a template.
  let source: [UInt8]
  package let title: String
  package let group: Group
  /// Names of executables in `PATH`; if any of them exists, the program is installed.
  package let programs: [String]
  /// Paths; if any of them exists, the program is installed too.
  ///
  /// `*` matches the name of any one folder.
  package let paths: [String]
  /// Whether the program follows nightd's style without being switched on.
  package let followsItself: Bool
  /// The name of the source through which nightd can read the desktop's style from the settings
  /// that it writes for this program; nil if it cannot.
  package let styleSource: String?
  /// The program's version with which the description was tested; nil if it was never tested.
  package let tried: String?
  /// A note for users, as one sentence; empty if the program needs no note.
  package let note: String
  /// The conditions under which nightd writes this program's files and settings.
  ///
  /// nightd writes them if at least one condition holds, or if there are no conditions.
  let conditions: [ProgramCondition]
  let files: [File]
  /// The custom colours that another tool's configuration defines for its templates.
  let colors: [MaterialColors.Custom]
  /// The lines for the user's files; nightctl adds only the first line whose condition holds.
  let lines: [Edit]
  let settings: [SettingsEdit]
  let tell: [Tell]
  let restore: [Tell]?
  let overrides: Rivals
  let blocked: [Block]
  /// The conditions under which something other than nightd decides the program's style.
  let decides: [Block]
  /// The stores in which desktops keep the wallpaper.
  ///
  /// nightctl uses the first store whose settings a running program uses.
  package let pictures: [PictureStore]
  let code: ProgramCode?
  /// The command with which the program checks its own configuration; empty if it has no such
  /// command.
  let check: [Template]

  /// A file that nightd makes and owns.
  struct File: Equatable, Sendable {
    /// The name of the template, without its ending, as in `{{files.colors}}`.
    let name: String
    /// The file with the template, as messages show it: its name in the description's folder, or
    /// its path.
    let source: String
    let template: Template
    /// The file's path; empty for a file in nightd's own folder.
    let path: [Choice]
    let when: ProgramCondition
    let custom: [TemplateValue.Member]
    /// Whether the file replaces a file of the user, which nightctl restores when the program is
    /// switched off.
    let replaces: Bool
    /// Whether the file's name contains a hash of its contents, for programs that notice a change
    /// only if the path changes.
    let isDigested: Bool
    /// The ending of the template's name, with its dot.
    let ending: String
  }

  /// A path template that is used if the condition `when` holds.
  struct Choice: Equatable, Sendable {
    let path: Template
    let when: ProgramCondition
  }

  /// The line that nightctl adds to one of the user's files.
  struct Edit: Equatable, Sendable {
    let when: ProgramCondition
    /// The possible paths of the user's file; the program reads only the first file that exists.
    let files: [Choice]
    let new: [Choice]
    let line: Template
    let place: IncludeLine.Place
    /// If the system-wide file `file` exists, a file that nightctl makes for the user begins with
    /// `line`.
    let begins: (file: Template, line: Template)?
    let syntax: FileSyntax
    let refusals: [Refusal]

    static func == (one: Edit, other: Edit) -> Bool {
      one.when == other.when && one.files == other.files && one.new == other.new
        && one.line == other.line && one.place == other.place && one.syntax == other.syntax
        && one.begins?.file == other.begins?.file && one.begins?.line == other.begins?.line
        && one.refusals == other.refusals
    }
  }

  /// A pattern in the user's file that keeps nightctl from adding the line.
  struct Refusal: Equatable, Sendable {
    enum Advice: String, CaseIterable, Sendable {
      /// The user can add the line by hand.
      case yourself
      /// The user must write something other than nightd's line; the sentence explains what.
      case differently
      /// The user must change something else before the line can be added.
      case first
    }

    let when: ProgramCondition
    let text: TextTest
    let why: Template
    let advice: Advice
  }

  /// A condition under which the program cannot use nightd's colours, and a text that says why.
  struct Block: Equatable, Sendable {
    let when: ProgramCondition
    let why: Template
  }

  /// A way to inform running programs of new colours.
  struct Tell: Equatable, Sendable {
    enum Action: Equatable, Sendable {
      case signal(Announcement.Signal, to: [String])
      case run([Template], ifRunning: [String], mode: [Template])
      case runEach(Template, [Template])
      case terminals(Template, of: [String])
    }

    let when: ProgramCondition
    let action: Action
  }
}

extension Program {
  /// Whether a template asks for the colours of a certain style, so that both styles' colours are
  /// needed.
  package var usesBothStyles: Bool { needs.contains(.bothStyles) }

  /// Whether a template uses the value `image`, which can be the picture from which the theme was
  /// made.
  package var usesPicture: Bool { needs.contains(.picture) }

  /// Whether a template uses the variables of a base16 or base24 scheme, some of which are only in
  /// the theme's file.
  package var usesScheme: Bool { !needs.isDisjoint(with: [.base16Scheme, .base24Scheme]) }

  /// The process names of the programs that nightctl informs of new colours by a command.
  package var processes: [String] {
    tell.flatMap { tell -> [String] in
      if case .run(_, let names, _) = tell.action { names } else { [] }
    }
  }

  var needs: Template.Needs {
    (files.map(\.template) + settings.flatMap(\.values).compactMap(\.text)
      + tell.flatMap(\.action.templates))
      .reduce(into: []) { $0.formUnion($1.needs) }
  }

  /// Makes the value for a program whose description is missing or unusable, so that nightctl can
  /// still undo nightd's changes.
  package init(unreadable name: String) {
    self.init(
      name: name,
      folder: "",
      fileName: ProgramReader.fileName,
      source: [],
      title: name,
      group: .other,
      programs: [],
      paths: [],
      followsItself: false,
      styleSource: nil,
      tried: nil,
      note: "",
      conditions: [],
      files: [],
      colors: [],
      lines: [],
      settings: [],
      tell: [],
      restore: nil,
      overrides: Rivals([]),
      blocked: [],
      decides: [],
      pictures: [],
      code: nil,
      check: []
    )
  }
}

/// A condition that this machine or session must meet.
struct ProgramCondition: Equatable, Sendable {
  var exists: [Template] = []
  var missing: [Template] = []
  var installed: [String] = []
  var notInstalled: [String] = []
  /// An executable, and a string that its file must contain (`knows`) or must not contain
  /// (`lacks`).
  var knows: [String] = []
  var lacks: [String] = []
  /// A template; the condition holds unless the template's result is empty or `false`.
  var holds: Template?
  /// An environment variable of the session, and its allowed values.
  var variable: [String] = []
  /// Programs, at least one of which must be running.
  var running: [String] = []
  /// A file and some strings; the file must contain at least one of them.
  var contains: [String] = []
  /// A schema of GSettings, one of its keys, and the values that the key may have.
  var gsettings: [String] = []
  /// Whether a desktop with its own settings daemon must be running (true) or must not be running
  /// (false).
  var desktop: Bool?
}

extension Program.Tell.Action {
  fileprivate var templates: [Template] {
    switch self {
    case .signal: []
    case .run(let words, _, let mode): words + mode
    case .runEach(let list, let words): [list] + words
    case .terminals(let text, _): [text]
    }
  }
}
