import App
import Arguments
import Diary
import Git
import Journal
import Localization
import Terminal
import Views

/// `commitdiary overview`, which `scripts/start` runs: shows the graph of the clone in the working
/// directory, its latest commits with their notes, and what to do next.
struct OverviewCommand: Command {
  static let declaration = Declaration<Self>(.overviewSummary)

  func run(in app: App) async throws {
    let place: LocatedRepository
    do {
      place = try app.repositories.here()
    } catch GitError.noClone, GitError.gitMissing {
      return try HelpView(tree, []).show(in: app)
    }
    guard let clone = place.clone else { return }
    let commits: [RepositoryCommit]
    do {
      commits = try await app.repositories.noted(
        clone.recentCommits(CommitQuery(limit: 10)), of: place)
    } catch GitError.noCommits {
      commits = []
    }
    if app.options.wantsJSON {
      return try app.output.show(CommitJSON.commits(commits))
    }
    let count = try await app.journal(for: .reading).noteCount()
    let app = app.colored(by: app.theme)
    var lines = await graph(in: app)
    lines += app.output.wrapped(StyledText(place.repository.shortName, .heading)) + [""]
    lines +=
      commits.isEmpty
      ? app.output.wrapped(app.output.styled(.commitsNone))
      : CommitList(commits: commits, context: app.context).lines()
    lines += [""] + app.output.wrapped(app.output.styled(.overviewNotes(count: count)))
    let rows = suggestions(hasNotes: count > 0, app.reader).map { words, meaning in
      [StyledText("  commitdiary \(words)", .accent), app.output.styled(meaning, .faint)]
    }
    lines += Table(columns: [.whole, .flexible], rows: rows).lines(on: app.output.screen)
    try app.output.show(lines)
  }

  private func graph(in app: App) async -> [StyledText] {
    let today = app.clock.today
    guard
      let span = try? GraphSpan.lastYear.days(until: today, firstWeekday: app.firstWeekday),
      let activity = await activity(on: span, in: app)
    else { return [] }
    let graph = Graph(
      activity: activity, span: span, today: today, firstWeekday: app.firstWeekday,
      streaks: activity.streaks(
        until: today, today: today, excluding: app.settings.excluded))
    return GraphView(graph: graph, style: nil, context: app.context).lines() + [""]
  }

  /// The user's own commits, or everyone's if the user has none in this clone, which is usual for a
  /// new one.
  private func activity(on span: ClosedRange<Day>, in app: App) async -> Activity? {
    let own = try? await app.activities.activity(ActivityOptions(paths: ["."]), on: span)
    if let own, !own.days.isEmpty { return own }
    var all = try? await app.activities.activity(
      ActivityOptions(paths: ["."], author: ""), on: span)
    if let name = all?.name { all?.name = app.reader.say(.graphAllAuthors(name: name)) }
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
