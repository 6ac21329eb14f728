import Accounts
import Context
package import Diary
import Git
import GitHub
import Journal
import Localization
package import Views

/// The options that `graph` and `streak` share: what is counted, and whose.
package struct ActivityOptions: Hashable, Sendable {
  /// If `nil`, the contributions of the account and the commits in clones.
  package var measure: Measure?
  package var user: String?
  package var paths: [String] = []
  package var author: String?
  /// Only the clone in the working directory.
  package var isHere: Bool
  /// `nil` for all commits in a graph, and for those of the setting in a streak.
  package var agents: AgentFilter?

  package init(
    measure: Measure? = nil, user: String? = nil, paths: [String] = [], author: String? = nil,
    isHere: Bool = false
  ) {
    self.measure = measure
    self.user = user
    self.paths = paths
    self.author = author
    self.isHere = isHere
  }

  /// Whether the options choose clones.
  var isLocal: Bool { !paths.isEmpty || author != nil || isHere }

  var scope: CloneScope {
    if !paths.isEmpty { return .under(paths) }
    return isLocal ? .here : .all
  }
}

/// The activity of an account, of local clones, or of both combined.
package struct Activities: Sendable {
  let app: App

  /// The requested activity: that of an account, of clones, or of both combined. Without options it
  /// is that of the account together with all of the user's clones.
  ///
  /// - Parameters:
  ///   - span: the days whose counts are needed. Of other days only what is saved is returned.
  ///   - usesNetwork: whether the network may be used.
  ///   - time: how long clones may be read.
  package func activity(
    _ options: ActivityOptions, on span: ClosedRange<Day>, usesNetwork: Bool = true,
    time: CloneReadingTime = .unlimited
  ) async throws -> Activity {
    try options.check()
    var activity = try await requested(options, on: span, usesNetwork: usesNetwork, time: time)
    // The option takes precedence over the setting.
    if options.agents == .with { activity.isStreakUnmarked = false }
    return activity
  }

  private func requested(
    _ options: ActivityOptions, on span: ClosedRange<Day>, usesNetwork: Bool,
    time: CloneReadingTime
  ) async throws -> Activity {
    if let measure = options.measure, measure.isOfTexts {
      return try await activity(of: measure, on: span)
    }
    if let agents = options.agents, agents != .with {
      return try await activityOfClones(options, agents, time)
    }
    let needsAccount = options.measure == .contributions
    let wantsAccount = options.user != nil || app.options.account != nil || needsAccount
    func local(unpushedTo host: String? = nil) async throws -> LocalCommits {
      try await app.clones.commits(
        of: options.scope, author: options.author, unpushedTo: host, time: time)
    }
    if options.measure == .commits || (options.isLocal && !wantsAccount) {
      return activity(of: try await local())
    }
    let journal = try await app.journal(for: .reading)
    let subject: GraphAccount?
    do {
      subject = try await graphAccount(options.user, in: journal, usesNetwork: usesNetwork)
    } catch let error as GitHubError where !wantsAccount {
      // If the token's owner cannot be determined, the clone here may still have activity to show.
      return try await replacing(error) { try await local() }
    }
    guard let subject else {
      guard !needsAccount else { throw Explanation.notLoggedIn(host: Account.defaultHost) }
      return activity(of: try await local())
    }
    let host = subject.account.host
    let account: Activity
    do {
      account = try await accountActivity(
        subject, on: span, in: journal, usesNetwork: usesNetwork)
    } catch let error as any Error & Explained
      where !wantsAccount && error.explanation.status == .unavailable
    {
      return try await replacing(error) { try await local() }
    }
    if options.isLocal {
      return adding(try await local(unpushedTo: host), to: account, on: host, span)
    }
    // A login selects the account without the clones.
    guard options.user == nil else { return account }
    do {
      let local = try await local(unpushedTo: host)
      return local.histories.isEmpty ? account : adding(local, to: account, on: host, span)
    } catch let interrupted as Interrupted {
      throw interrupted
    } catch is NothingToShow {
      return account
    } catch let error as any Error & Explained {
      var account = account
      account.remarks.append(.graphLeftOut(reason: app.reader.say(error.explanation.message)))
      return account
    }
  }

  /// A measure, or the activity of the account together with that of these clones, from saved data
  /// only.
  package func saved(
    _ measure: Measure? = nil, and local: LocalCommits, on span: ClosedRange<Day>
  ) async throws -> Activity {
    if let measure, measure.isOfTexts { return try await activity(of: measure, on: span) }
    if measure == .commits { return activity(of: local) }
    let known = try await app.journal(for: .reading).accounts()
    let account = try app.accounts.usableAccount(among: known)?.account
    if account == nil, measure == .contributions {
      throw Explanation.notLoggedIn(host: Account.defaultHost)
    }
    return try await saved(of: account, and: local, on: span)
  }

  /// The activity of an account, if there is one, together with that of these clones, from saved
  /// data only.
  package func saved(
    of account: Account?, and local: LocalCommits, on span: ClosedRange<Day>
  ) async throws -> Activity {
    guard let account else { return activity(of: local) }
    let known = try await accountActivity(
      GraphAccount(account: account, isOwn: true), on: span,
      in: app.journal(for: .reading), usesNetwork: false)
    return local.histories.isEmpty ? known : adding(local, to: known, on: account.host, span)
  }

  /// The activity of the clones, in place of an account that cannot be shown.
  private func replacing(
    _ error: any Error & Explained, by local: () async throws -> LocalCommits
  ) async throws -> Activity {
    let found: LocalCommits
    do {
      found = try await local()
    } catch let interrupted as Interrupted {
      throw interrupted
    } catch _ {
      throw error
    }
    var activity = activity(of: found)
    activity.remarks.append(.graphLeftOut(reason: app.reader.say(error.explanation.message)))
    return activity
  }

  /// The commits of clones with or without marks. The contributions of an account do not tell them apart.
  private func activityOfClones(
    _ options: ActivityOptions, _ agents: AgentFilter, _ time: CloneReadingTime
  ) async throws -> Activity {
    var activity = activity(
      of: try await app.clones.commits(of: options.scope, author: options.author, time: time),
      agents: agents)
    activity.remarks.append(agents == .only ? .agentsOnly : .agentsWithout)
    if options.measure == nil, try await !app.journal(for: .reading).accounts().isEmpty {
      activity.remarks.append(.agentsClonesOnly)
    }
    return activity
  }

  private func activity(of local: LocalCommits, agents: AgentFilter = .with) -> Activity {
    var activity = Activity(
      source: .local, name: name(of: local),
      days: local.counts(by: app.clock, agents: agents).sortedContributions,
      remarks: local.remarks)
    if agents == .with { addMarks(of: local, to: &activity) }
    return activity
  }

  /// Adds how many commits have marks, and the days without them.
  private func addMarks(of local: LocalCommits, to activity: inout Activity) {
    activity.marked = local.counts(by: app.clock, agents: .only)
    guard !activity.marked.isEmpty else { return }
    activity.unmarkedDays = local.counts(by: app.clock, agents: .without).sortedContributions
    activity.isStreakUnmarked = app.settings.streakAgents == .without
  }

  /// Adds the commits that only the clones have to the counts of the host, day by day.
  private func adding(
    _ local: LocalCommits, to activity: Activity, on host: String, _ span: ClosedRange<Day>
  ) -> Activity {
    let counts = local.counts(by: app.clock, excludingCommitsOn: host)
    var days: [Day: Contribution] = [:]
    for day in activity.days { days[day.day] = day }
    for (day, count) in counts {
      var sum = days[day] ?? Contribution(day: day, count: 0, level: 0)
      if let known = sum.count { sum.count = known + count }
      days[day] = sum
    }
    var both = activity
    addMarks(of: local, to: &both)
    both.source = .both
    both.name += " + " + name(of: local)
    both.days = days.values.sorted { $0.day < $1.day }
    both.remarks += local.remarks
    let added = counts.filter { span.contains($0.key) }.values.reduce(0, +)
    if added > 0 || local.scope != .all {
      both.remarks.append(.graphAdded(count: added, host: host))
    }
    return both
  }

  private func name(of local: LocalCommits) -> String {
    let names = local.histories.map { String($0.clone.root.split(separator: "/").last ?? "/") }
    if names.count == 1 { return names[0] }
    return app.reader.say(.graphClones(count: names.count))
  }
}

extension [Day: Int] {
  /// In ascending order. Every day with commits has level 1.
  fileprivate var sortedContributions: [Contribution] {
    map { Contribution(day: $0.key, count: $0.value, level: $0.value > 0 ? 1 : 0) }
      .sorted { $0.day < $1.day }
  }
}
