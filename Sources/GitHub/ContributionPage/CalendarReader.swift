import HTML

/// Parses a page in one pass and collects the cells of its calendar, their tool-tips and the
/// headline.
struct CalendarReader {
  private(set) var cells: [CalendarCell] = []
  private(set) var headline: Int?
  private var tokenizer = HTMLTokenizer()
  private var countParser = CountParser()
  private var text = Text.ignored
  /// The number of open `template` elements, whose contents are not displayed.
  private var templates = 0
  /// Tool-tips that do not directly follow their cells.
  private var toolTips: [(id: Range<Int>, count: Int)] = []

  /// The element to which the next text belongs.
  private enum Text {
    case ignored
    case toolTip(for: Range<Int>)
    case headline
  }

  static func read(_ bytes: Span<UInt8>) -> CalendarReader {
    var reader = CalendarReader()
    // Enough for the days of a year.
    reader.cells.reserveCapacity(400)
    while let token = reader.tokenizer.next(in: bytes) { reader.take(token, in: bytes) }
    reader.endText(in: bytes)
    reader.joinToolTips(in: bytes)
    return reader
  }

  private mutating func take(_ token: HTMLToken, in bytes: Span<UInt8>) {
    switch token {
    case .text(let range): read(range, in: bytes)
    case .start(let name): start(name, in: bytes)
    case .end(let name): end(name, in: bytes)
    // Raw text is a script or a style, even within a tool-tip.
    case .raw, .comment, .doctype: break
    }
  }

  // MARK: Tags

  private mutating func start(_ name: Range<Int>, in bytes: Span<UInt8>) {
    guard let tag = CalendarTag(name, in: bytes) else { return }
    if tag == .template { templates += 1 }
    guard templates == 0 else { return }
    switch tag {
    case .cell:
      endText(in: bytes)
      var attributes = CellAttributes()
      while let attribute = tokenizer.nextAttribute(in: bytes) {
        attributes.read(attribute, in: bytes)
      }
      // An incomplete tag may lack its level, so it is not used.
      guard tokenizer.isTagComplete, let cell = attributes.cell else { return }
      cells.append(cell)
    case .toolTip:
      endText(in: bytes)
      while let attribute = tokenizer.nextAttribute(in: bytes) {
        if bytes.isWord("for", in: attribute.name) { begin(.toolTip(for: attribute.value)) }
      }
    case .headline:
      endText(in: bytes)
      if headline == nil { begin(.headline) }
    case .template: break
    }
  }

  private mutating func end(_ name: Range<Int>, in bytes: Span<UInt8>) {
    guard let tag = CalendarTag(name, in: bytes) else { return }
    if tag == .template { templates = max(templates - 1, 0) }
    guard templates == 0 else { return }
    switch tag {
    case .cell, .toolTip, .headline: endText(in: bytes)
    case .template: break
    }
  }

  // MARK: Texts

  private mutating func begin(_ text: Text) {
    self.text = text
    countParser = CountParser()
  }

  private mutating func read(_ range: Range<Int>, in bytes: Span<UInt8>) {
    if case .ignored = text { return }
    guard templates == 0, !countParser.isDecided else { return }
    if bytes.hasReference(in: range) {
      let decoded = HTMLReference.decoded(range, in: bytes)
      countParser.read(0..<decoded.count, in: decoded.span)
    } else {
      countParser.read(range, in: bytes)
    }
  }

  /// Assigns the number in the text to its element.
  private mutating func endText(in bytes: Span<UInt8>) {
    defer { text = .ignored }
    switch text {
    case .ignored: break
    case .headline: headline = countParser.count
    case .toolTip(let id):
      guard let count = countParser.count else { return }
      // In GitHub's pages, a tool-tip follows its cell.
      if let last = cells.last, !id.isEmpty, bytes.areEqual(last.id, id) {
        setCount(count)
      } else {
        toolTips.append((id, count))
      }
    }
  }

  /// Only the first number of a cell is its count.
  private mutating func setCount(_ count: Int) {
    guard let last = cells.indices.last, cells[last].count == nil else { return }
    cells[last].count = count
  }

  private mutating func joinToolTips(in bytes: Span<UInt8>) {
    guard !toolTips.isEmpty else { return }
    var counts: [String: Int] = [:]
    for toolTip in toolTips {
      let id = HTMLReference.text(toolTip.id, in: bytes, as: .attribute)
      if counts[id] == nil { counts[id] = toolTip.count }
    }
    for index in cells.indices where cells[index].count == nil && !cells[index].id.isEmpty {
      cells[index].count = counts[HTMLReference.text(cells[index].id, in: bytes, as: .attribute)]
    }
  }
}

/// The tags that matter for a calendar; all others are ignored.
private enum CalendarTag {
  case cell, toolTip, headline, template

  init?(_ name: Range<Int>, in bytes: Span<UInt8>) {
    let start = name.lowerBound
    switch name.count {
    case 2 where bytes.matches("td", at: start): self = .cell
    case 2 where bytes.matches("h2", at: start): self = .headline
    case 8 where bytes.matches("tool-tip", at: start): self = .toolTip
    case 8 where bytes.matches("template", at: start): self = .template
    default: return nil
    }
  }
}

extension Span<UInt8> {
  /// Whether two ranges contain the same bytes.
  fileprivate func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    // Backward, because numbered ids differ at the end.
    var offset = left.count
    while offset > 0 {
      offset -= 1
      if self[left.lowerBound + offset] != self[right.lowerBound + offset] { return false }
    }
    return true
  }
}
