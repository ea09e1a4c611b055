extension Settings {
  func stylePage(_ context: Context) -> Page {
    guard let why, failures[.style] == nil else { return blank(.style, context) }
    let tr = context.tr
    let isFree = preferences.locks["choice"] == nil
    var now = [
      Row(
        "now",
        why.style == .dark ? tr("Dark") : tr("Light"),
        text: context.reason(why),
        .hero(why.style)
      )
    ]
    if why.holdUntil != nil {
      now.append(
        Row(
          "hold",
          tr("For a while"),
          text: tr("Afterwards: {choice}", ["choice": context.choiceTitle(why.choice)]),
          .buttons([Button(tr("End Now"), spoken: tr("End this style now"), .run(.endHold))])
        )
      )
    }
    now.append(
      Row("why", tr("Why?"), .details(why.why.enumerated().map { Row("\($0)", $1.withoutAdvice) }))
    )
    return filled(
      .style,
      lockedBy: ["choice"],
      context,
      [
        Group("now", now),
        Group("choice", tr("What decides"), choices(why, isFree, context)),
        Group(
          "hold",
          tr("For a while"),
          text: tr("Overrides the choice above, until the time is over."),
          holds(isFree, tr)
        ),
      ] + iconGroup(tr)
    )
  }

  private func iconGroup(_ tr: Language) -> [Group] {
    guard let isIconOn else { return [] }
    let row = Row(
      "icon",
      tr("Icon in the panel"),
      text: tr("A click on it switches between light and dark. It starts at each login."),
      isEnabled: !isChanging { $0 == .showIcon(!isIconOn) },
      .toggle(isOn: isIconOn, on: .run(.showIcon(true)), off: .run(.showIcon(false)))
    )
    return [Group("icon", [row])]
  }

  private func choices(_ why: WhyReport, _ isFree: Bool, _ context: Context) -> [Row] {
    let tr = context.tr
    let rows: [(String, String, Job)] = [
      ("light", "", .set(.light, .always)),
      ("dark", "", .set(.dark, .always)),
      ("schedule", tr("The sun or the clock decides."), .automatic(.schedule)),
      ("system", tr("The desktop's own light or dark setting decides."), .automatic(.system)),
    ]
    return rows.map { choice, text, job in
      Row(
        choice,
        context.choiceTitle(choice),
        text: text,
        isEnabled: isFree,
        .option(isChosen: why.choice == choice, .run(job))
      )
    }
  }

  private func holds(_ isFree: Bool, _ tr: Language) -> [Row] {
    let rows: [(String, String, Job.Term, light: String, dark: String)] = [
      ("hour", tr("For an hour"), .hour, tr("Light for an hour"), tr("Dark for an hour")),
      (
        "sunrise", tr("Until sunrise"), .until("sunrise"), tr("Light until sunrise"),
        tr("Dark until sunrise")
      ),
      (
        "sunset", tr("Until sunset"), .until("sunset"), tr("Light until sunset"),
        tr("Dark until sunset")
      ),
    ]
    return rows.map { id, title, term, light, dark in
      Row(
        id,
        title,
        isEnabled: isFree,
        .buttons([
          Button(tr("Light"), spoken: light, .run(.set(.light, term))),
          Button(tr("Dark"), spoken: dark, .run(.set(.dark, term))),
        ])
      )
    }
  }
}
