extension Keeper {
  /// The edits of one commit, and the callers that wait for it.
  struct Batch: Sendable {
    var edits: [IntentEdit] = []
    var replies: [ReplyID] = []
    /// Who asked for the edits; the last one if several did.
    var asker: Asker?
    /// The edits that depend on a revision.
    var condition: Condition?
    /// What the preferences are once the batch is stored; nil if someone else stored something since.
    var preferences: StoredPreferences?

    struct Condition: Sendable {
      let reply: ReplyID
      let revision: Int64
      let edits: [PreferenceEdit]

      /// Whether the commit met the condition.
      ///
      /// A commit increments the revision that it found on disk or in memory. That alone does not
      /// show what it built on, so the edits must be present as well.
      func wasMet(by intent: Intent) -> Bool {
        intent.revision == (revision < .max ? revision + 1 : .max)
          && intent.applying([.prefer(edits, ifRevision: nil)]).decides(like: intent)
      }
    }

    /// Whether someone asked for a style.
    ///
    /// It is then shown even if it is in effect already.
    var isOfStyle: Bool { asker != nil && edits.contains(where: \.isOfStyle) }

    /// Whether no caller needs to wait.
    var isEmpty: Bool { edits.isEmpty && replies.isEmpty }

    /// Whether the batch ends with the same edits, without a condition.
    func carries(_ wanted: [IntentEdit]) -> Bool {
      condition == nil && !wanted.isEmpty && Array(edits.suffix(wanted.count)) == wanted
    }

    /// The edits of preferences, in order.
    var preferenceEdits: [PreferenceEdit] {
      edits.flatMap { edit -> [PreferenceEdit] in
        guard case .prefer(let edits, _) = edit else { return [] }
        return edits
      }
    }
  }
}
