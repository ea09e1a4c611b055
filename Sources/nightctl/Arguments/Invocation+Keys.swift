import NightCore

/// Reads the application and the preference key from the arguments, for several commands.
extension Invocation {
  /// The value of the option `--app`.
  ///
  /// Without `--app`, the value is empty, because the command then applies to the whole desktop.
  func application() throws(Failure) -> String {
    guard let application = value(of: .application) else { return "" }
    try check(application)
    return application
  }

  func check(_ application: String) throws(Failure) {
    guard !application.isEmpty else {
      throw usage("an application's identifier is missing")
    }
    do throws(Flaw) { try PreferenceKey.checkApplication(application) } catch {
      throw usage(error.message)
    }
  }

  func key() throws(Failure) -> PreferenceKey {
    try key(operand ?? "", of: try application())
  }

  /// The preference key with this name.
  ///
  /// If the name is mistyped, this method throws an error without asking the daemon.
  func key(_ name: String, of application: String) throws(Failure) -> PreferenceKey {
    let key = try anyKey(name, of: application)
    guard !key.isOfDesktop || !PreferenceTable.isPrefix(name) else {
      throw usage(PreferenceMessages.holdsKeys(name))
    }
    guard !key.isOfDesktop || PreferenceTable.entry(key) != nil else {
      throw usage(PreferenceMessages.unknownKey(name))
    }
    return key
  }

  /// The preference key with this name, even if this nightctl does not know the key, because
  /// another version may have stored it.
  func anyKey(_ name: String, of application: String) throws(Failure) -> PreferenceKey {
    do throws(Flaw) { return try PreferenceKey(name, of: application) } catch {
      throw usage(error.message)
    }
  }
}
