import CSettings
import Glibc
import NightCore
import NightPrograms

/// One of the user's settings files, which nightctl reads and writes.
struct SettingsFile {
  /// The maximum size in bytes of a file that nightctl changes; larger texts would make the record
  /// too large.
  private static let mostBytes = 1 << 20

  let path: String

  private var file: UserFile { UserFile(path: path) }

  /// The text of the file; nil if no file exists.
  func text() throws(Failure) -> String? { try text(of: try file.bytes()) }

  /// The text after other programs have finished writing the file; nil if no file exists.
  func settledText() throws(Failure) -> String? { try text(of: try file.settledBytes()) }

  private func text(of bytes: [UInt8]?) throws(Failure) -> String? {
    guard let bytes else { return nil }
    guard bytes.count <= Self.mostBytes else {
      throw .system(Messages.cannotRead(path, Messages.tooLarge(Self.mostBytes)))
    }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw .system(Messages.cannotRead(path, ProgramMessages.isNoText))
    }
    return text
  }

  /// The largest number of files that `keepBeside` makes; after that, it replaces the last of them.
  private static let mostCopies = 20

  /// The path at which the text with this number is stored beside the file; the numbers begin with
  /// 1.
  private func copy(_ number: Int) -> String {
    path + ".before-nightd" + (number > 1 ? "-\(number)" : "")
  }

  /// The files beside this file in which nightctl has stored earlier texts.
  var copies: [String] {
    (1...Self.mostCopies).map(copy).filter { access($0, F_OK) == 0 }
  }

  /// The path beside this file at which a text can be stored: an unused path, the path of a file
  /// that already has this text, or the last possible path.
  func placeBeside(_ text: String) throws(Failure) -> String {
    let bytes = Array(text.utf8)
    var number = 1
    while number < Self.mostCopies, let present = try UserFile(path: copy(number)).bytes(),
      present != bytes
    { number += 1 }
    return copy(number)
  }

  /// Stores a text in another file beside this file; returns the other file's path.
  func keepBeside(_ text: String) throws(Failure) -> String {
    let copy = try placeBeside(text)
    // Only the user may read the copy, because the user's file may be private.
    try UserFile(path: copy).write(Array(text.utf8), mode: 0o600)
    return copy
  }

  /// Why nightctl leaves the file alone; nil if it can write the file.
  var refusal: String? { file.refusal }

  /// Changes the file according to `plan`.
  ///
  /// `plan` is called with the text of the file. If another program saves the file before the
  /// write, `plan` is called again with the new text. If `plan` returns nil, the file is not
  /// changed. If the file is created, it gets `mode`, without the bits of the umask.
  func carryOut(
    wasThere: Bool,
    mode: UInt32,
    _ plan: (String?) throws(Failure) -> TextPlan?
  ) throws(Failure) {
    _ = try file.change(wasThere: wasThere, mode: mode) { (bytes) throws(Failure) in
      guard let plan = try plan(self.text(of: bytes)), plan.writes else { return .keep }
      return plan.text.map { .write(Array($0.utf8)) } ?? .remove
    }
  }
}

/// A store of settings: a schema of GSettings, or a store that has programs to read and write it.
struct SettingsStore {
  private let commands: SettingsCommands
  private let finder: ProgramFinder

  /// Returns nil if a program that reads or writes the store is not installed, or if GIO or the
  /// schema is missing.
  init?(_ commands: SettingsCommands, _ finder: ProgramFinder) {
    if let schema = commands.schema {
      guard csettings_has_schema(schema) else { return nil }
    } else {
      guard let read = commands.read.first, let write = commands.write.first,
        finder.path(of: read) != nil, finder.path(of: write) != nil
      else { return nil }
    }
    self.commands = commands
    self.finder = finder
  }

  /// The result of reading a key from a store.
  enum Reading {
    case value(String)
    /// The key has no value of its own; the string is its default.
    case usual(String)
    case none
    /// The store does not answer; the string says why.
    case noAnswer(String)
    /// The installed schema is too old to have the key.
    case noKey
    /// The value is not one line of text (it may be a list), so nightctl could not store it again.
    case notOneLine

    /// The value in effect; nil if no value can be read.
    var value: String? {
      switch self {
      case .value(let value), .usual(let value): value
      case .none, .noAnswer, .noKey, .notOneLine: nil
      }
    }
  }

  /// Reads a key; if the key belongs to a schema and the user has not set it, reads its default
  /// value.
  func reading(_ key: SettingPlace.Key) -> Reading {
    if let reading = schemaReading(key) { return reading }
    let words = Self.fill(commands.read, key)
    // A program may print a warning besides the value, so read only its standard output.
    let outcome = try? AwaitedCommand(finder, keepsErrors: false).outcome(words)
    guard let outcome, outcome.problem == nil else {
      return failure(words, outcome ?? RunningProgram.Outcome(problem: ProgramMessages.noReply))
    }
    let output = outcome.output
    let line = output.utf8.last == 10 ? output.utf8.dropLast() : output.utf8[...]
    guard !line.contains(10), !output.unicodeScalars.contains("\u{FFFD}") else {
      return .notOneLine
    }
    return .value(String(decoding: line, as: UTF8.self))
  }

