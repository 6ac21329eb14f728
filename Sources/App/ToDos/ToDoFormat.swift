public import Journal
public import Localization

/// The formats in which other programs store to-dos.
public enum ToDoFormat: String, CaseIterable, Sendable {
  case todotxt, taskwarrior
}

extension ToDoFormatError: Explained {
  public var explanation: Explanation {
    Explanation(
      .toDoImportFailed(line: line, reason: reason.message),
      hint: .toDoFormatHint(
        formats: MessageArgument.enumeration(ToDoFormat.allCases.map(\.rawValue))),
      status: .usage)
  }
}

extension ToDoFormatError.Reason {
  fileprivate var message: Message {
    switch self {
    case .noText: .toDoLineEmpty
    case .notJSON: .toDoLineNotJSON
    case .noTask: .toDoLineNoTask
    case .cutShort: .toDoLineCutShort
    case .missing(let field): .toDoLineFieldMissing(field: field)
    case .badDate(let field, let typed): .toDoLineDateBad(field: field, typed: typed)
    case .badUUID(let typed): .toDoLineUUIDBad(typed: typed)
    case .duplicateUUID(let typed): .toDoLineUUIDTwice(typed: typed)
    case .notUTF8: .toDoLineNotUTF8
    case .hasNUL: .toDoLineNUL
    case .unknownStatus(let typed): .toDoLineStatusUnknown(typed: typed)
    }
  }
}
