import Glibc
import TestSupport

// Windows FOLDER [CLIENT...]: opens windows of real programs beside nightd, switches the style with
// nightctl, and prints how long each took to be drawn anew. A picture of each in either style is put
// into the folder. It fails where one of them did not follow.

let words = CommandLine.arguments.dropFirst()
let named = words.dropFirst().map { Window.Client(rawValue: $0) }
guard let folder = words.first, !named.contains(nil) else {
  let names = Window.Client.withWindows.map(\.rawValue).joined(separator: "|")
  print("usage: Windows FOLDER [\(names)]")
  exit(2)
}
var failures: [String] = []
print(Outcome.heading)
for client in named.isEmpty ? Window.Client.withWindows : named.compactMap({ $0 }) {
  do {
    print(try Trial(client, pictures: folder).run().row)
  } catch {
    print("| \(client.rawValue) | did not follow | | | | |")
    failures.append("\(error)")
  }
}
for failure in failures { print("\n\(failure)") }
exit(failures.isEmpty ? 0 : 1)
