import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite("A disk on which two calls fail")
struct IntentStorePairTests {
  typealias Ground = IntentStoreFaultTests.Ground

  @Test(
    "If a commit fails, the old intent stays, or the error says that the stored intent is unknown",
    arguments: Ground.allCases
  )
  func everyPair(ground: Ground) throws {
    var unsettled = 0
    for first in ProbedDisk.Call.allCases {
      for second in ProbedDisk.Call.allCases {
        var faults = [
          ProbedDisk.Fault(call: first, ordinal: 1, code: EIO),
          ProbedDisk.Fault(call: second, ordinal: 1, code: ENOSPC, isLasting: true),
        ]
        while true {
          let met = try commit(with: faults, on: ground, &unsettled)
          guard met.contains(0) else { break }
          faults[1].ordinal += 1
          if met.contains(1) { continue }
          faults[1].ordinal = 1
          faults[0].ordinal += 1
        }
      }
    }
    #expect(unsettled > 0)
  }

  /// Returns the faults that occurred.
  private func commit(
    with faults: [ProbedDisk.Fault],
    on ground: Ground,
    _ unsettled: inout Int
  ) throws -> Set<Int> {
    let home = try TemporaryFolder(below: Ground.fastDisk)
    let store = IntentStore(folder: home.file("a/nightd"), home: home.path)
    let (known, identity) = try ground.make(store, home)
    let before = store.read()
    let probe = ProbedDisk(root: home.path, faults: faults)
    let faulty = IntentStore(folder: store.folder, home: home.path, disk: probe.disk)
    let result = Result { () throws(StoreFailure) in
      try faulty.commit([.choose(.dark)], onto: known, identity)
    }
    let after = store.read()
    let isOld = after == before || after.intent == before.intent && after.intent != nil
    switch result {
    case .success(let committed): #expect(after.intent == committed.intent, "\(faults)")
    case .failure(.unsettled):
      unsettled += 1
      #expect(isOld || after == .missing || after.intent?.choice == .dark, "\(faults): \(after)")
    case .failure: #expect(isOld, "\(faults) on \(ground): \(after)")
    }
    #expect(probe.isTidy, "\(faults)")
    let next = try store.commit([.choose(.light)], onto: known, identity)
    #expect(store.load().intent == next.intent)
    return probe.hits
  }
}
