import Diary
import Journal
import Localization
import Views

/// Drafts that were left behind, as they are offered to the person.
struct WaitingDrafts: Sendable {
  let app: App

  /// The latest one that fits, if the person wants to go on with it.
  func latest(where fits: (Draft) -> Bool) throws -> Drafts.Waiting? {
    let waiting = app.drafts.waiting().filter { fits($0.draft) && isWorthOffering($0) }
    guard let latest = waiting.first else { return nil }
    let title = Composition.title(of: Composition.written(in: latest.text))
    let day = app.clock.day(of: latest.draft.startedAt)
    app.output.tell(
      app.output.styled(
        latest.hasEditorsOwn ? .draftWithEditor(day: day) : .draftFound(day: day, title: title)))
    switch try answer() {
    case .goOn: return latest
    case .later: return nil
    case .drop:
      try app.drafts.take(latest)?.discard()
      return nil
    }
  }

  /// Whether one was left behind that fits.
  func contain(where fits: (Draft) -> Bool) -> Bool {
    app.drafts.waiting().contains { fits($0.draft) && isWorthOffering($0) }
  }

  /// Whether there is more in it than the editor was given.
  private func isWorthOffering(_ waiting: Drafts.Waiting) -> Bool {
    if waiting.hasEditorsOwn { return true }
    let text = Composition.written(in: waiting.text)
    return !text.allSatisfy(\.isWhitespace)
      && text != Composition.written(in: waiting.draft.original)
  }

  private enum Answer { case goOn, later, drop }

  /// Asks until the answer is one, three times at most.
  private func answer() throws -> Answer {
    if app.options.saysYes { return .goOn }
    let person = app.person
    for _ in 1...3 {
      guard let line = try person.ask(.draftQuestion) else { break }
      let answer = line.filter { !$0.isWhitespace }.lowercased()
      if answer.isEmpty || (person.words(.yesWords) + ["y", "yes"]).contains(answer) {
        return .goOn
      }
      if (person.words(.noWords) + ["n", "no"]).contains(answer) { return .later }
      if (person.words(.draftDropWords) + ["d"]).contains(answer) { return .drop }
    }
    throw AskingError.declined
  }
}
