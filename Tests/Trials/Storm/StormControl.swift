/// The trial `Storm` with a program in which one of the 200 views receives no changes; the trial
/// must find that view.
package struct StormControl: Trial {
  package static let name = "control: a storm, one view gets no changes"
  package static let unit = "wrong views seen"

  package init() {}

  package func run() throws -> Tally {
    let tally = try Storm(rounds: 3, fault: .deaf, timeout: .seconds(5)).run()
    return .control(tally.count(of: .wrong), "a view that gets no changes was not noticed")
  }
}
