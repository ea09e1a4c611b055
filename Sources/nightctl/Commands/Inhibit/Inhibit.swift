import NightClient
import NightCore

extension Nightctl {
  /// Nothing changes by itself while a command runs, which takes this process's place.
  func inhibit(_ invocation: Invocation) throws(Failure) {
    guard let command = invocation.operand else { return }
    let name = Words.fitting(command.split(separator: "/").last.map(String.init) ?? command)
    if let why = invocation.value(of: .why), why.unicodeScalars.contains(where: \.isLineEnd) {
      throw .usage(Words.whyIsOneLine, help: invocation.command)
    }
    let why = invocation.value(of: .why) ?? Words.runs(name)
    let inhibiting = try ask { (client) throws(ClientError) in
      // It starts the daemon where there is none, and says what is wrong where that fails.
      _ = try client.get()
      let count = invocation.operands.count
      return try Inhibiting(client, output, name, why: why, wordCount: count)
    }
    try inhibiting.run()
  }
}

extension Unicode.Scalar {
  fileprivate var isLineEnd: Bool { Character(self).isNewline }
}
