public import Diary
public import Localization
import Platform

/// Requests that cannot be met, as far as the commands find out after parsing the arguments.
public enum UsageError: Error, Hashable {
  case badVariable(String, value: String)
  case badDay(String)
  case badDayOrTime(String)
  /// The text is the beginning of a day of several words, such as `last`.
  case incompleteDay(String, example: String)
  /// The text is a span where one day is needed, such as `last weekend`.
  case severalDays(String, from: Day, to: Day)
  case badSpan(String)
  case daysInWrongOrder(since: Day, until: Day)
  /// Nothing can be recorded for this day yet.
  case dayInFuture(Day)
  case badRepository(String)
  /// There is no clone at this path. The hint depends on the command.
  case noClone(path: String, hint: Message)
  /// The repository is on another host than the one of the account.
  case repositoryElsewhere(repository: String, host: String)
  case noNoteOnCommit(typed: String)
  /// The commit is not known locally. If GitHub was not asked because of `--offline`, it may know
  /// it.
  case commitUnknown(typed: String, repository: String, isOffline: Bool)
  /// There is not text for an entry, and no terminal to open an editor on.
  case entryTextMissing
  case toDoTextMissing
  /// A clone without a remote has no page on GitHub and cannot be refreshed.
  case notOnGitHub(repository: String)
  case emptySearch
  /// The name of a file or folder is empty.
  case noFileName(option: String)
}

extension UsageError: Explained {
  public var explanation: Explanation {
    switch self {
    case .badVariable(let name, let value):
      Explanation(
        .variableBad(name: name, value: value), hint: .variableInstantHint, status: .usage)
    case .badDay(let typed):
      Explanation(.dayBad(typed: typed), hint: .dayHint, status: .usage)
    case .badDayOrTime(let typed):
      Explanation(.dayOrTimeBad(typed: typed), hint: .dayOrTimeHint, status: .usage)
    case .incompleteDay(let typed, let example):
      Explanation(
        .dayBad(typed: typed), hint: .dayIncompleteHint(example: example), status: .usage)
    case .severalDays(let typed, let from, let to):
      Explanation(
        .dayIsSpan(typed: typed, from: from, to: to), hint: .dayHint, status: .usage)
    case .badSpan(let typed):
      Explanation(.spanBad(typed: typed), hint: .spanHint, status: .usage)
    case .dayInFuture(let day):
      Explanation(.graphInFuture(day: day), hint: .graphInFutureHint, status: .usage)
    case .daysInWrongOrder(let since, let until):
      Explanation(
        .daysInWrongOrder(since: since, until: until), hint: .daysInWrongOrderHint, status: .usage)
    case .badRepository(let typed):
      Explanation(
        .repositoryBad(typed: AddressRedaction.hidingSecrets(typed)), hint: .repositoryHint,
        status: .usage)
    case .noClone(let path, let hint):
      Explanation(
        .cloneMissing(path: path), hint: hint,
        status: .usage)
    case .repositoryElsewhere(let repository, let host):
      Explanation(
        .repositoryElsewhere(repository: repository, host: host), hint: .repositoryElsewhereHint,
        status: .usage)
    case .noNoteOnCommit(let typed):
      Explanation(
        .noteOnCommitMissing(typed: typed), hint: .noteOnCommitHint(typed: typed),
        status: .notFound)
    case .commitUnknown(let typed, let repository, let isOffline):
      Explanation(
        .commitUnknown(typed: typed, repository: repository),
        hint: isOffline ? .commitOfflineHint : .cloneNeededHint, status: .notFound)
    case .entryTextMissing:
      Explanation(.textMissing, hint: .entryTextMissingHint, status: .usage)
    case .toDoTextMissing:
      Explanation(.toDoTextMissing, hint: .toDoTextMissingHint, status: .usage)
    case .noFileName(let option):
      Explanation(.fileNameMissing(option: option), hint: .fileNameHint, status: .usage)
    case .notOnGitHub(let repository):
      Explanation(
        .repositoryNotHosted(repository: repository), hint: .repositoryHint, status: .usage)
    case .emptySearch:
      Explanation(.searchEmpty, hint: .searchHint, status: .usage)
    }
  }
}
