public import Diary
public import JSON
public import Localization
public import Terminal

/// What a refresh fetched, and what it could not fetch.
public struct RefreshOutcome: Sendable {
  /// Something that was not fetched, and why.
  public struct Problem: Sendable {
    public enum Subject: Sendable {
      case contributions
      case pullRequests
      /// The list of the account's repositories, if part of it is missing.
      case repositories
      case repository(Repository)
    }

    public var subject: Subject
    public var reason: Explanation

    public init(_ subject: Subject, _ reason: Explanation) {
      self.subject = subject
      self.reason = reason
    }

    public var repository: Repository? {
      if case .repository(let one) = subject { one } else { nil }
    }
  }

  /// The number of repositories that were checked.
  public var repositories = 0
  public var newCommits = 0
  /// The number of repositories with new commits.
  public var changed = 0
  public var unchanged = 0
  /// The number of days of contributions that were fetched.
  public var days = 0
  /// Problems that another refresh will not solve.
  public var skipped: [Problem] = []
  /// Problems that another refresh may solve.
  public var failed: [Problem] = []
  public var requests = 0
  /// The error that ended the refresh early, if any.
  public var end: (any Error)?

  public init(
    repositories: Int = 0, newCommits: Int = 0, changed: Int = 0, unchanged: Int = 0, days: Int = 0,
    skipped: [Problem] = [], failed: [Problem] = [], requests: Int = 0, end: (any Error)? = nil
  ) {
    self.repositories = repositories
    self.newCommits = newCommits
    self.changed = changed
    self.unchanged = unchanged
    self.days = days
    self.skipped = skipped
    self.failed = failed
    self.requests = requests
    self.end = end
  }

  public var json: JSONValue {
    [
      "repositories": .integer(repositories),
      "newCommits": .integer(newCommits),
      "unchanged": .integer(unchanged),
      "skipped": .array(
        (skipped + failed).map { problem in
          [
            "repo": JSONValue(problem.repository?.name),
            "reason": .string(Reader(.english).say(problem.reason.message)),
          ]
        }),
      "requests": .integer(requests),
    ]
  }
}

/// Some parts of the refresh failed. Everything that was fetched is saved.
public struct RefreshIncomplete: Error, Explained {
  public var failed: [RefreshOutcome.Problem]

  public init(failed: [RefreshOutcome.Problem]) {
    self.failed = failed
  }

  public var explanation: Explanation {
    let status = failed.map(\.reason.status).first { $0 == .unavailable } ?? .failure
    return Explanation(
      .refreshIncomplete(count: failed.count), hint: .refreshIncompleteHint, status: status)
  }
}

/// What a refresh fetched, in human-readable form.
public struct RefreshOutcomeView: Sendable {
  public let outcome: RefreshOutcome
  public let context: ViewContext

  public init(outcome: RefreshOutcome, context: ViewContext) {
    self.outcome = outcome
    self.context = context
  }

  private var reader: Reader { context.reader }

  /// For example `12 new commits in 3 repositories, 41 unchanged, 1 skipped`.
  public func lines() -> [StyledText] {
    var parts: [String] = []
    if outcome.newCommits > 0 {
      let places = reader.say(.repositoryCount(count: outcome.changed))
      parts.append(reader.say(.refreshNew(count: outcome.newCommits, repositories: places)))
    } else if outcome.unchanged > 0 || outcome.skipped.isEmpty {
      parts.append(reader.say(.refreshNothingNew))
    }
    if outcome.unchanged > 0 {
      parts.append(reader.say(.refreshUnchanged(count: outcome.unchanged)))
    }
    if !outcome.skipped.isEmpty {
      parts.append(reader.say(.refreshSkipped(count: outcome.skipped.count)))
    }
    var lines = context.wrapped(StyledText(reader.enumeration(parts)))
    // A hint that applies to several problems is shown once.
    var hints: Set<Message> = []
    for problem in outcome.skipped + outcome.failed {
      let name =
        switch problem.subject {
        case .contributions: reader.say(.contributions)
        case .pullRequests: reader.say(.pullRequestsAndIssues)
        case .repositories: reader.say(.repositories)
        case .repository(let repository): repository.shortName
        }
      lines += context.wrapped(
        "  "
          + context.styled(
            .labeled(label: name, text: problem.reason.message), .plain, ["label": .accent]),
        indent: 4)
      if let hint = problem.reason.hint, hints.insert(hint).inserted {
        lines += context.wrapped(StyledText("    ") + context.styled(hint, .remark), indent: 4)
      }
    }
    return lines
  }
}
