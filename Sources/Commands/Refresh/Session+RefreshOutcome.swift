import Diary
import Localization
import Terminal

extension Session {
  /// What came, and then why not everything did.
  func show(_ outcome: RefreshOutcome) throws {
    if outcome.end == nil || outcome.newCommits > 0 {
      if globals.wantsJSON {
        try show(outcome.json)
      } else if !globals.isQuiet {
        try show(lines(outcome))
      }
    }
    if let end = outcome.end { throw end }
    if !outcome.failed.isEmpty { throw RefreshIncomplete(failed: outcome.failed) }
  }

  /// `12 new commits in 3 repositories, 41 unchanged, 1 skipped`
  private func lines(_ outcome: RefreshOutcome) -> [StyledText] {
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
    var lines = wrapped(StyledText(parts.joined(separator: reader.say(.listSeparator))))
    // Where a token is to be approved, and what else can be done; once for all whom it helps.
    var hints: Set<Message> = []
    for miss in outcome.skipped + outcome.failed {
      let name =
        switch miss.subject {
        case .contributions: reader.say(.contributions)
        case .repositories: reader.say(.repositories)
        case .repository(let repository): repository.shortName
        }
      lines += wrapped(
        StyledText("  ") + StyledText(name, .accent) + ": " + styled(miss.reason.message),
        indent: 4)
      if let hint = miss.reason.hint, hints.insert(hint).inserted {
        lines += wrapped(StyledText("    ") + styled(hint, .faint), indent: 4)
      }
    }
    return lines
  }
}