  /// Reads a key of a schema without starting a process; nil if the store is not GSettings.
  func schemaReading(_ key: SettingPlace.Key) -> Reading? {
    guard let schema = commands.schema else { return nil }
    guard let settings = StoredSettings(schema), let value = settings.value(key.name) else {
      return .noKey
    }
    return settings.isSet(key.name) ? .value(value) : .usual(value)
  }

  /// What a failed command means: the key has no value, or the store does not answer.
  ///
  /// Commands such as xfconf-query end with 1 in both cases, but their messages tell the cases
  /// apart.
  private func failure(_ words: [String], _ outcome: RunningProgram.Outcome) -> Reading {
    guard outcome.code == 1,
      let again = try? AwaitedCommand(finder, adding: ["LANGUAGE": "en"]).outcome(words)
    else { return .noAnswer(outcome.problem ?? "") }
    let text = again.output
    let isMissing = ["not exist", "not found", "not set", "No such"].contains(where: text.includes)
    return isMissing || text.isEmpty ? .none : .noAnswer(outcome.problem ?? "")
  }

  /// The value of a key; nil if no value can be read.
  func value(_ key: SettingPlace.Key) -> String? { reading(key).value }

  /// Updates the known history of nightd's changes to a key after the key was read with the result
  /// `reading`.
  ///
  /// If someone has reset the key since nightd wrote it, the default is now the user's own value.
  func history(_ known: KeyHistory?, _ reading: Reading) -> KeyHistory? {
    switch reading {
    case .usual(let value): known.map { KeyHistory(original: value, written: $0.written) }
    case .none where known?.original != nil && isAnswering:
      known.map { KeyHistory(original: nil, written: $0.written) }
    case .none, .value, .noAnswer, .noKey, .notOneLine: known
    }
  }

  /// Whether the service that keeps the values, such as xfconfd, is running; if it is running, a
  /// key that was not found is really missing.
  ///
  /// If xfconfd cannot start, xfconf-query also says that the key does not exist, but then it
  /// cannot list the channels.
  private var isAnswering: Bool {
    guard commands.read.first == "xfconf-query" else { return true }
    let outcome = try? AwaitedCommand(finder).outcome(["xfconf-query", "-l"])
    return outcome.map { $0.problem == nil } ?? false
  }

  /// Whether the key belongs to a schema, and an administrator has locked it.
  func isLocked(_ key: SettingPlace.Key) -> Bool {
    commands.schema.flatMap { StoredSettings($0) }?.isLocked(key.name) == true
  }

  /// Stores a value for a key; if `value` is nil, removes the stored value.
  ///
  /// `isUsers` means that the value is the user's own. If the user's value is the default of a
  /// schema's key, the key is reset, because the user probably never set it.
  func write(_ key: SettingPlace.Key, _ value: String?, isUsers: Bool) throws(Failure) {
    if let schema = commands.schema {
      try write(key.name, value, isUsers: isUsers, schema)
    } else if let value {
      try AwaitedCommand(finder).output(Self.fill(commands.write, key, value))
      // If the store does not keep the value, throw, so that the user's value stays in the record.
      if isUsers, self.value(key) != value {
        throw .system(ProgramMessages.keepsValue(key.name, value, nil))
      }
    } else if let reset = commands.reset {
      try AwaitedCommand(finder).output(Self.fill(reset, key))
    } else {
      throw .system(ProgramMessages.cannotReset(key.name))
    }
  }

  private func write(
    _ key: String,
    _ value: String?,
    isUsers: Bool,
    _ schema: String
  ) throws(Failure) {
    let place = "\(schema) \(key)"
    guard let settings = StoredSettings(schema), let value else {
      // The schema was removed a moment ago. Throw, so that the record keeps the user's value.
      throw .system(ProgramMessages.keepsValue(place, value ?? "", nil))
    }
    guard settings.isWritable(key) else {
      throw .system("\(place) \(GnomeFailure.locked)")
    }
    let isReset = isUsers && settings.defaultValue(key) == value
    guard settings.set(key, isReset ? nil : value) else {
      throw .system(ProgramMessages.refusesValue(place, value))
    }
    settings.write()
    guard StoredSettings(schema)?.value(key) == value else {
      throw .system(ProgramMessages.keepsValue(place, value, StoredSettings.warning))
    }
  }

  /// Replaces `{}` in the arguments by the key's name, and `{=}` by the value.
  static func fill(_ arguments: [String], _ key: SettingPlace.Key, _ value: String = "") -> [String]
  {
    arguments.map { $0.filled([("{}", key.name), ("{=}", value)]) }
  }
}
