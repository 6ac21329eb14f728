public import Diary

/// Reads the items of a source, one after the other.
public protocol ItemReader {
  /// The next item; `nil` at the end.
  ///
  /// - Throws: an `ExchangeError` for a damaged item. The next call continues after it, or returns
  ///   `nil` if the rest cannot be read.
  mutating func next() throws -> Item?

  /// What did not become an item so far.
  var left: LeftOut { get }
}

/// Writes items as one file, in parts.
public protocol ItemWriter {
  var beginning: String { get }
  /// `nil` for an item that the format has no place for.
  mutating func text(of item: Item) -> String?
  var end: String { get }
}

extension ItemWriter {
  public var beginning: String { "" }
  public var end: String { "" }
}

/// The formats of other programs that are read.
public struct FileFormat: Sendable {
  /// Whether a source certainly has the format.
  ///
  /// - Parameter beginning: the first 4 KB of a single file.
  public let recognizes: @Sendable (_ source: Source, _ beginning: String) -> Bool
  /// Whether a file of a folder is of the format for certain.
  public let owns: @Sendable (_ source: Source) -> (SourceFile) -> Bool
  /// - Parameter now: the completion time of to-dos that are done without a date.
  public let reader:
    @Sendable (_ source: Source, _ time: CivilTime, _ now: Moment) throws -> any ItemReader

  private init<Format: TextFormat>(_: Format.Type) {
    recognizes = { Format.recognizes($0, beginning: $1) }
    owns = { Format.owns(in: $0) }
    reader = { try FormatReader<Format>($0, time: $1, now: $2) }
  }

  public static let calendar = FileFormat(CalendarFormat.self)
  public static let dayOne = FileFormat(DayOneFormat.self)
  public static let jrnl = FileFormat(JrnlFormat.self)
  public static let markdown = FileFormat(MarkdownFormat.self)
  public static let org = FileFormat(OrgFormat.self)
  public static let taskwarrior = FileFormat(TaskwarriorFormat.self)
  public static let todoTxt = FileFormat(TodoTxtFormat.self)
  public static let vimwiki = FileFormat(VimwikiFormat.self)
}

/// A format of files: the units that a file has, and the items that a unit is.
///
/// Only what is special to the format is here. `FormatReader` opens the files, knows where each item is,
/// and continues after damage.
protocol TextFormat: SendableMetatype {
  /// What is read at once: a line, the lines of an entry, a component, or a whole file.
  associatedtype Unit

  static func recognizes(_ source: Source, beginning: String) -> Bool

  /// Whether a file of this folder is of the format for certain: most are known by their names.
  static func owns(in source: Source) -> (SourceFile) -> Bool

  init(reading: Reading)

  var reading: Reading { get set }

  /// The files to read.
  ///
  /// - Throws: an `ExchangeError` if none has the format.
  mutating func files(of source: Source) throws -> ArraySlice<SourceFile>

  /// - Parameter path: that in the folder or, for a file by itself, its name.
  mutating func units(of file: SourceFile, at path: String) throws -> Units<Unit>

  /// - Throws: an `ExchangeError`. It and the items need no file, and no line if it is that of the unit.
  mutating func items(of unit: Unit, at path: String) throws -> [Item]

  /// The items that depend on the whole source.
  mutating func lastItems() -> [Item]
}

/// What a source is read with.
struct Reading {
  let source: Source
  let time: CivilTime
  /// The completion time of to-dos that are done without a date.
  let now: Moment
  /// What did not become an item so far.
  var left = LeftOut()
}

extension TextFormat {
  static func owns(in source: Source) -> (SourceFile) -> Bool { { _ in false } }

  var time: CivilTime { reading.time }
  var now: Moment { reading.now }

  var left: LeftOut {
    get { reading.left }
    set { reading.left = newValue }
  }

  func files(of source: Source) -> ArraySlice<SourceFile> {
    source.isFolder ? source.files[...] : source.files.prefix(1)
  }

  func lastItems() -> [Item] { [] }
}

/// The units of a file, one after the other.
public struct Units<Unit> {
  /// The next unit and the line on which it begins; `nil` at the end.
  public let next: () throws -> (unit: Unit, line: Int)?

  init(_ next: @escaping () throws -> (unit: Unit, line: Int)?) {
    self.next = next
  }

  /// A file that is read as a whole.
  init(whole unit: Unit) {
    var rest: Unit? = unit
    self.init { rest.take().map { ($0, 1) } }
  }
}

/// Reads the files of any format.
struct FormatReader<Format: TextFormat>: ItemReader {
  private var format: Format
  private var files: ArraySlice<SourceFile>
  private var file: SourceFile?
  private var units: Units<Format.Unit>?
  private var items: ArraySlice<Item> = []
  private var isAtEnd = false

  init(_ source: Source, time: CivilTime, now: Moment) throws {
    format = Format(reading: Reading(source: source, time: time, now: now))
    files = try format.files(of: source)
  }

  var left: LeftOut { format.left }

  mutating func next() throws -> Item? {
    while items.isEmpty {
      if units == nil {
        guard let next = files.popFirst() else { return endedItem() }
        file = next
      }
      items = try nextItems()
    }
    return items.popFirst()
  }

  private mutating func endedItem() -> Item? {
    if !isAtEnd { items = placed(format.lastItems(), 0) }
    isAtEnd = true
    return items.popFirst()
  }

  /// The items of the next unit; none at the end of a file.
  private mutating func nextItems() throws -> ArraySlice<Item> {
    guard let file else { return [] }
    let source = format.reading.source
    let path = source.isFolder ? file.path : source.name
    var start = 0
    do {
      if units == nil { units = try format.units(of: file, at: path) }
      guard let (unit, line) = try units?.next() else {
        units = nil
        return []
      }
      start = line
      return placed(try format.items(of: unit, at: path), line)
    } catch var error as ExchangeError {
      // Without a line, the rest of the file cannot be read.
      if start == 0, error.place.line == 0 { units = nil }
      complete(&error.place, start)
      throw error
    }
  }

  private func placed(_ items: [Item], _ line: Int) -> ArraySlice<Item> {
    var items = items[...]
    for index in items.indices { complete(&items[index].place, line) }
    return items
  }

  private func complete(_ place: inout ItemPlace, _ line: Int) {
    place.file = file?.path ?? ""
    if place.line == 0 { place.line = line }
  }
}

extension Item {
  /// Keeps how the item stands in its file, if it is written in another way.
  mutating func keep(_ text: String, unlessWritten written: String?) {
    if written?.utf8.elementsEqual(text.utf8) != true { raw = text }
  }
}
