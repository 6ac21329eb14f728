public import Localization

/// A manual page of a command, a group or the program, in the user's language.
public struct ManualPage: Sendable {
  /// `commitdiary-notes-list`
  public let name: String
  /// `commitdiary 0.1.0`
  public let source: String
  /// The date of this version, such as `2026-11-21`.
  public let date: String
  public let blocks: [ManualBlock]

  /// - Parameter path: the path of the command; empty for the program.
  public init<Globals, Context>(
    _ tree: CommandTree<Globals, Context>, path: [String] = [], facts: ManualFacts,
    reader: Reader, date: String, version: String
  ) {
    let help = HelpPage(tree, path: path)
    name = Self.name(tree, path)
    source = "\(tree.name) \(version)"
    self.date = date
    var writer = ManualWriter(reader: reader)
    writer.heading(.manualName)
    writer.line([.plain("\(name) - \(reader.say(help.summary))")])
    writer.heading(.manualSynopsis)
    writer.usage(help.usage)
    if let details = help.details {
      writer.heading(.manualDescription)
      writer.text(details)
    }
    for section in help.sections { writer.section(section) }
    for chapter in facts.chapters where chapter.path == path { writer.chapter(chapter) }
    if !path.isEmpty {
      writer.capitals(.headingGlobalOptions)
      writer.text(.manualSee(page: "\(tree.name)(1)"))
    }
    writer.chapter(.init(path: path, heading: .manualExitStatus, items: facts.statuses))
    writer.seeAlso(Self.related(to: path, in: tree).map { Self.name(tree, $0) })
    blocks = writer.blocks
  }

  /// The page as roff for man(1), in UTF-8.
  public var roff: String {
    var page = Roff(title: name, date: date, source: source)
    for block in blocks { page.add(block) }
    return page.text
  }

  private static func name<Globals, Context>(
    _ tree: CommandTree<Globals, Context>, _ path: [String]
  ) -> String {
    ([tree.name] + path).joined(separator: "-")
  }

  /// The parent pages, the siblings and the pages below. The page of the program lists all pages.
  private static func related<Globals, Context>(
    to path: [String], in tree: CommandTree<Globals, Context>
  ) -> [[String]] {
    tree.pages.filter { page in
      guard page != path else { return false }
      let isAbove = path.starts(with: page)
      let isBeside =
        path.count > 1 && page.count == path.count && page.dropLast() == path.dropLast()
      return isAbove || isBeside || page.starts(with: path)
    }
  }
}

extension CommandTree {
  /// The whole manual: the pages of the program, all groups and all commands.
  public func manual(
    for reader: Reader, facts: ManualFacts, date: String, version: String
  ) -> [ManualPage] {
    pages.map {
      ManualPage(self, path: $0, facts: facts, reader: reader, date: date, version: version)
    }
  }
}

/// What the manual has besides the commands.
public struct ManualFacts: Sendable {
  /// A section that only the page at `path` has.
  public struct Chapter: Sendable {
    let path: [String]
    let heading: Message
    let text: Message?
    let items: [Item]

    public init(path: [String], heading: Message, text: Message? = nil, items: [Item] = []) {
      self.path = path
      self.heading = heading
      self.text = text
      self.items = items
    }
  }

  /// Terms with a common description.
  public struct Item: Sendable {
    let terms: [ManualSpan]
    var placeholder: DisplayText?
    let meaning: Message
  }

  let chapters: [Chapter]
  let statuses: [Item]

  public init(chapters: [Chapter], statuses: [Item]) {
    self.chapters = chapters
    self.statuses = statuses
  }
}

extension ManualFacts.Item {
  /// What is typed literally, with an optional placeholder after it.
  public init(_ words: [String], placeholder: DisplayText? = nil, _ meaning: Message) {
    self.init(terms: words.map { .bold($0) }, placeholder: placeholder, meaning: meaning)
  }

  public init(file: String, _ meaning: Message) {
    self.init(terms: [.italic(file)], meaning: meaning)
  }

  public init(_ status: ExitStatus, _ meaning: Message) {
    self.init(["\(status.rawValue)"], meaning)
  }
}

/// A part of a manual page, independent of the output format.
public enum ManualBlock: Hashable, Sendable {
  case section(String)
  /// A line. Consecutive lines form one paragraph.
  case line([ManualSpan])
  /// Text; each line break begins a paragraph.
  case text(String)
  /// A term and its description, which may be empty.
  case item([ManualSpan], String)
}

/// A part of a line.
public enum ManualSpan: Hashable, Sendable {
  case plain(String)
  /// Text to type literally.
  case bold(String)
  /// A placeholder.
  case italic(String)
}
