import Arguments
import Diary
import Git
import Journal
import Localization
import Terminal

/// What somebody sees first who has just built the program: the year of the clone one stands in,
/// its latest commits with their notes, and what to do next.
struct OverviewCommand: Command {
  static let declaration = Declaration<Self>(.overviewSummary)

  func run(in session: Session) async throws {
    let place: Place
    do {
      place = try session.here()
    } catch GitError.noClone, GitError.gitMissing {
      return try HelpView(tree, []).show(in: session)
    }
    guard let clone = place.clone else { return }
    let commits: [CommitWithNotes]
    do {
      commits = try await session.noted(clone.recentCommits(CommitQuery(limit: 10)), of: place)
    } catch GitError.noCommits {
      commits = []
    }
    if session.globals.wantsJSON {
      return try session.show(CommitJSON.commits(commits, of: place.repository))
    }
    let count = try await session.journal(for: .reading).noteCount()
    let session = session.colored(by: session.theme)
    var lines = await graph(in: session)
    lines += session.wrapped(StyledText(place.repository.shortName, .heading)) + [""]
    lines +=
      commits.isEmpty
      ? session.wrapped(session.styled(.commitsNone))
      : CommitList(commits: commits, session: session).lines()
    lines += [""] + session.wrapped(session.styled(.overviewNotes(count: count)))
    let rows = suggestions(hasNotes: count > 0, session.reader).map { words, meaning in
      [StyledText("  commitdiary \(words)", .accent), session.styled(meaning, .faint)]
    }
    lines += Table(columns: [.whole, .flexible], rows: rows).lines(on: session.screen)
    try session.show(lines)
  }

  private func graph(in session: Session) async -> [StyledText] {
    let today = session.today
    guard
      let span = try? GraphSpan.year.days(until: today, firstWeekday: session.firstWeekday),
      let activity = await activity(on: span, in: session)
    else { return [] }
    let graph = Graph(
      activity: activity, span: span, today: today, firstWeekday: session.firstWeekday,
      streaks: activity.streaks(
        until: today, today: today, excluding: session.settings.excluded))
    return GraphView(graph: graph, style: nil, session: session).lines() + [""]
  }

  /// One's own days; those of everybody where one has none here, as in a clone that is new.
  private func activity(on span: ClosedRange<Day>, in session: Session) async -> Activity? {
    let own = try? await session.activity(ActivityOptions(paths: ["."]), on: span)
    if let own, !own.days.isEmpty { return own }
    var all = try? await session.activity(ActivityOptions(paths: ["."], author: ""), on: span)
    if let name = all?.name { all?.name = session.reader.say(.graphEverybody(name: name)) }
    return all.flatMap { $0.days.isEmpty ? nil : $0 }
  }

  private func suggestions(
    hasNotes: Bool, _ reader: Reader
  ) -> [(String, Message)] {
    hasNotes
      ? [
        ("notes add", .overviewAdd), ("notes list", .overviewList),
        ("search <\(reader.say(.placeholderWords))>", .overviewSearch),
      ] : [("notes add", .overviewFirst), ("--help", .overviewHelp)]
  }
}
