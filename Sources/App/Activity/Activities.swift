public import Diary
import Git
import GitHub
import Journal
import Localization
import Platform
public import Views

/// The options that `graph` and `streak` share: whose commits are counted.
public struct ActivityOptions: Hashable, Sendable {
  public var user: String?
  public var paths: [String] = []
  public var author: String?

  public init(user: String? = nil, paths: [String] = [], author: String? = nil) {
    self.user = user
    self.paths = paths
    self.author = author
  }

  /// Whether no option was given.
  public var isEmpty: Bool { user == nil && paths.isEmpty && author == nil }
}

/// The activity of an account, of local clones, or of both combined.
public struct Activities: Sendable {
  public let app: App

  /// The requested activity: that of an account, of clones, or of both combined. Without options it
  /// is that of the account, else that of the clone in the working directory.
  ///
  /// - Parameter usesNetwork: whether the network may be used.
  public func activity(
    _ options: ActivityOptions, on span: ClosedRange<Day>, usesNetwork: Bool = true
  ) async throws -> Activity {
    let isLocal = !options.paths.isEmpty || options.author != nil
    let wantsAccount = options.user != nil || app.options.account != nil
    if isLocal, !wantsAccount { return try await localActivity(options) }
    let journal = try await app.journal(for: .reading)
    let subject: GraphAccount?
    do {
      subject = try await graphAccount(options.user, in: journal, usesNetwork: usesNetwork)
    } catch let error as GitHubError where !wantsAccount {
      // If the token's owner cannot be determined, the clone here may still have activity to show.
      guard var local = try? await localActivity(options) else { throw error }
      local.remarks.append(.graphLeftOut(reason: app.reader.say(error.explanation.message)))
      return local
    }
    if let subject {
      let activity = try await accountActivity(
        subject, on: span, in: journal, usesNetwork: usesNetwork)
      return isLocal ? try await adding(options, to: activity, of: subject, on: span) : activity
    }
    return try await localActivity(options)
  }

  private func localActivity(_ options: ActivityOptions) async throws -> Activity {
    let local = try await localActivity(under: options.paths, author: options.author)
    let counts = local.days(endingAt: app.clock.endOfDay, offset: app.clock.offset(at:))
    return Activity(
      source: .local, name: name(of: local), days: counts.sortedContributions,
      remarks: local.remarks)
  }

  /// Adds the commits that only the clones have to the counts of the host, day by day.
  private func adding(
    _ options: ActivityOptions, to activity: Activity, of subject: GraphAccount,
    on span: ClosedRange<Day>
  ) async throws -> Activity {
    let host = subject.account.host
    let local = try await localActivity(
      under: options.paths, author: options.author, unpushedTo: host)
    let counts = local.days(
      endingAt: app.clock.endOfDay, excludingCommitsOn: host, offset: app.clock.offset(at:))
    var days: [Day: Contribution] = [:]
    for day in activity.days { days[day.day] = day }
    for (day, count) in counts {
      var sum = days[day] ?? Contribution(day: day, count: 0, level: 0)
      if let known = sum.count { sum.count = known + count }
      days[day] = sum
    }
    var both = activity
    both.source = .both
    both.name += " + " + name(of: local)
    both.days = days.values.sorted { $0.day < $1.day }
    both.remarks += local.remarks
    let added = counts.filter { span.contains($0.key) }.values.reduce(0, +)
    both.remarks.append(.graphAdded(count: added, host: host))
    return both
  }

  private func name(of local: LocalActivity) -> String {
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
