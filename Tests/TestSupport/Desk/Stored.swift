import Glibc

extension Desk {
  /// An intent as it stands on disk, for tests that edit it by hand.
  package static func intent(_ style: String, revision: Int64 = 1) -> String {
    """
    {
      "format": 2,
      "revision": \(revision),
      "choice": {"what": "\(style)", "since": "2026-11-21T07:00:00Z"}
    }
    """
  }

  /// Puts a file in the place of the stored one, as careful editors and other daemons do.
  package func replaceStore(_ text: String) throws {
    try home.write(text, to: Desk.store + ".edited")
    rename(home.file(Desk.store + ".edited"), storePath)
  }

  /// What should not be in the store's folder: names that are no file of nightd's, and a last good
  /// copy that is torn.
  package var storeLeftovers: [String] {
    let own = ["intent.json", "intent.json.last", "intent.lock", "history.jsonl"]
    let text = home.text(Self.store + ".last") ?? "{}"
    let isWhole = text.contains("{") && text.count { $0 == "{" } == text.count { $0 == "}" }
    return home.list(Self.storeFolder).filter { !own.contains($0) }
      + (isWhole ? [] : ["a torn copy: \(text)"])
  }

  /// The style that stands on disk; nothing where the file is not there or not whole.
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

  /// Which file it is and when it was written; equal only where nobody wrote it again.
  package var storeIdentity: [Int] {
    var facts = stat()
    guard stat(storePath, &facts) == 0 else { return [] }
    return [Int(facts.st_ino), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec]
  }
}

extension String {
  /// The text without the one time in it that differs from run to run.
  package var timeless: String {
    replacing(#/"since":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z"/#, with: #""since":"…""#)
  }
}
