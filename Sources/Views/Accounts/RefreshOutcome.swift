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
  /// Problems that another refresh will not solve.
  public var skipped: [Problem] = []
  /// Problems that another refresh may solve.
  public var failed: [Problem] = []
  public var requests = 0
  /// The error that ended the refresh early, if any.
  public var end: (any Error)?

  public init() {}

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

extension RefreshOutcome {
  /// Says that some parts of the refresh failed, if any did. Everything that was fetched is saved.
  public var failure: Explanation? {
    guard !failed.isEmpty else { return nil }
    let status = failed.map(\.reason.status).first { $0 == .unavailable } ?? .failure
    return Explanation(
      .refreshIncomplete(count: failed.count), hint: .tryCommand(command: "commitdiary refresh"),
      status: status)
  }
}

extension RefreshOutcome {
  /// For example `12 new commits in 3 repositories, 41 unchanged, 1 skipped`.
  public func lines(in context: ViewContext) -> [StyledText] {
    let reader = context.reader
    var parts: [String] = []
    if newCommits > 0 {
      let places = reader.say(.repositoryCount(count: changed))
      parts.append(reader.say(.refreshNew(count: newCommits, repositories: places)))
    } else if unchanged > 0 || skipped.isEmpty {
      parts.append(reader.say(.refreshNothingNew))
    }
    if unchanged > 0 { parts.append(reader.say(.refreshUnchanged(count: unchanged))) }
    if !skipped.isEmpty { parts.append(reader.say(.refreshSkipped(count: skipped.count))) }
    var lines = context.wrapped(StyledText(reader.enumeration(parts)))
    // A hint that applies to several problems is shown once.
    var hints: Set<Message> = []
    for problem in skipped + failed {
      let name =
        switch problem.subject {
        case .contributions: reader.say(.contributions)
        case .pullRequests: reader.say(.pullRequestsAndIssues)
        case .repositories: reader.say(.repositories)
        case .repository(let repository): repository.shortName
        }
      lines += context.indented(
        .labeled(label: name, text: problem.reason.message), .plain, ["label": .accent])
      if let hint = problem.reason.hint, hints.insert(hint).inserted {
        lines += context.wrapped(StyledText("    ") + context.styled(hint, .remark), indent: 4)
      }
    }
    return lines
  }
}
