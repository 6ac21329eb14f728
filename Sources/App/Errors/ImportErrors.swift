public import Exchange
public import Localization

/// Why nothing was imported or exported.
enum ImportError: Error {
  case damaged(String, ExchangeError)
  case unknownFormat(String)
  case unknownZone(String)
  /// Made by a newer version of this program.
  case newerArchive
  /// An archive without all versions of a journal of a development version, in whose place it would be.
  case lacksVersions(Int, schema: Int)
  /// Another program has changed or removed a file of a folder since it was last read or written.
  case changedOutside(String, folder: String)
}

extension ImportError: Explained {
  public var explanation: Explanation {
    switch self {
    case .damaged(let path, let error):
      let file = error.place.file.isEmpty ? path : "\(path)/\(error.place.file)"
      let place = error.place.line > 0 ? "\(file):\(error.place.line)" : file
      return Explanation(
        .importDamaged(place: place, reason: error.reason.message),
        hint: error.reason.isOfItem ? .importDamagedHint : nil, status: .failure)
    case .unknownFormat(let path):
      return Explanation(
        .importFormatUnknown(path: path),
        hint: .importFormatHint(
          formats: MessageArgument.enumeration(ExchangeFormat.readable.map(\.rawValue))),
        status: .usage)
    case .unknownZone(let name):
      return Explanation(.importZoneUnknown(zone: name), hint: .importZoneHint, status: .usage)
    case .newerArchive:
      return Explanation(.importNewer, hint: .importNewerHint, status: .failure)
    case .lacksVersions(let count, let schema):
      return Explanation(
        .importLacksVersions(count: count), hint: .importLacksVersionsHint(schema: schema),
        status: .journal)
    case .changedOutside(let file, let folder):
      return Explanation(
        .exportChangedOutside(file: file), hint: .exportChangedOutsideHint(folder: folder),
        status: .failure)
    }
  }
}

extension ExchangeError.Reason {
  /// Whether other items may be intact.
  fileprivate var isOfItem: Bool {
    ![.otherFormat, .badArchive, .dayOneClassic, .jrnlJSON].contains(self)
  }

  /// The reason as a part of a sentence.
  public var message: Message {
    switch self {
    case .noText: .importNoText
    case .notJSON: .importNotJSON
    case .noItem: .importNoItem
    case .cutShort: .importCutShort
    case .missing(let field): .importFieldMissing(field: field)
    case .badDate(let field, let typed): .importDateBad(typed: typed, field: field)
    case .badUUID(let typed): .importUUIDBad(typed: typed)
    case .duplicateUUID(let typed): .importUUIDTwice(typed: typed)
    case .unknownStatus(let typed): .importStatusUnknown(typed: typed)
    case .badLine(let typed): .importLineBad(typed: typed)
    case .notUTF8: .importNotUTF8
    case .hasNUL: .importNUL
    case .tooLong(let megabytes): .importTooLong(limit: megabytes)
    case .encrypted: .importEncrypted
    case .dayOneClassic: .importDayOneClassic
    case .jrnlJSON: .importJrnlJSON
    case .badArchive: .importArchiveBad
    case .otherFormat: .importOtherFormat
    }
  }
}
