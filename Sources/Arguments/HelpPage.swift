public import Localization

/// The help of a command, a group or the program, in display order. The caller arranges it in
/// columns.
public struct HelpPage: Sendable {
  public var summary: Message
  public var details: Message?
  public var usage: UsageLine
  public var sections: [Section]
  /// Where to find more help; a line each.
  public var closing: [Message]

  public struct Section: Sendable {
    public var heading: Message
    public var rows: [Row]
  }

  public struct Row: Sendable {
    /// The term, such as `-t, --tag <tag>`.
    public var term: [UsageLine.Part]
    public var meaning: Message?

    public func term(for reader: Reader) -> String {
      reader.write(.joined(term.map(\.argument)))
    }
  }
}

extension HelpPage {
  /// The page for `path`; that of the program, which lists the global options, if the path is empty
  /// or unknown.
  public init<Globals, Context>(_ tree: CommandTree<Globals, Context>, path: [String] = []) {
    let entry = tree.entry(at: path)
    let program = Globals.declaration.description
    let declaration = entry == nil ? program : entry?.declaration
    let name = tree.spelled(path)
    summary = entry?.summary ?? program.summary
    let defaultWords = entry?.defaultWords ?? []
    details =
      defaultWords.isEmpty
      ? declaration?.details
      : .helpDefaultCommand(command: tree.spelled(path + defaultWords))
    sections = [
      Section(
        heading: .headingExamples,
        rows: (declaration?.examples ?? []).map { example in
          Row(term: [.word("\(tree.name) \(example.words)")], meaning: example.meaning)
        })
    ]
    closing = entry == nil ? [] : [.helpGlobalOptions(program: tree.name)]
    if let declaration, entry != nil {
      usage = UsageLine(path: name, declaration)
      sections += [
        Section(
          heading: .headingArguments,
          rows: declaration.positionals.map { Row(term: $0.usage, meaning: $0.meaning) }),
        Section(heading: .headingOptions, rows: Self.rows(of: declaration.options)),
      ]
    } else {
      usage = UsageLine(
        group: name,
        isCommandOptional: entry == nil ? tree.defaultCommand != nil : !defaultWords.isEmpty)
      let groups = entry.map { [.headingCommands: $0.entries] } ?? tree.sections
      sections += groups.map { heading, entries in
        Section(
          heading: heading,
          rows: entries.filter { !$0.isHidden }.map {
            Row(term: [.word($0.name)], meaning: $0.summary)
          })
      }
      closing.insert(.helpClosing(command: name), at: 0)
    }
    if entry == nil {
      sections.append(
        Section(
          heading: .headingGlobalOptions, rows: Self.rows(of: program.options + tree.builtIn)))
    }
    sections.removeAll(where: \.rows.isEmpty)
  }

  /// The first page of the program: the commands of every day. `help all` shows the others.
  public init<Globals, Context>(everyDayOf tree: CommandTree<Globals, Context>) {
    self.init(tree)
    let rows = tree.everyDay.compactMap { name in
      tree.entry(at: [name]).map { Row(term: [.word($0.name)], meaning: $0.summary) }
    }
    if rows.isEmpty { return }
    sections = [Section(heading: .headingEveryDay, rows: rows)]
    closing.insert(.helpAll(program: tree.name), at: 0)
  }

  private static func rows(of options: [ParameterDescription]) -> [Row] {
    let hasShort = options.contains { $0.short != nil }
    return options.map { option in
      var term: [UsageLine.Part] = []
      if let short = option.short {
        term = [.word("-\(short)"), .sign(", ")]
      } else if hasShort {
        term = [.sign("    ")]
      }
      return Row(term: term + option.usage, meaning: option.meaning)
    }
  }
}

extension ParameterDescription {
  /// The description, with remarks about choices, repetition and whether it is required.
  var meaning: Message {
    var remarks: [Message] = []
    if namesChoices { remarks.append(.helpChoices(choices: MessageArgument.enumeration(choices))) }
    if kind == .option(.repeated) { remarks.append(.helpRepeated) }
    if isRequired, !isPositional { remarks.append(.helpRequired) }
    return remarks.reduce(help) { .phraseWithRemark(phrase: $0, remark: $1) }
  }
}
