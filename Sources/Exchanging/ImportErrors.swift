import Context
package import Exchange
package import Localization

extension Explanation {
  /// An item of a file is damaged, or the whole file.
  init(_ error: ExchangeError, in path: String) {
    self.init(
      .importDamaged(place: error.place(in: path), reason: error.reason.message),
      hint: error.reason.isOfItem ? .importDamagedHint : nil)
  }

  /// An archive without all versions of a journal of a development version, in whose place it would be.
  static func importLacksVersions(_ count: Int, schema: Int) -> Explanation {
    Explanation(
      .importLacksVersions(count: count), hint: .importLacksVersionsHint(schema: schema),
      status: .journal)
  }

  /// Another program has changed or removed a file of a folder since it was last read or written.
  static func exportChangedOutside(_ file: String, folder: String) -> Explanation {
    Explanation(
      .exportChangedOutside(file: file),
      hint: .tryCommand(command: "commitdiary import \(folder.quotedForShell)"))
  }
}

extension ExchangeError {
  /// Where it is, for an import of `path`.
  package func place(in path: String) -> String {
    let file = place.file.isEmpty ? path : "\(path)/\(place.file)"
    return place.line > 0 ? "\(file):\(place.line)" : file
  }
}

extension ExchangeError.Reason {
  /// Whether other items may be intact.
  fileprivate var isOfItem: Bool {
    if case .otherProgram = self { return false }
    return ![.otherFormat, .badArchive, .encrypted, .dayOneClassic, .jrnlJSON].contains(self)
  }

  /// The reason as a part of a sentence.
  package var message: Message {
    switch self {
    case .noText, .noItem: .importNoText
    case .notJSON, .cutShort: .importNotJSON
    case .missing(let field): .importFieldMissing(field: field)
    case .badDate(let field, let typed): .importFieldBad(field: field, typed: typed)
    case .badUUID(let typed): .importFieldBad(field: "id", typed: typed)
    case .duplicateUUID(let typed): .importUUIDTwice(typed: typed)
    case .unknownStatus(let typed): .importFieldBad(field: "status", typed: typed)
    case .badLine(let typed): .importLineBad(typed: typed)
    case .notUTF8: .importNotUTF8
    case .hasNUL: .textHasNUL
    case .tooLong(let megabytes): .importTooLong(limit: megabytes)
    case .encrypted: .importEncrypted
    case .dayOneClassic: .importDayOneClassic
    case .jrnlJSON: .importJrnlJSON
    case .otherProgram(let name): .importOtherProgram(program: name)
    case .badArchive, .otherFormat: .importOtherFormat
    }
  }
}
