import NightClient
import NightCore

/// Contrast, accent and motion: what is wanted, and what is in force.
extension Nightctl {
  func contrast(_ invocation: Invocation) throws(Failure) {
    try look(.contrast, invocation.operand, invocation)
  }

  func motion(_ invocation: Invocation) throws(Failure) {
    try look(.motion, invocation.operand, invocation)
  }

  func accent(_ invocation: Invocation) throws(Failure) {
    let wish = try invocation.operand.map { (word) throws(Failure) -> String in
      // A shell takes what begins with # for a comment.
      guard let wish = AccentPreference(word) ?? AccentPreference("#" + word) else {
        throw .usage(Words.noAccent(word), help: invocation.command)
      }
      return wish.text
    }
    try look(.accent, wish, invocation)
  }

  private func look(
    _ trait: LookReport.Trait,
    _ wish: String?,
    _ invocation: Invocation
  ) throws(Failure) {
    let key = try key(trait.key, of: "", invocation)
    let report = try ask { (client) throws(ClientError) -> LookReport in
      if let wish { try client.write([PreferenceEdit(key, .string(wish))]) }
      return try LookReport(client, trait, key)
    }
    guard !invocation.has(.json) else { return try output.json(.object(report.json)) }
    try output.sentences(Words.look(report) + "\n")
  }
}
