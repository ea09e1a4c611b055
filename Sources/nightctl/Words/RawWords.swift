/// The words as the system has them, which may be any bytes.
enum RawWords {
  /// All but the program's name.
  ///
  /// Swift's own list has U+FFFD in place of what is not UTF-8, and that would be stored.
  static func all() throws(Failure) -> [String] {
    // Every program has a name at least; where the runtime found nothing, it could not read /proc.
    guard CommandLine.argc > 0 else { throw .system(Words.noArguments) }
    var words: [String] = []
    var isPassedOn = false
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      // What stands there goes to another program as it is.
      isPassedOn = isPassedOn || words.first == "inhibit" && words.last == "--"
      let exact = String(validatingCString: bytes)
      guard let word = exact ?? (isPassedOn ? String(cString: bytes) : nil) else {
        throw .usage(Words.notUTF8(String(cString: bytes)), help: nil)
      }
      words.append(word)
    }
    return words
  }
}
