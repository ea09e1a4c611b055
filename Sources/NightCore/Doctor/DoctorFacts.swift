/// All that the doctor looked at.
package struct DoctorFacts: Equatable, Sendable {
  /// Why there is no bus to ask; nil where there is one.
  package var busFlaw: BusFlaw?
  package var daemon = DaemonFacts()
  package var portal = PortalFacts()
  package var session = SessionFacts()

  package init() {}
}
