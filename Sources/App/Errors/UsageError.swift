public import Diary
public import Localization
import Platform

/// What a person asked for and cannot have, as the commands find out after the words were parsed.
public enum UsageError: Error, Hashable {
  case badVariable(String, value: String)
  case badDay(String)
  case daysInWrongOrder(since: Day, until: Day)
  case badRepository(String)
  /// Nobody stands in a clone there; what to do instead depends on who wants one.
  case noClone(path: String, hint: Message)
  /// A repository of another host than the one that is asked.
  case repositoryElsewhere(repository: String, host: String)
  /// The name of a folder, where several clones without a remote have it.
  case ambiguousFolder(String, candidates: [String])
  case noNoteOnCommit(typed: String)
  /// What could begin the id of a note as well as that of a commit.
  case noNoteNorCommit(typed: String)
  /// Where nobody is to be asked for it, GitHub might have known it.
  case commitUnknown(typed: String, repository: String, isOffline: Bool)
  case noCommits(repository: String)
  /// A repository that no refresh has brought, and of which there is no clone here.
  case notRefreshed(repository: String)
  case notDeleted(id: String)
  case entryNotDeleted(Day)
  /// An entry without a text, and no terminal to write it on.
  case entryTextMissing
  /// A clone without a remote has no page and nothing to refresh.
  case notOnGitHub(repository: String)
  case emptySearch
  /// Both a document and a picture for standard output.
  case twoAnswers
  /// A file or folder was to be named, and has no name.
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
    case .ambiguousFolder(let typed, let candidates):
      Explanation(
        .repositoryAmbiguous(typed: typed), hint: .noteAmbiguousHint(candidates: candidates),
        status: .usage)
    case .noNoteOnCommit(let typed):
      Explanation(
        .noteOnCommitMissing(typed: typed), hint: .noteOnCommitHint(typed: typed),
        status: .notFound)
    case .noNoteNorCommit(let typed):
      Explanation(
        .noteNorCommitMissing(typed: typed), hint: .noteNorCommitHint, status: .notFound)
    case .commitUnknown(let typed, let repository, let isOffline):
      Explanation(
        .commitUnknown(typed: typed, repository: repository),
        hint: isOffline ? .commitOfflineHint : .cloneNeededHint, status: .notFound)
    case .noCommits(let repository):
      Explanation(
        .commitsMissing(repository: repository), hint: .cloneNeededHint, status: .notFound)
    case .notRefreshed(let repository):
      Explanation(
        .commitsNotRefreshed(repository: repository),
        hint: .commitsNotRefreshedHint(repository: repository), status: .notFound)
    case .notDeleted(let id):
      Explanation(.noteNotDeleted(id: id), hint: .noteVersionHint(id: id), status: .usage)
    case .entryNotDeleted(let day):
      Explanation(
        .entryNotDeleted(day: day), hint: .entryVersionHint(typed: "\(day)"), status: .usage)
    case .entryTextMissing:
      Explanation(.textMissing, hint: .entryTextMissingHint, status: .usage)
    case .twoAnswers:
      Explanation(.twoAnswers, hint: .twoAnswersHint, status: .usage)
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
