import Diary
import JSON
import Localization
import Terminal

/// What a refresh brought, and what it could not bring.
struct RefreshOutcome: Sendable {
  /// Something that did not come, and why.
  struct Miss: Sendable {
    enum Subject: Sendable {
      case contributions
      /// The list of the account's repositories, as far as it has something missing.
      case repositories
      case repository(Repository)
    }

    var subject: Subject
    var reason: Explanation

    init(_ subject: Subject, _ reason: Explanation) {
      self.subject = subject
      self.reason = reason
    }

    var repository: Repository? { if case .repository(let one) = subject { one } else { nil } }
  }

  /// Repositories that were looked at.
  var repositories = 0
  var newCommits = 0
  /// Repositories that had new commits.
  var changed = 0
  var unchanged = 0
  /// Days of contributions that came.
  var days = 0
  /// What is not to be had, for a reason that stays.
  var skipped: [Miss] = []
  /// What should have come.
  var failed: [Miss] = []
  var requests = 0
  /// Why everything stopped, where it did.
  var end: (any Error)?

  var json: JSONValue {
    [
      "repositories": .integer(repositories),
      "newCommits": .integer(newCommits),
      "unchanged": .integer(unchanged),
      "skipped": .array(
        (skipped + failed).map { miss in
          [
            "repo": JSONValue(miss.repository?.name),
            "reason": .string(Reader(.english).say(miss.reason.message)),
          ]
        }),
      "requests": .integer(requests),
    ]
  }
}

/// Something that should have come did not; the rest is kept.
struct RefreshIncomplete: Error, Explained {
  var failed: [RefreshOutcome.Miss]

  var explanation: Explanation {
    let status = failed.map(\.reason.status).first { $0 == .unavailable } ?? .failure
    return Explanation(
      .refreshIncomplete(count: failed.count), hint: .refreshIncompleteHint, status: status)
  }
}

/// What a refresh brought, for people.
struct RefreshOutcomeView {
  let outcome: RefreshOutcome
  let context: ViewContext

  private var reader: Reader { context.reader }

  /// `12 new commits in 3 repositories, 41 unchanged, 1 skipped`
  func lines() -> [StyledText] {
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
    var lines = context.wrapped(StyledText(parts.joined(separator: reader.say(.listSeparator))))
    // Where a token is to be approved, and what else can be done; once for all whom it helps.
    var hints: Set<Message> = []
    for miss in outcome.skipped + outcome.failed {
      let name =
        switch miss.subject {
        case .contributions: reader.say(.contributions)
        case .repositories: reader.say(.repositories)
        case .repository(let repository): repository.shortName
        }
      lines += context.wrapped(
        StyledText("  ") + StyledText(name, .accent) + ": " + context.styled(miss.reason.message),
        indent: 4)
      if let hint = miss.reason.hint, hints.insert(hint).inserted {
        lines += context.wrapped(StyledText("    ") + context.styled(hint, .faint), indent: 4)
      }
    }
    return lines
  }
}
