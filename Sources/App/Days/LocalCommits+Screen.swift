public import Diary
public import Journal
public import Views

extension LocalCommits {
  /// No clones. Commits of the last refresh, which are in the journal, are still found.
  public static var none: LocalCommits { LocalCommits(scope: .all, activity: LocalActivity()) }

  /// A measure of the days, from saved data and these clones only.
  public func activity(
    of measure: Measure, on span: ClosedRange<Day>, in app: App
  ) async throws -> Activity {
    try await app.activities.activity(
      ActivityOptions(measure: measure), on: span, usesNetwork: false, clones: activity)
  }

  /// The activity of these clones together with that of the account, from saved data only.
  public func activity(in app: App) async throws -> Activity {
    try await app.activities.activity(
      ActivityOptions(), on: app.clock.today...app.clock.today, usesNetwork: false,
      clones: activity)
  }
}

extension DayRecords {
  /// The user's own commits in all clones, with those that are not on the account's host yet.
  public func localCommits(in journal: Journal) async throws -> LocalCommits {
    let subject = try? await app.activities.graphAccount(nil, in: journal, usesNetwork: false)
    return try await commits(of: .all, unpushedTo: subject?.account.host)
  }
}
