import Arguments
public import Journal
public import Localization

/// What a person asked for of to-dos and cannot have.
enum ToDoError: Error, Hashable {
  case badRange(String)
  case notDeleted(typed: String)
}

extension ToDoError: Explained {
  var explanation: Explanation {
    switch self {
    case .badRange(let typed):
      Explanation(.toDoRangeBad(typed: typed), hint: .toDoRangeHint, status: .usage)
    case .notDeleted(let typed):
      Explanation(.toDoNotDeleted(typed: typed), status: .usage)
    }
  }
}

extension ToDoFormatError: Explained {
  public var explanation: Explanation {
    Explanation(
      .toDoImportFailed(line: line, reason: reason.message),
      hint: .toDoFormatHint(formats: ToDoFormat.choices.joined(separator: ", ")), status: .usage)
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
    case .unknownStatus(let typed): .toDoLineStatusUnknown(typed: typed)
    }
  }
}
