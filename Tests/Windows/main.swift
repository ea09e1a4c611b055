import Glibc
import TestSupport

// Windows FOLDER [--gnome FLIPS] [CLIENT...]: opens windows of real programs beside nightd,
// switches the style with nightctl, and prints how long each window took to redraw. The program
// writes a screenshot of each window in each style to the folder. If a window does not follow the
// style, the program exits with an error.
//
// With --gnome, nightd also writes the style and the names of themes to GNOME's settings, and GTK's
// backend reports these settings beside nightd. A window then draws a wrong style if it receives an
// earlier style again or reads an old theme.

let words = CommandLine.arguments.dropFirst()
let isByGnome = words.dropFirst().first == "--gnome"
let flips = isByGnome ? words.dropFirst(2).first.flatMap { Int($0) } ?? 0 : 20
let named = words.dropFirst(isByGnome ? 3 : 1).map { Window.Client(rawValue: $0) }
guard let folder = words.first, !named.contains(nil) else {
  let names = Window.Client.withWindows.map(\.rawValue).joined(separator: "|")
  print("usage: Windows FOLDER [--gnome FLIPS] [\(names)]")
  exit(2)
}
var failures: [String] = []
print(Outcome.heading)
for client in named.isEmpty ? Window.Client.withWindows : named.compactMap({ $0 }) {
  do {
    let trial = try Trial(client, pictures: folder, flips: flips, isByGnome: isByGnome)
    print(try trial.run().row)
  } catch {
    print("| \(client.rawValue) | did not follow | | | | |")
    failures.append("\(error)")
  }
}
for failure in failures { print("\n\(failure)") }
exit(failures.isEmpty ? 0 : 1)
