import Diary
import Journal
import Localization
import Terminal

// Drafts that were left behind.

extension Session {
  /// The latest one that fits, if the person wants to go on with it.
  func waitingDraft(_ fits: (Draft) -> Bool) throws -> Drafts.Waiting? {
    let waiting = drafts.waiting().filter { fits($0.draft) && isWorthOffering($0) }
    guard let latest = waiting.first else { return nil }
    let title = Composition.title(of: Composition.written(in: latest.text))
    let day = clock.day(of: latest.draft.startedAt)
    tell(
      styled(
        latest.hasEditorsOwn ? .draftWithEditor(day: day) : .draftFound(day: day, title: title)))
    switch try answerAboutDraft() {
    case .goOn: return latest
    case .later: return nil
    case .drop:
      try drafts.take(latest)?.discard()
      return nil
    }
  }

  /// Whether there is more in it than the editor was given.
  func isWorthOffering(_ waiting: Drafts.Waiting) -> Bool {
    if waiting.hasEditorsOwn { return true }
    let text = Composition.written(in: waiting.text)
    return !text.allSatisfy(\.isWhitespace)
      && text != Composition.written(in: waiting.draft.original)
  }

  private enum DraftAnswer { case goOn, later, drop }

  /// Asks until the answer is one, three times at most.
  private func answerAboutDraft() throws -> DraftAnswer {
    if globals.saysYes { return .goOn }
    for _ in 1...3 {
      guard let line = try Question.ask(prompt: reader.say(.draftQuestion) + " ") else { break }
      let answer = line.filter { !$0.isWhitespace }.lowercased()
      if answer.isEmpty || (words(.yesWords) + ["y", "yes"]).contains(answer) { return .goOn }
      if (words(.noWords) + ["n", "no"]).contains(answer) { return .later }
      if (words(.draftDropWords) + ["d"]).contains(answer) { return .drop }
    }
    throw AskingError.declined
  }
}
