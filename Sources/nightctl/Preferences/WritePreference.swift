import Glibc
import NightClient
import NightCore
import NightPrograms
import NightStore

/// The commands `prefs write` and `prefs delete`.
struct WritePreference: Command {
  let nightctl: Nightctl

  func writePreference(_ invocation: Invocation) throws(Failure) {
    let key = try invocation.key()
    if PreferenceTable.entry(key)?.writer == .call {
      throw invocation.usage(PreferenceMessages.changedByCall(key))
    }
    let value: PreferenceValue
    do throws(Flaw) {
      let arguments = ValueArguments(Array(invocation.operands.dropFirst()))
      value = try key.judge(try arguments.value(invocation.option(of: "TYPE")?.name, for: key))
    } catch {
      throw invocation.usage(error.message)
    }
    try checkTheme(value, for: key, invocation)
    try write([PreferenceEdit(key, value)], invocation)
    try warnOfHalfPlace(key)
    warnOfMissingPicture(value, for: key)
    warnOfMissingTheme(value, for: key)
  }

  /// Warns if the new value names a theme of GTK or icons that is not installed.
  ///
  /// A missing theme is no error, because the user may install the theme later.
  private func warnOfMissingTheme(_ value: PreferenceValue, for key: PreferenceKey) {
    guard key.isOfDesktop, case .string(let name) = value else { return }
    let themes = ToolkitThemes(reading: BaseFolders(environment: environment))
    guard let missing = MissingToolkitTheme(name, for: key.name, themes) else { return }
    output.complain(
      "nightctl: " + ProgramMessages.themeNotInstalled(missing) + Messages.meant(missing.nearest),
      as: .heading
    )
  }

  /// Warns if the new value is the path of an image that does not exist yet.
  ///
  /// A missing image is no error, because the user may create the image later.
  private func warnOfMissingPicture(_ value: PreferenceValue, for key: PreferenceKey) {
    guard Style.allCases.contains(where: { PreferenceTable.wallpaper($0) == key.name }),
      case .string(let text) = value, !text.isEmpty
    else { return }
    let home = environment("HOME") ?? ""
    let path = text.hasPrefix("~/") ? home + text.dropFirst() : text
    if !path.hasPrefix("/") {
      output.complain("nightctl: " + Messages.relativePicture(key.name, text), as: .heading)
    } else if access(path, R_OK) != 0 {
      output.complain("nightctl: " + Messages.noPicture(key.name, text, errno), as: .heading)
    }
  }

  /// Warns if only one of latitude and longitude is set, because a single coordinate has no effect.
  private func warnOfHalfPlace(_ key: PreferenceKey) throws(Failure) {
    guard key.isOfDesktop, let name = PreferenceTable.otherCoordinate(key.name),
      let other = try? PreferenceKey(name)
    else { return }
    do throws(Failure) {
      _ = try ask { (client) throws(ClientError) in try client.read(other, .forbidden) }
    } catch .client(.refused(.notSet, _)) {
      output.complain("nightctl: " + PreferenceMessages.halfPlace(key.name, name), as: .heading)
    }
  }

  /// Checks that a theme exists, and that it is light or dark as the key requires.
  func checkTheme(
    _ value: PreferenceValue,
    for key: PreferenceKey,
    _ invocation: Invocation
  ) throws(Failure) {
    guard let slot = ThemeSlot.all.first(where: { $0.key == key.name }),
      case .string(let text) = value
    else { return }
    let folders = try? ThemeFolders(environment)
    let names = ThemeFolders.names(environment)
    guard let name = names.first(where: { $0.isSameText(as: text) }) else {
      let why = Messages.noTheme(text, names, folders?.strays() ?? [])
      throw invocation.usage(why)
    }
    // A theme is accepted even if its file is unreadable. `theme check` reports an unreadable file,
    // and the user may repair the file later.
    let line = ThemeLine(name) { folders?.read($0).text ?? BuiltInThemes.text($0) }
    guard let style = line.members.first?.file.style, style != slot.style else { return }
    let other = ThemeSlot(style, isHigh: slot.isHigh)
    throw invocation.usage(PreferenceMessages.otherStyle(name, slot, other))
  }

  func deletePreference(_ invocation: Invocation) throws(Failure) {
    let application = try invocation.application()
    guard !invocation.has(.everything) else {
      return try delete([PreferenceEdit(forgetting: application)], invocation) {
        "nothing was set for \(application); nothing was changed"
      }
    }
    let key = try invocation.anyKey(invocation.operand ?? "", of: application)
    do throws(Failure) {
      try delete([PreferenceEdit(key, nil)], invocation) { PreferenceMessages.notSet(key) }
    } catch .client(.refused(.unknownKey, let why)) where key.isOfDesktop {
      throw .client(.refused(.unknownKey, PreferenceMessages.forApplication(why)))
    }
  }

  private func write(_ edits: [PreferenceEdit], _ invocation: Invocation) throws(Failure) {
    let revision = try ask { (client) throws(ClientError) in try client.write(edits) }
    guard invocation.has(.json) else { return }
    try output.json(.object([.revision(revision)]))
  }

  /// Deletes the values of preferences.
  ///
  /// If none of the preferences has a value, nothing changes, and the message that `absent` returns
  /// is printed.
  func delete(
    _ edits: [PreferenceEdit],
    _ invocation: Invocation,
    absent: () -> String
  ) throws(Failure) {
    let (before, after) = try ask { (client) throws(ClientError) -> (UInt64, UInt64) in
      (try client.readAll().revision, try client.write(edits))
    }
    if before == after { output.complain("nightctl: " + absent(), as: .heading) }
    if invocation.has(.json) { try output.json(.object([.revision(after)])) }
  }
}
