import Diary
import JSON
import Localization

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
