import NightCore

/// A program outside of nightd that takes nightd's colours, as its description says.
///
/// A description is a folder with `program.json5` and templates. A program is off until the user
/// switches it on. It writes only the files that it lists, and into a file of the user's it puts at
/// most one line.
package struct Program: Equatable, Sendable {
  package enum Group: String, CaseIterable, Sendable {
    case terminals
    case editors
    case bars
    case compositors
    case commandLine = "command-line"
    case toolkits
    case wallpaper
    case other

    package var title: String {
      switch self {
      case .bars: "bars, launchers and notifications"
      case .commandLine: "command line"
      case .toolkits: "desktops and toolkits"
      case .terminals, .editors, .compositors, .wallpaper, .other: rawValue
      }
    }
  }

  /// The word of `nightctl`, such as `kitty`: the name of the folder.
  package let name: String
  /// Where the folder is, and who wrote what is in it.
  package let folder: String
  /// The bytes of the description, which tell the place of a mistake in a template.
  let source: [UInt8]
  package let title: String
  package let group: Group
  /// The programs of which one must be installed, as file names in `PATH`.
  package let programs: [String]
  /// Paths of which one is enough to show it too; `*` matches the name of any one folder.
  package let paths: [String]
  /// Whether the program follows without a request; its settings exist for light and dark.
  package let followsItself: Bool
  /// The version with which the description was tried; nil if it was not.
  package let tried: String?
  /// What people should know, as one sentence; empty if nothing.
  package let note: String
  /// Of these conditions, one must hold for the program to follow; without any, it always does.
  let conditions: [ProgramCondition]
  let files: [File]
  let edit: Edit?
  let settings: [SettingsEdit]
  let tell: [Tell]
  let restore: [Tell]?
  let overrides: Rivals
  let blocked: [Block]
  /// The settings in which desktops have the picture; the first of what runs counts.
  package let pictures: [PictureStore]
  let code: ProgramCode?
  /// The command with which the program judges its own configuration; empty if it has none.
  let check: [Template]

  /// A whole file of nightd's own.
  struct File: Equatable, Sendable {
    /// The name of the template, without its ending, as in `{{files.colors}}`.
    let name: String
    let template: Template
    /// Where the file is; empty for nightd's own folder.
    let path: [Choice]
    let when: ProgramCondition
    let custom: [TemplateValue.Member]
    /// Whether the file's name has a digest of its text: some programs notice only a new path.
    let isDigested: Bool
    /// The ending of the template's name, with its dot.
    let ending: String
  }

  /// A path that counts if its condition holds.
  struct Choice: Equatable, Sendable {
    let path: Template
    let when: ProgramCondition
  }

  /// The line in a file of the user's.
  struct Edit: Equatable, Sendable {
    let when: ProgramCondition
    /// The files of which the program reads the first that exists.
    let files: [Choice]
    let new: [Choice]
    let line: Template
    let place: IncludeLine.Place
    /// What a new file begins with if this file of the machine exists.
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

  /// What in the user's file keeps nightctl from adding the line.
  struct Refusal: Equatable, Sendable {
    enum Advice: String, CaseIterable, Sendable {
      /// The user can add the line.
      case yourself
      /// The user must write something else, which the sentence names.
      case differently
      /// The user must change something first.
      case first
    }

    let when: ProgramCondition
    let text: TextTest
    let why: Template
    let advice: Advice
  }

  /// Why the program cannot take the colours here.
  struct Block: Equatable, Sendable {
    let when: ProgramCondition
    let why: Template
  }

  /// A way to tell running programs.
  struct Tell: Equatable, Sendable {
    enum Action: Equatable, Sendable {
      case signal(Announcement.Signal, to: [String])
      case run([Template], ifRunning: [String])
      case runEach(Template, [Template])
      case terminals(Template, of: [String])
    }

    let when: ProgramCondition
    let action: Action
  }
}

extension Program {
  /// A program whose description is gone or has a mistake; what nightd did for it can be undone.
  package init(unreadable name: String) {
    self.init(
      name: name,
      folder: "",
      source: [],
      title: name,
      group: .other,
      programs: [],
      paths: [],
      followsItself: false,
      tried: nil,
      note: "",
      conditions: [],
      files: [],
      edit: nil,
      settings: [],
      tell: [],
      restore: nil,
      overrides: Rivals([]),
      blocked: [],
      pictures: [],
      code: nil,
      check: []
    )
  }
}

/// What must be so on this machine.
struct ProgramCondition: Equatable, Sendable {
  var exists: [Template] = []
  var missing: [Template] = []
  var installed: [String] = []
  var notInstalled: [String] = []
  /// A program, and a word that its file must have, or must not have.
  var knows: [String] = []
  var lacks: [String] = []
  /// Must be a text other than `false`.
  var holds: Template?
  /// A variable of the session, and the values of which it must have one.
  var variable: [String] = []
  /// Programs of which one must run.
  var running: [String] = []
  /// Whether a desktop with a settings daemon of its own must run, or must not.
  var desktop: Bool?
}
