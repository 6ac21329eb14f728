import App
public import Arguments
import Context
import Diary
import Journal
import Localization
import Terminal
import Views

/// `commitdiary digest`: summarizes some days, for a stand-up meeting or a review.
struct DigestCommand: Command, NarrowsToClone {
  var span = SpanOptions()
  var repositories: [String] = []
  var isOwnOnly = false
  var isWeek = false
  var isFull = false
  var isTotals = false
  var format = DigestFormat.text
  var isHere = false
  var agents = AgentFilter.with

  static let declaration = Declaration<Self>(
    .digestSummary, details: .digestDetails,
    examples: [
      Example("digest"),
      Example("digest yesterday"),
      Example("digest last week"),
      Example("digest 2025 --totals"),
      Example("digest --since monday --format markdown"),
      Example("digest --repo octocat/hello"),
    ],
    exclusive: [["week", "since"], ["week", "until"], ["totals", "full"]],
    SpanOptions.parameters(\.span, help: .argumentSpan, since: .optionDigestSince) + [
      .here,
      .flag("week", help: .optionDigestWeek) { $0.isWeek = true },
      .flag("full", help: .optionFullEntries) { $0.isFull = true },
      .flag("totals", help: .optionDigestTotals) { $0.isTotals = true },
      .option("repo", help: .optionOneRepository, arity: .repeated, completion: .repositories) {
        $0.repositories.append($1)
      },
      .flag("me", help: .optionDigestMe) { $0.isOwnOnly = true },
      .agents { $0.agents = $1 },
      .option("format", short: "f", help: .optionFormat) { $0.format = $1 },
    ])

  func run(in app: App) async throws {
    let span = try span(in: app)
    let local = try await app.clones.readableCommits(
      of: CloneScope(isHere: isHere), warnsOnFailure: true)
    app.report(finished: await app.toDosInCommits.finish(among: local))
    await app.repositories.look()
    let journal = try await app.journal(for: .reading)
    let records = try await app.digests.records(
      on: span, of: repositories, ownOnly: isOwnOnly, among: local, in: journal
    ).compactMap { $0.limited(to: agents) }
    let digest = app.context.digest(
      of: records, on: span, showsAuthors: !repositories.isEmpty && !isOwnOnly, isFull: isFull)
    let format = app.options.wantsJSON ? .json : format
    if format != .json, !app.options.isQuiet,
      let age = try await app.digests.ageOfEvents(in: journal)
    {
      app.output.note(.digestAge(age: app.reader.say(age)), .remark)
    }
    switch format {
    case .json: try app.output.show(digest.json)
    case .markdown: try app.output.write(digest.markdown(totalsOnly: isTotals))
    case .text where records.isEmpty: app.output.note(Digest.nothing(on: span))
    case .text:
      try app.output.show(
        (isTotals ? digest.totals : digest.lines).flatMap {
          app.output.wrapped($0.text, indent: $0.indent)
        })
    }
  }

  /// Whether only the days were chosen.
  var isOfSpanOnly: Bool {
    repositories.isEmpty && !isOwnOnly && agents == .with && !isFull && !isTotals && !isHere
      && format == .text
  }

  func span(in app: App) throws -> ClosedRange<Day> {
    let today = app.clock.today
    try span.checkAlone(besides: isWeek ? "--week" : nil)
    if isWeek { return (today - 6)...today }
    let (since, until) = try span.ends(in: app)
    let last = until ?? today
    let first = since ?? Swift.min(today.previousWorkingDay, last)
    guard first <= last else {
      throw Explanation(.graphInFuture(day: first), hint: .graphInFutureHint, status: .usage)
    }
    return first...last
  }
}

extension DigestFormat: ArgumentValue {}

extension AgentFilter: ArgumentValue {}

extension DayRecord {
  /// The record without the commits that are left out; `nil` if nothing else is in it.
  fileprivate func limited(to agents: AgentFilter) -> DayRecord? {
    guard agents != .with else { return self }
    var record = self
    record.commits.removeAll { $0.commit.isMarked != (agents == .only) }
    return record.isEmpty ? nil : record
  }
}

extension Day {
  /// The previous day, or Friday if that is on a weekend.
  fileprivate var previousWorkingDay: Day {
    var day = self - 1
    while day.weekday == .saturday || day.weekday == .sunday { day = day - 1 }
    return day
  }
}
