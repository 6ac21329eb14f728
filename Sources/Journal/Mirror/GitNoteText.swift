public import Diary
import JSON

/// One of the notes in a git note, which has all notes on a commit.
///
/// Each note is its title, an empty line and its body, followed by an empty line and trailers:
///
///     Why the cache
///
///     Two queries ran for every row.
///
///     Commitdiary-Note: 7kq2m9x4c1ab 2026-11-21T17:42:46+09:00
///     Commitdiary-Tags: perf, sql
///
/// `Commitdiary-Title` is there if the text does not begin with a separate title: `first line` if
/// the title is the first line of the body, `none`, or a JSON string. A line of the text that looks
/// like a trailer begins with a backslash.
public struct GitNoteSection: Hashable, Sendable {
  /// `nil` for text without trailers, which another program wrote.
  public var id: Identifier?
  public var createdAt: Moment?
  public var text: Text
}

/// The text of a git note.
public struct GitNoteText: Hashable, Sendable {
  public var sections: [GitNoteSection]

  public init(_ sections: [GitNoteSection]) {
    self.sections = sections
  }

  /// A larger git note is neither read nor written.
  public static let limit = 1 << 20
}

// MARK: Writing

extension GitNoteText {
  /// The bytes of the git note. Only sections with an id are written.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for section in sections {
      guard let id = section.id else { continue }
      if !bytes.isEmpty { bytes.append(newline) }
      let lines = TextLines(of: section.text)
      for line in lines.lines {
        if Trailer.isEscapable(line) { bytes.append(Trailer.escape) }
        bytes += line
        bytes.append(newline)
      }
      bytes.append(newline)
      let date = section.createdAt.map { " " + $0.rfc3339 } ?? ""
      bytes += "\(Trailer.note.rawValue): \(id.text)\(date)\n".utf8
      if let title = lines.title.written {
        bytes += "\(Trailer.title.rawValue): \(title)\n".utf8
      }
      let tags = section.text.tags
      if !tags.isEmpty { bytes += "\(Trailer.tags.rawValue): \(TagTrailer.text(tags))\n".utf8 }
    }
    return bytes
  }
}

// MARK: Reading

extension GitNoteText {
  /// Reads a git note; `nil` if it is not text.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limit, !bytes.contains(0),
      String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    sections = []
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    var start = 0
    var index = 0
    while index < lines.count {
      guard let (id, date) = Trailer.noteAndDate(lines[index]) else {
        index += 1
        continue
      }
      var end = index
      if end > start, lines[end - 1].allSatisfy(\.isBlank) { end -= 1 }
      var title = TextLines.Title.separate
      var tags: [String] = []
      index += 1
      while index < lines.count, let (trailer, value) = Trailer.read(lines[index]) {
        switch trailer {
        case .note: break
        case .title: title = TextLines.Title(written: value)
        case .tags: tags = TagTrailer.tags(value)
        }
        if trailer == .note { break }
        index += 1
      }
      sections.append(
        GitNoteSection(
          id: id, createdAt: date,
          text: TextLines(lines: lines[start..<end].map(Trailer.unescaped), title: title)
            .text(tags: tags)))
      if index < lines.count, lines[index].allSatisfy(\.isBlank) { index += 1 }
      start = index
    }
    let rest = lines[start...].drop { $0.allSatisfy(\.isBlank) }
    guard let last = rest.lastIndex(where: { !$0.allSatisfy(\.isBlank) }) else { return }
    let body = rest[...last].map { Array($0) }
    // What another program wrote is the body of a note, whose title is its first line.
    sections.append(
      GitNoteSection(
        id: nil, createdAt: nil,
        text: TextLines(lines: body, title: .firstLine).text(tags: [])))
  }
}

private let newline = UInt8(ascii: "\n")

extension UInt8 {
  /// Whether the byte is a space, a tab or a carriage return.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}

/// The trailers of a note.
private enum Trailer: String, CaseIterable {
  case note = "Commitdiary-Note"
  case title = "Commitdiary-Title"
  case tags = "Commitdiary-Tags"

  static let escape = UInt8(ascii: "\\")

  /// The trailer in a line, with its value without surrounding spaces.
  static func read(_ line: ArraySlice<UInt8>) -> (Trailer, String)? {
    for trailer in allCases where line.starts(with: trailer.rawValue.utf8) {
      let rest = line.dropFirst(trailer.rawValue.utf8.count)
      guard rest.first == UInt8(ascii: ":") else { continue }
      return (trailer, String(String(decoding: rest.dropFirst(), as: UTF8.self).trimmed))
    }
    return nil
  }

  static func noteAndDate(_ line: ArraySlice<UInt8>) -> (Identifier, Moment?)? {
    guard let (trailer, value) = read(line), trailer == .note else { return nil }
    let words = value.split(separator: " ")
    guard let word = words.first, word.utf8.count == Identifier.length,
      let id = Identifier.prefix(word), word.utf8.elementsEqual(id.utf8)
    else { return nil }
    return (Identifier(stored: id), words.dropFirst().first.flatMap { Moment(rfc3339: $0) })
  }

  /// Whether a line of the text would be read as a trailer, or as an escaped one.
  static func isEscapable(_ line: [UInt8]) -> Bool {
    read(line.drop { $0 == escape }) != nil
  }

  static func unescaped(_ line: ArraySlice<UInt8>) -> [UInt8] {
    line.first == escape && isEscapable(Array(line)) ? Array(line.dropFirst()) : Array(line)
  }
}

/// Tags separated by commas. Those that contain one are JSON strings.
private enum TagTrailer {
  static func text(_ tags: [String]) -> String {
    tags.map { isPlain($0) ? $0 : JSONValue.string($0).text(.compact) }.joined(separator: ", ")
  }

  private static func isPlain(_ tag: String) -> Bool {
    !tag.isEmpty && tag.first != "\"" && tag.trimmed.utf8.elementsEqual(tag.utf8)
      && !tag.unicodeScalars.contains { $0 == "," || $0.properties.generalCategory == .control }
  }

  static func tags(_ value: String) -> [String] {
    var tags: [String] = []
    var piece = ""
    var isQuoted = false
    var isEscaped = false
    func finish() {
      let word = String(piece.trimmed)
      piece = ""
      guard !word.isEmpty else { return }
      let quoted = word.hasPrefix("\"") ? try? JSONParser.parse(Array(word.utf8)).string : nil
      tags.append(quoted ?? word)
    }
    for scalar in value.unicodeScalars {
      if scalar == ",", !isQuoted {
        finish()
        continue
      }
      if isEscaped {
        isEscaped = false
      } else if isQuoted, scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"", isQuoted || piece.isBlank {
        isQuoted.toggle()
      }
      piece.unicodeScalars.append(scalar)
    }
    finish()
    return tags
  }
}
