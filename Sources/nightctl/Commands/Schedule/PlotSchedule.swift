import NightCore

extension Nightctl {
  func plot(_ invocation: Invocation) throws(Failure) {
    let setting = try setting(invocation)
    let today = setting.zone.civil(at: now).date
    var year = today.year
    if let word = invocation.value(of: .year) {
      guard let number = Int(word), (1...9_999).contains(number) else {
        throw .usage(Words.noYear(word), help: invocation.command)
      }
      year = number
    }
    let timeline = setting.timeline
    guard let chart = YearChart(year, of: timeline) else { return }
    let words = ChartLabels(year, of: timeline)
    if let file = invocation.value(of: .svg) {
      let sun = YearChart.sunLines(year, of: timeline)
      let picture = ChartPicture(chart, words, sun: sun).text
      guard file != "-" else { return try output.text(picture) }
      return try OutputFile(file).replace(with: picture)
    }
    let january = CivilDate(year: year, month: 1, day: 1)?.daysSince1970
    let text = ChartText(
      chart,
      words,
      output.hasColours(environment) ? .blocks : .plain,
      size: output.size(environment),
      today: today.year == year ? january.map { today.daysSince1970 - $0 } : nil
    )
    // The title and the rules are the only lines with words that others wrote.
    let lines = text.lines.enumerated().map { $0 < 2 ? Output.plain($1) : $1 }
    try output.coloured(lines.map { $0 + "\n" }.joined())
  }
}
