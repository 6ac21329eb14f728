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

/// The files to read: one file, those of a folder, or those of an archive.
public struct Source: Sendable {
  /// The name of the file or the folder, without the path to it.
  public var name: String
  /// In the order of their paths. Symbolic links and special files are left out.
  public var files: [SourceFile]
  /// Whether it is a folder or an archive.
  public var isFolder: Bool

  public init(name: String, files: [SourceFile], isFolder: Bool) {
    self.name = name
    self.files = files
    self.isFolder = isFolder
  }

  /// A single file with these bytes.
  public init(name: String = "", _ bytes: [UInt8]) {
    self.init(name: name, files: [SourceFile(path: "", bytes)], isFolder: false)
  }

  public func file(_ path: String) -> SourceFile? { files.first { $0.path == path } }
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
      if bytes.count > Self.limit {
        throw ExchangeError(.tooLong(megabytes: Self.limit >> 20), at: ItemPlace(file: path))
      }
    }
    return bytes
  }

  /// The whole file as text, without a byte order mark and with `\n` between lines.
  public func text() throws -> String {
    var lines = LineReader(try open(), file: path)
    var text = ""
    var isFirst = true
    while let line = try lines.next() {
      if !isFirst { text += "\n" }
      isFirst = false
      text += line
      if text.utf8.count > Self.limit {
        throw ExchangeError(.tooLong(megabytes: Self.limit >> 20), at: ItemPlace(file: path))
      }
    }
    return lines.endsInLineBreak ? text + "\n" : text
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
    self.init {
      defer { rest = nil }
      return rest
    }
  }

  public mutating func next() throws -> [UInt8]? { try read() }
}

/// Splits bytes into lines of text. A byte order mark and the `\r` before a line break are left out.
public struct LineReader {
  private var source: ByteSource
  private let file: String
  private var pending: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  /// The number of the last line, counted from 1.
  public private(set) var line = 0
  /// Whether the last line ended in a line break.
  public private(set) var endsInLineBreak = false

  public init(_ source: ByteSource, file: String = "") {
    self.source = source
    self.file = file
  }

  /// The next line without its line break; `nil` at the end.
  ///
  /// - Throws: `ExchangeError` for a line that is not text. The next call returns the line after it.
  public mutating func next() throws -> String? {
    guard let bytes = try nextBytes() else { return nil }
    var text = bytes[...]
    if line == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if text.last == UInt8(ascii: "\r") { text = text.dropLast() }
    guard !text.contains(0) else { throw ExchangeError(.hasNUL, line: line, of: file) }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw ExchangeError(.notUTF8, line: line, of: file)
    }
    return string
  }

  private mutating func nextBytes() throws -> [UInt8]? {
    var scanned = position
    while true {
      if let end = pending[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        line += 1
        endsInLineBreak = true
        return Array(pending[position..<end])
      }
      if isAtEnd {
        guard position < pending.count else { return nil }
        defer { position = pending.count }
        line += 1
        endsInLineBreak = false
        return Array(pending[position...])
      }
      pending.removeFirst(position)
      position = 0
      scanned = pending.count
      if pending.count > SourceFile.limit {
        throw ExchangeError(
          .tooLong(megabytes: SourceFile.limit >> 20), line: line + 1, of: file)
      }
      if let part = try source.next() { pending += part } else { isAtEnd = true }
    }
  }
}
