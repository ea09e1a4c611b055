import TestSupport
import Testing

/// Runs a suite in a single user session, or skips it with the reason why no session is possible.
struct InUserSession: SuiteTrait, TestScoping {
  /// The reason why no session is possible here, found by an attempt to start one; nil if one is
  /// possible.
  private static let skipReason = Result {
    let program = try UserSession.run(["sh", "-c", "nightctl --version && nightd --version"])
    return program.exit == .exited(0) ? nil : "there can be no user session: \(program.errorsSoFar)"
  }

  func prepare(for test: Test) async throws {
    guard let skipReason = try Self.skipReason.get() else { return }
    try await ConditionTrait.enabled(if: false, "\(skipReason)").prepare(for: test)
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let session = try UserSession()
    try await UserSession.$current.withValue(session) { try await function() }
    #expect(try session.end() == .exited(0))
  }
}

extension Trait where Self == InUserSession {
  static var inUserSession: Self { Self() }
}
