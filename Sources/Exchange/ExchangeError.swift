/// Why a part of a file is not an item.
public struct ExchangeError: Error, Hashable {
  public enum Reason: Hashable, Sendable {
    /// An item has dates and other fields, but no text.
    case noText
    case notJSON
    /// A value of another kind stands where an item is expected.
    case noItem
    /// The file ends inside of an item or a list of items.
    case cutShort
    /// A required field is missing or is of another type.
    case missing(field: String)
    case badDate(field: String, typed: String)
    case badUUID(typed: String)
    /// Another item of the file has the same ID.
    case duplicateUUID(typed: String)
    case unknownStatus(typed: String)
    /// A line that the format does not allow here.
    case badLine(typed: String)
    case notUTF8, hasNUL
    /// Longer than a text in the journal may be.
    case tooLong(megabytes: Int)
    case encrypted
    /// A property list of Day One Classic.
    case dayOneClassic
    /// The output of `jrnl --export json`.
    case jrnlJSON
    /// The archive is damaged, or has a form that is not read.
    case badArchive
    /// Nothing in it has the form of this format.
    case otherFormat
  }

  public var place: ItemPlace
  public var reason: Reason

  public init(_ reason: Reason, at place: ItemPlace = ItemPlace()) {
    self.place = place
    self.reason = reason
  }

  public init(_ reason: Reason, line: Int, of file: String = "") {
    self.init(reason, at: ItemPlace(file: file, line: line))
  }
}
