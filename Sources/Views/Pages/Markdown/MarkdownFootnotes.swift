import Diary

/// The footnotes of a text. Those to which the text refers are numbered in the order of the references.
final class MarkdownFootnotes {
  struct Definition {
    let lines: [MarkdownBlocks.Line]
    /// The lines as they were written.
    let source: [MarkdownBlocks.Line]
    /// How deep in lists and quotes it is.
    let depth: Int
    fileprivate(set) var number: Int?
    fileprivate(set) var references = 0
  }

  private(set) var definitions: [Definition] = []
  /// The definitions with numbers, in their order.
  private(set) var numbered: [Int] = []
  /// Whether further references are text, because the footnotes have been written.
  var isClosed = false
  private var places: [[UInt8]: Int] = [:]
  private let id: String
  private let page: String

  init(id: String, page: String) {
    self.id = id
    self.page = page
  }

  /// Of several definitions with a name, the first one is used.
  func define(
    _ name: MarkdownBlocks.Line, lines: [MarkdownBlocks.Line], source: [MarkdownBlocks.Line],
    depth: Int
  ) {
    let key = Self.key(name)
    if places[key] == nil { places[key] = definitions.count }
    definitions.append(Definition(lines: lines, source: source, depth: depth))
  }

  /// The link to a footnote; `nil` if there is none with this name.
  func reference(to name: MarkdownBlocks.Line) -> [UInt8]? {
    guard !isClosed, let place = places[Self.key(name)] else { return nil }
    definitions[place].references += 1
    if definitions[place].number == nil {
      numbered.append(place)
      definitions[place].number = numbered.count
    }
    let (number, count) = (definitions[place].number ?? 0, definitions[place].references)
    let link =
      "<a href=\"\(page)#\(id(ofNote: number))\" id=\"\(id(ofReference: count, to: number))\""
    return Array("<sup>\(link) role=\"doc-noteref\">\(number)</a></sup>".utf8)
  }

  func id(ofNote number: Int) -> String { "n-\(id)-\(number)" }

  private func id(ofReference count: Int, to number: Int) -> String {
    "r-\(id)-\(number)\(count == 1 ? "" : "-\(count)")"
  }

  func address(ofReference count: Int, to number: Int) -> String {
    "\(page)#\(id(ofReference: count, to: number))"
  }

  /// A longer name is text.
  static let longestName = 200

  private static func key(_ name: MarkdownBlocks.Line) -> [UInt8] {
    Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
  }
}
