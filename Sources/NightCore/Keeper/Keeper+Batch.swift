extension Keeper {
  /// What is stored in one go, and who waits for it.
  struct Batch: Sendable {
    var edits: [IntentEdit] = []
    var tickets: [Ticket] = []
    /// Who asked for it, the last one where there are several.
    var asker: Asker?
    /// Whose edits are made only if nothing was stored since a revision.
    var condition: Condition?
    /// What the preferences are once the batch is stored; nil if someone else stored something since.
    var preferences: StoredPreferences?

    struct Condition: Sendable {
      let ticket: Ticket
      let revision: Int64
      let edits: [PreferenceEdit]

      /// A commit counts up by one, from what it found on the disk or what memory had: to tell what
      /// it built upon, what it was to make must be there as well.
      func wasMet(by intent: Intent) -> Bool {
        intent.revision == (revision < .max ? revision + 1 : .max)
          && intent.applying([.prefer(edits, ifRevision: nil)]).decides(like: intent)
      }
    }

    /// Whether someone asked for a style, which is shown whoever asked for no change.
    var isOfStyle: Bool { asker != nil && edits.contains(where: \.isOfStyle) }

    /// Nobody need wait for it.
    var isEmpty: Bool { edits.isEmpty && tickets.isEmpty }

    /// Whether it makes the same edits, without a condition, and nothing else after them.
    func carries(_ wanted: [IntentEdit]) -> Bool {
      condition == nil && !wanted.isEmpty && Array(edits.suffix(wanted.count)) == wanted
    }

    /// The edits of preferences, in their order.
    var preferenceEdits: [PreferenceEdit] {
      edits.flatMap { edit -> [PreferenceEdit] in
        guard case .prefer(let edits, _) = edit else { return [] }
        return edits
      }
    }
  }
}
