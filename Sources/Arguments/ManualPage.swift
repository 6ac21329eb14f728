public import Localization

/// A page for man(1), in the reader's language, of a command, a group or the whole program.
public struct ManualPage: Sendable {
  /// `commitdiary-notes-list`
  public let name: String
  /// roff, in UTF-8
  public let text: String

  /// - Parameters:
  ///   - path: the program, where it is empty.
  ///   - date: of this version, `2026-11-21`.
  public init<Globals, Context>(
    _ tree: CommandTree<Globals, Context>, path: [String] = [], reader: Reader, date: String,
    version: String
  ) {
    let help = HelpPage(tree, path: path)
    name = Self.name(tree, path)
    var writer = ManualWriter(
      page: Roff(title: name, date: date, source: "\(tree.name) \(version)"), reader: reader)
    writer.heading(.manualName)
    writer.page.line("\(Roff.escaped(name)) \\- \(Roff.escaped(reader.say(help.summary)))")
    writer.heading(.manualSynopsis)
    writer.page.line(writer.usage(help.usage))
    writer.heading(.manualDescription)
    writer.page.body(reader.say(help.summary))
    if let details = help.details { writer.page.paragraph(reader.say(details)) }
    for section in help.sections { writer.section(section) }
    if path.isEmpty {
      writer.environment()
      writer.files()
    }
    writer.exitStatus()
    writer.seeAlso(Self.related(to: path, in: tree).map { Self.name(tree, $0) })
    text = writer.page.text
  }

  private static func name<Globals, Context>(
    _ tree: CommandTree<Globals, Context>, _ path: [String]
  ) -> String {
    ([tree.name] + path).joined(separator: "-")
  }

  /// The pages above, beside and one below; the program knows them all.
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
  /// The whole manual: a page of the program and one of each group and command.
  public func manual(for reader: Reader, date: String, version: String) -> [ManualPage] {
    pages.map { ManualPage(self, path: $0, reader: reader, date: date, version: version) }
  }
}
