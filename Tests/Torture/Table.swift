import Trials

/// The results of all runs as a Markdown table, with one row for each trial.
enum Table {
  static var head: String {
    let names = ["what", "counted"] + Tally.Fault.allCases.map(\.rawValue) + ["seconds"]
    return row(names) + "\n" + row(names.map { _ in "---" })
  }

  static func row(_ trial: any Trial, _ tally: Tally, seconds: Int) -> String {
    let counts = Tally.Fault.allCases.map { "\(tally.count(of: $0))" }
    let kind = type(of: trial)
    let name = tally.remark.isEmpty ? kind.name : "\(kind.name) (\(tally.remark))"
    return row([name, "\(tally.count) \(kind.unit)"] + counts + ["\(seconds)"])
  }

  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}
