import Arguments
import Diary
import Git
import Journal
import Localization
import Terminal

/// Nothing but `commitdiary`: the latest commits of the clone one stands in, with their notes, and
/// what to do next.
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
    var lines = session.wrapped(StyledText(place.repository.shortName, .heading)) + [""]
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
