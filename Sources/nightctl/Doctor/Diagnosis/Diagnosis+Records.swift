/// Findings about what nightd keeps for later: records of its changes, and locks on them.
extension Diagnosis {
  var recordFindings: [DoctorFinding] {
    facts.unreadRecords.map(DoctorFinding.recordDamaged)
      + facts.heldLocks.map(DoctorFinding.lockHeld)
  }
}

extension DoctorFinding {
  static func recordDamaged(_ sentence: String) -> Self {
    Self(
      .recordDamaged,
      sentence,
      means: "Commands that need the record fail, and some of nightd's changes may stay.",
      nil
    )
  }

  static func lockHeld(_ lock: HeldLock) -> Self {
    Self(
      .lockHeld,
      lock.sentence,
      means: "Until the process ends, nightd cannot update these programs.",
      .command(lock.isStopped ? "kill -CONT \(lock.process)" : "ps -fp \(lock.process)")
    )
  }
}
