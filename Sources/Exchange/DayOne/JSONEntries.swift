import JSON

/// The objects in the array `entries` of a document, one after the other.
struct JSONEntries {
  struct Element {
    /// An object.
    var value: JSONValue
    var place: ItemPlace
  }

  private var elements: JSONElements
  private let file: String
  /// Whether it has a member that such documents have, or is damaged.
  private var isKnown = false

  init(_ file: SourceFile) throws {
    var source = try file.open()
    elements = JSONElements(limit: SourceFile.limit) { try source.next() }
    self.file = file.path
  }

  mutating func next() throws -> Element? {
    while let element = try nextOfAny() {
      guard element.name == "entries" else { continue }
      guard element.isInArray, element.value.object != nil else {
        throw ExchangeError(.noItem, line: element.line, of: file)
      }
      return Element(
        value: element.value, place: ItemPlace(file: file, line: element.line))
    }
    return nil
  }

  private mutating func nextOfAny() throws -> JSONElements.Element? {
    do {
      if let element = try elements.next() {
        if ["entries", "metadata"].contains(element.name) { isKnown = true }
        return element
      }
    } catch let failure as JSONElements.Failure {
      isKnown = true
      switch failure {
      case .syntax(let line): throw ExchangeError(.notJSON, line: line, of: file)
      case .cutShort(let line): throw ExchangeError(.cutShort, line: line, of: file)
      case .tooLong(let line):
        throw ExchangeError(.tooLong(megabytes: SourceFile.limit >> 20), line: line, of: file)
      }
    }
    if isKnown { return nil }
    isKnown = true
    throw ExchangeError(.otherFormat, at: ItemPlace(file: file))
  }
}

extension SourceFile {
  /// The first 4 KB as text, without a byte order mark.
  func beginning() throws -> String {
    var source = try open()
    var bytes: [UInt8] = []
    while bytes.count < 4096, let part = try source.next() { bytes += part }
    return String(decoding: bytes.prefix(4096), as: UTF8.self).withoutByteOrderMark
  }
}

extension String {
  var withoutByteOrderMark: String { hasPrefix("\u{FEFF}") ? String(dropFirst()) : self }
}
