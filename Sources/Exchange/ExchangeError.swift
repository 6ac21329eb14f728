public import JSON

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
    /// Notes of another program, which are not read.
    case otherProgram(String)
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

  public init(_ reason: Reason, line: Int) {
    self.init(reason, at: ItemPlace(line: line))
  }
}

/// The files to read: one file, those of a folder, or those of an archive.
public struct Source: Sendable {
  /// The name of the file or the folder, without the path to it.
  public var name: String
  /// In the order of their paths. Symbolic links and special files are left out.
  public var files: [SourceFile]
  /// Whether it is a folder or an archive.
  public var isFolder: Bool
  /// The settings of the graph of Logseq, if the folder is the one of its journals.
  public var graphSettings: SourceFile?

  public init(name: String, files: [SourceFile], isFolder: Bool) {
    self.name = name
    self.files = files
    self.isFolder = isFolder
  }

  func file(_ path: String) -> SourceFile? { files.first { $0.path == path } }

  /// The file of a format that has no folders.
  func onlyFile() throws(ExchangeError) -> ArraySlice<SourceFile> {
    if files.isEmpty { throw ExchangeError(.otherFormat) }
    return files.prefix(1)
  }
}

public struct SourceFile: Sendable {
  /// Inside of the folder or archive, with `/` between its parts; empty for a file by itself.
  public var path: String
  /// Begins to read the file.
  public var open: @Sendable () throws -> ByteSource

  public init(path: String, open: @escaping @Sendable () throws -> ByteSource) {
    self.path = path
    self.open = open
  }

  public init(path: String, _ bytes: [UInt8]) {
    self.init(path: path) { ByteSource(bytes) }
  }

  /// The first 4 KB.
  func beginning() throws -> String {
    var source = try open()
    var bytes: [UInt8] = []
    while bytes.count < 4096, let part = try source.next() { bytes += part }
    return String(decoding: bytes.prefix(4096), as: UTF8.self)
  }

  /// Whether the file or one of its folders has a name that begins with a period.
  var isHidden: Bool { path.split(separator: "/").contains { $0.hasPrefix(".") } }

  /// The part of the path after the last `/`.
  public var name: Substring { path.split(separator: "/").last ?? "" }

  /// The largest file that is read as a whole, in bytes.
  public static let limit = 64 << 20

  /// The whole file.
  ///
  /// - Throws: an `ExchangeError` if it is longer than `limit`.
  public func bytes() throws -> [UInt8] {
    var source = try open()
    var bytes: [UInt8] = []
    while let part = try source.next() {
      bytes += part
      if bytes.count > Self.limit { throw ExchangeError.tooLong() }
    }
    return bytes
  }

  /// The whole file as text, without a byte order mark and with `\n` between lines.
  func text() throws -> String {
    var lines = LineReader(try open())
    var text = ""
    while let line = try lines.next() {
      if lines.line > 1 { text += "\n" }
      text += line
      if text.utf8.count > Self.limit { throw ExchangeError.tooLong() }
    }
    return lines.endsInLineBreak ? text + "\n" : text
  }

  /// The elements of a file of JSON, with their lines.
  ///
  /// - Parameters:
  ///   - isSequence: whether an object at the top level is an element instead of the document.
  ///   - limit: the length of the longest element, in bytes.
  public func elements(
    isSequence: Bool = false, limit: Int = limit
  ) throws -> Units<JSONElements.Element> {
    var source = try open()
    var elements = JSONElements(isSequence: isSequence, limit: limit) { try source.next() }
    return Units {
      do {
        return try elements.next().map { ($0, $0.line) }
      } catch let failure as JSONElements.Failure {
        throw ExchangeError(failure)
      }
    }
  }
}

extension ExchangeError {
  static func tooLong(line: Int = 0) -> ExchangeError {
    ExchangeError(.tooLong(megabytes: SourceFile.limit >> 20), line: line)
  }

  /// An error in a JSON document.
  init(_ failure: JSONElements.Failure) {
    switch failure {
    case .syntax(let line): self.init(.notJSON, line: line)
    case .cutShort(let line): self.init(.cutShort, line: line)
    case .tooLong(let line): self = .tooLong(line: line)
    }
  }
}

/// Bytes that are read in parts.
public struct ByteSource {
  private let read: () throws -> [UInt8]?

  /// - Parameter read: returns the next part; `nil` at the end.
  public init(_ read: @escaping () throws -> [UInt8]?) {
    self.read = read
  }

  public init(_ bytes: [UInt8]) {
    var rest: [UInt8]? = bytes
    self.init { rest.take() }
  }

  public mutating func next() throws -> [UInt8]? { try read() }
}

/// Splits bytes into lines. A byte order mark and the `\r` before a line break are left out.
struct LineReader {
  private var source: ByteSource
  private var bytes: [UInt8] = []
  private var position = 0
  /// The number of the last line, counted from 1.
  private(set) var line = 0
  /// Whether the last line ended in a line break.
  private(set) var endsInLineBreak = false

  init(_ source: ByteSource) {
    self.source = source
  }

  /// The next line without its line break; `nil` at the end.
  ///
  /// - Throws: `ExchangeError` for a line that is not text. The next call returns the line after it.
  mutating func next() throws -> String? {
    guard let bytes = try nextBytes() else { return nil }
    if bytes.count > SourceFile.limit { throw ExchangeError.tooLong(line: line) }
    return try bytes.text(line: line)
  }

  /// The same as bytes, cut if it is longer than the limit.
  mutating func nextBytes() throws -> [UInt8]? {
    guard try peek() != nil else { return nil }
    line += 1
    endsInLineBreak = false
    var text: [UInt8] = []
    while !endsInLineBreak, try peek() != nil {
      let rest = bytes[position...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      if text.count <= SourceFile.limit { text += rest[..<(end ?? rest.endIndex)] }
      position = end.map { $0 + 1 } ?? bytes.count
      endsInLineBreak = end != nil
    }
    if line == 1 { text = Array(text.withoutByteOrderMark) }
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    return text
  }

  /// The first byte of the next line.
  mutating func peek() throws -> UInt8? {
    while position >= bytes.count {
      guard let more = try source.next() else { return nil }
      (bytes, position) = (more, 0)
    }
    return bytes[position]
  }
}

extension [UInt8] {
  var withoutByteOrderMark: ArraySlice<UInt8> {
    self[(starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
  }

  /// - Throws: an `ExchangeError` if it is not text.
  func text(line: Int) throws(ExchangeError) -> String {
    if contains(0) { throw ExchangeError(.hasNUL, line: line) }
    guard let text = String(validating: self, as: UTF8.self) else {
      throw ExchangeError(.notUTF8, line: line)
    }
    return text
  }
}

extension String {
  var withoutByteOrderMark: String { hasPrefix("\u{FEFF}") ? String(dropFirst()) : self }
}
