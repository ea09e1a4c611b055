import Glibc
import NightCore
import NightReactions
import NightValues

/// The command `mirrors twin`.
extension Nightctl {
  /// Prints the twin of a theme for a style; prints nothing if no twin is installed.
  func printTwin(_ invocation: Invocation) throws(Failure) {
    let operands = invocation.operands
    guard let key = MirrorKey(rawValue: operands[0]), MirrorKey.paired.contains(key),
      let style = Style(rawValue: operands[1])
    else {
      throw .usage(Messages.noTwinOf(operands[0], operands[1]), help: invocation.command)
    }
    let folders = ThemeFolders(
      BaseFolders(environment: environment),
      list: { ProgramFinder.names(in: $0) },
      exists: { access($0, F_OK) == 0 }
    )
    let text = operands[2]
    let name = GVariantText.unquoted(text)
    guard let twin = folders.twin(key, of: name ?? text, isDark: style == .dark) else { return }
    try output.line(name == nil ? twin : GVariantText.quoted(twin))
  }
}
