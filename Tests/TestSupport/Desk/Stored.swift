import Glibc

extension Desk {
  /// The text of a stored intent, for tests that edit the file by hand.
  package static func intent(_ style: String, revision: Int64 = 1) -> String {
    """
    {
      "format": 2,
      "revision": \(revision),
      "choice": {"what": "\(style)", "since": "2026-11-21T07:00:00Z"}
    }
    """
  }

  /// Replaces the stored file in one step, as good editors and other daemons do.
  package func replaceStore(_ text: String) throws {
    try home.write(text, to: Desk.store + ".edited")
    rename(home.file(Desk.store + ".edited"), storePath)
  }

  /// Files in the store's folder that do not belong there: foreign files, and incomplete copies.
  package var storeLeftovers: [String] {
    let own = ["intent.json", "intent.json.last", "intent.lock", "history.jsonl", "programs"]
    let text = home.text(Self.store + ".last") ?? "{}"
    let isWhole = text.contains("{") && text.count { $0 == "{" } == text.count { $0 == "}" }
    return home.list(Self.storeFolder).filter { !own.contains($0) }
      + (isWhole ? [] : ["a torn copy: \(text)"])
  }

  /// The stored style; nil if the file is missing or incomplete.
  package var storedStyle: String? {
    home.text(Desk.store).flatMap { text in
      ["light", "dark"].first { text.contains("\"what\": \"\($0)\"") }
    }
  }

  package var storedRevision: Int? {
    home.text(Desk.store)?.split(separator: "\n")
      .first { $0.contains("\"revision\"") }
      .flatMap { Int($0.filter(\.isNumber)) }
  }

  /// The file's inode number and the time of its last change, which stay equal only if nobody
  /// writes the file.
  package var storeIdentity: [Int] {
    var facts = stat()
    guard stat(storePath, &facts) == 0 else { return [] }
    return [Int(facts.st_ino), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec]
  }
}

extension String {
  /// The string without the time of the last change, which differs from run to run.
  package var timeless: String {
    replacing(#/"since":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z"/#, with: #""since":"…""#)
  }
}
