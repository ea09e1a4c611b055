import NightClient
import NightCore

extension Nightctl {
  func writePreference(_ invocation: Invocation) throws(Failure) {
    let key = try key(invocation)
    if PreferenceTable.entry(key)?.writer == .call {
      throw .usage(Words.changedByCall(key), help: invocation.command)
    }
    let value: PreferenceValue
    do throws(ValueWords.Flaw) {
      value = try ValueWords(Array(invocation.operands.dropFirst())).value(
        invocation.option(of: "TYPE")?.name,
        for: key
      )
    } catch {
      throw .usage(error.sentence, help: invocation.command)
    }
    switch key.judge(value) {
    case .success(let accepted): try write([PreferenceEdit(key, accepted)], invocation)
    case .failure(let flaw): throw .usage(flaw.message, help: invocation.command)
    }
  }

  func deletePreference(_ invocation: Invocation) throws(Failure) {
    let application = try application(invocation)
    guard !invocation.has(.everything) else {
      return try write([PreferenceEdit(forgetting: application)], invocation)
    }
    let key = try anyKey(invocation.operand ?? "", of: application, invocation)
    do throws(Failure) {
      try write([PreferenceEdit(key, nil)], invocation)
    } catch .client(.refused(.unknownKey, let why)) where key.isOfDesktop {
      throw .client(.refused(.unknownKey, Words.forApplication(why)))
    }
  }
}
