/// A program that asks that nothing changes by itself.
package struct Inhibitor: Equatable, Sendable {
  /// What it calls itself; may be empty.
  package var application: String
  package var why: String
  package var since: Instant
  package var process: HistoryEntry.Process?

  package init(
    application: String,
    why: String,
    since: Instant,
    process: HistoryEntry.Process? = nil
  ) {
    self.application = application
    self.why = why
    self.since = since
    self.process = process
  }
}

extension Inhibitor: Record {
  package static let blank = Inhibitor(application: "", why: "", since: Instant(microseconds: 0))

  package mutating func visit(_ fields: inout Fields) {
    fields.field("app", &application)
    fields.required("why", &why)
    fields.field("since", &since)
    fields.part(&process)
  }
}
