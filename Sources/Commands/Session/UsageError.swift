internal import Diary
internal import Localization

/// What a person asked for and cannot have, as the commands find out after the words were parsed.
enum UsageError: Error, Hashable {
  case badVariable(String, value: String)
  case badDay(String)
  case daysInWrongOrder(since: Day, until: Day)
  case badRepository(String)
  case noRepository
  case noEditorHere
  case noTextHere
  case nothingToPick(missing: String)
  case needsYes
  case declined
  case emptyText
  case emptyTag
  case controlInTag(String)
  case nulInText
  case notUTF8(file: String)
  case tooLong(file: String, limit: Int)
  case emptySearch
  case editorFailed(command: String, status: Int, draft: String)
  case badEditor(value: String)
  case noNoteOnCommit(typed: String)
  case commitUnknown(typed: String, repository: String)
  case noCommits(repository: String)
  case notDeleted(id: String)
  case unknownSetting(String, nearest: String?)
  case badSetting(key: String, value: String, expected: Message)
  case brokenConfig(path: String, line: Int, column: Int)
  case unknownShell(String)
  case draftKept(path: String)
}

extension UsageError: Explained {
  var explanation: Explanation {
    switch self {
    case .badVariable(let name, let value):
      Explanation(
        .variableBad(name: name, value: value), hint: .variableInstantHint, status: .usage)
    case .badDay(let typed):
      Explanation(.dayBad(typed: typed), hint: .dayHint, status: .usage)
    case .daysInWrongOrder(let since, let until):
      Explanation(.daysInWrongOrder(since: since, until: until), status: .usage)
    case .badRepository(let typed):
      Explanation(.repositoryBad(typed: typed), hint: .repositoryHint, status: .usage)
    case .noRepository:
      Explanation(.repositoryMissing, hint: .repositoryMissingHint, status: .usage)
    case .noEditorHere, .noTextHere:
      Explanation(.textMissing, hint: .textMissingHint, status: .usage)
    case .nothingToPick(let missing):
      Explanation(.pickerMissing(option: missing), hint: .pickerHint(option: missing), status: .usage)
    case .needsYes:
      Explanation(.confirmationMissing, hint: .confirmationHint, status: .usage)
    case .declined:
      Explanation(.declined, status: .failure)
    case .emptyText:
      Explanation(.textEmpty, status: .usage)
    case .emptyTag:
      Explanation(.tagEmpty, status: .usage)
    case .controlInTag(let tag):
      Explanation(.tagBad(tag: tag), hint: .tagHint, status: .usage)
    case .nulInText:
      Explanation(.textHasNUL, hint: .textHasNULHint, status: .usage)
    case .notUTF8(let file):
      Explanation(.textNotUTF8(file: file), hint: .textNotUTF8Hint, status: .usage)
    case .tooLong(let file, let limit):
      Explanation(.textTooLong(file: file, limit: limit), status: .usage)
    case .emptySearch:
      Explanation(.searchEmpty, hint: .searchHint, status: .usage)
    case .editorFailed(let command, let status, let draft):
      Explanation(.editorFailed(command: command, status: status), hint: .draftKept(path: draft))
    case .badEditor(let value):
      Explanation(.editorBad(value: value), hint: .editorHint, status: .usage)
    case .noNoteOnCommit(let typed):
      Explanation(
        .noteOnCommitMissing(typed: typed), hint: .noteOnCommitHint(typed: typed),
        status: .notFound)
    case .commitUnknown(let typed, let repository):
      Explanation(
        .commitUnknown(typed: typed, repository: repository), hint: .commitUnknownHint,
        status: .notFound)
    case .noCommits(let repository):
      Explanation(
        .commitsMissing(repository: repository), hint: .commitsMissingHint, status: .notFound)
    case .notDeleted(let id):
      Explanation(.noteNotDeleted(id: id), hint: .noteVersionHint(id: id), status: .usage)
    case .unknownSetting(let key, let nearest):
      Explanation(
        .settingUnknown(key: key),
        hint: nearest.map { .hintDidYouMean(name: $0) } ?? .settingUnknownHint, status: .usage)
    case .badSetting(let key, let value, let expected):
      Explanation(.settingBad(key: key, value: value), hint: expected, status: .usage)
    case .brokenConfig(let path, let line, let column):
      Explanation(
        .configBroken(path: path, line: line, column: column), hint: .configBrokenHint,
        status: .usage)
    case .unknownShell(let name):
      Explanation(.shellUnknown(name: name), hint: .shellHint, status: .usage)
    case .draftKept(let path):
      Explanation(.textNotSaved, hint: .draftKept(path: path))
    }
  }
}
