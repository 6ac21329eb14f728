import Localization

/// Writes the sections of a manual page.
struct ManualWriter {
  let reader: Reader
  private(set) var blocks: [ManualBlock] = []

  init(reader: Reader) { self.reader = reader }

  mutating func heading(_ heading: Message) { blocks.append(.section(reader.say(heading))) }

  /// Writes a heading of help in capitals, as man pages have them.
  mutating func capitals(_ heading: Message) {
    blocks.append(.section(reader.say(heading).uppercased()))
  }

  mutating func line(_ spans: [ManualSpan]) { blocks.append(.line(spans)) }

  mutating func text(_ message: Message) { blocks.append(.text(reader.say(message))) }

  mutating func section(_ section: HelpPage.Section) {
    capitals(section.heading)
    for row in section.rows { item(spans(row.term), row.meaning) }
  }

  /// Writes the usage as one line.
  mutating func usage(_ usage: UsageLine) {
    line(Array(usage.words.map(spans).joined(separator: [.plain(" ")])))
  }

  mutating func chapter(_ chapter: ManualFacts.Chapter) {
    heading(chapter.heading)
    if let text = chapter.text { self.text(text) }
    for item in chapter.items {
      let value: [ManualSpan] =
        item.placeholder.map { [.plain(" "), .italic($0.text(for: reader))] } ?? []
      self.item([.bold(item.term)] + value, item.meaning)
    }
  }

  mutating func environment(_ variables: [ManualFacts.Variables]) {
    heading(.manualEnvironment)
    for group in variables { items(group.names, group.meaning) }
  }

  mutating func files(_ files: [ManualFacts.File]) {
    heading(.manualFiles)
    for file in files { item([.italic(file.path)], file.meaning) }
  }

  mutating func exitStatus(_ statuses: [ManualFacts.Status]) {
    heading(.manualExitStatus)
    for status in statuses { items(["\(status.status.rawValue)"], status.meaning) }
  }

  mutating func seeAlso(_ names: [String]) {
    heading(.manualSeeAlso)
    for (index, name) in names.enumerated() {
      line([.bold(name), .plain(index < names.count - 1 ? "(1)," : "(1)")])
    }
  }

  private mutating func items(_ names: [String], _ meaning: Message) {
    let separator = ManualSpan.plain(reader.enumerationSeparator)
    item(Array(names.map { [.bold($0)] }.joined(separator: [separator])), meaning)
  }

  private mutating func item(_ term: [ManualSpan], _ meaning: Message) {
    blocks.append(.item(term, reader.say(meaning)))
  }

  private func spans(_ parts: [UsageLine.Part]) -> [ManualSpan] {
    var spans = parts.map { part -> ManualSpan in
      switch part {
      case .word(let word): .bold(word)
      case .value(let placeholder): .italic(placeholder.text(for: reader))
      case .sign(let sign): .plain(sign)
      case .kind(let kind): .italic(reader.say(kind))
      }
    }
    // Options without a short name are indented in help, but not in the manual.
    if case .plain(let sign)? = spans.first {
      spans[0] = .plain(String(sign.drop { $0 == " " }))
    }
    return spans
  }
}
