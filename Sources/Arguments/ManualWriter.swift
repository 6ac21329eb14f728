import Localization

/// Writes the sections of a page of the manual.
struct ManualWriter {
  var page: Roff
  let reader: Reader

  mutating func heading(_ heading: Message) { page.section(reader.say(heading)) }

  mutating func section(_ section: HelpPage.Section) {
    heading(section.kind.manualHeading)
    for row in section.rows {
      page.item(roff(row.term), row.meanings.map(reader.say))
    }
  }

  /// Where a name is typed and where something stands for it, in one line.
  func usage(_ usage: UsageLine) -> String { usage.words.map(roff).joined(separator: " ") }

  private func roff(_ parts: [UsageLine.Part]) -> String {
    let line = parts.map { part in
      switch part {
      case .word(let word): Roff.bold(word)
      case .value(let placeholder): Roff.italic(placeholder.said(to: reader))
      case .sign(let sign): Roff.escaped(sign)
      case .kind(let kind): Roff.italic(reader.say(kind))
      }
    }.joined()
    return String(line.drop { $0 == " " })
  }

  mutating func environment() {
    heading(.manualEnvironment)
    for (names, meaning) in Surroundings.environment { items(names, meaning) }
  }

  mutating func files() {
    heading(.manualFiles)
    for (path, meaning) in Surroundings.files {
      page.item(Roff.italic(path), [reader.say(meaning)])
    }
  }

  mutating func exitStatus() {
    heading(.manualExitStatus)
    for (status, meaning) in Surroundings.statuses {
      items(["\(status.rawValue)"], meaning)
    }
  }

  mutating func seeAlso(_ names: [String]) {
    heading(.manualSeeAlso)
    for (index, name) in names.enumerated() {
      page.line("\(Roff.bold(name))(1)" + (index < names.count - 1 ? "," : ""))
    }
  }

  private mutating func items(_ names: [String], _ meaning: Message) {
    page.item(names.map { Roff.bold($0) }.joined(separator: ", "), [reader.say(meaning)])
  }
}

extension HelpPage.Section.Kind {
  var manualHeading: Message {
    switch self {
    case .examples: .manualExamples
    case .commands: .manualCommands
    case .arguments: .manualArguments
    case .options: .manualOptions
    case .globalOptions: .manualGlobalOptions
    }
  }
}
