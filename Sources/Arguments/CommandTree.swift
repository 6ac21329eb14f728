public import Localization

/// The commands of the program. The tree has only names and types: the declaration of a command is
/// created when it is needed.
public struct CommandTree<Globals: Declared, Context>: Sendable {
  /// `commitdiary`
  public let name: String
  /// The commands and groups, with the headings under which help lists them.
  let sections: KeyValuePairs<Message, [Entry]>
  public let entries: [Entry]
  /// The command that runs if none is named.
  public let defaultCommand: String?
  /// The commands of the first page of help, in its order.
  let everyDay: [String]

  /// Stands for any text in `suggestedFor`: the words of a to-do after `todo`.
  public static var anyText: String { "*" }

  /// What is typed after `help` for the page with all commands.
  public static var allWord: String { "all" }

  public init(
    _ name: String, defaultCommand: String? = nil, everyDay: [String] = [],
    _ sections: KeyValuePairs<Message, [Entry]>
  ) {
    self.name = name
    self.defaultCommand = defaultCommand
    self.everyDay = everyDay
    self.sections = sections
    var entries: [Entry] = []
    // This runs at every start, where `flatMap` and a key path would take longer than the rest.
    for place in 0..<sections.count { entries += sections[place].value }
    self.entries = entries
  }

  public struct Entry: Sendable {
    public let name: String
    public let aliases: [String]
    public let isHidden: Bool
    /// Words that are no commands and for which this one is suggested: `add` in its group, or
    /// `diary add` in another one.
    var suggestedFor: [String] = []
    let kind: Kind
  }

  enum Kind: Sendable {
    case command(any Command<Context>.Type)
    /// - Parameter defaultWords: the command of the group that runs if none is named, and its
    ///   options; empty if there is none.
    case group(Message, defaultWords: [String], [Entry])
  }
}

extension CommandTree.Entry {
  public static func command(
    _ name: String, _ type: any Command<Context>.Type, aliases: [String] = [],
    suggestedFor: [String] = [], isHidden: Bool = false
  ) -> Self {
    Self(
      name: name, aliases: aliases, isHidden: isHidden, suggestedFor: suggestedFor,
      kind: .command(type))
  }

  /// - Parameter defaultWords: the command of the group that runs if none is named, followed by its
  ///   options.
  public static func group(
    _ name: String, _ summary: Message, default defaultWords: [String] = [],
    aliases: [String] = [], _ entries: [Self]
  ) -> Self {
    Self(
      name: name, aliases: aliases, isHidden: false,
      kind: .group(summary, defaultWords: defaultWords, entries))
  }

  func isNamed(_ word: String) -> Bool { name == word || aliases.contains(word) }

  var summary: Message {
    switch kind {
    case .command(let type): Self.description(of: type).summary
    case .group(let summary, _, _): summary
    }
  }

  var entries: [Self] {
    if case .group(_, _, let entries) = kind { entries } else { [] }
  }

  /// The command that runs for a line with only this group.
  var defaultWords: [String] {
    if case .group(_, let words, _) = kind { words } else { [] }
  }

  var declaration: DeclarationDescription? {
    if case .command(let type) = kind { Self.description(of: type) } else { nil }
  }

  private static func description<C: Command>(of type: C.Type) -> DeclarationDescription {
    C.declaration.description
  }
}

extension CommandTree {
  /// A command or group and its path.
  struct Branch {
    var path: [String]
    var entry: Entry
  }

  /// The command or group at `path`; `nil` for an empty or unknown path.
  func entry(at path: [String]) -> Entry? {
    var entry: Entry?
    for word in path {
      entry = (entry?.entries ?? entries).first { $0.isNamed(word) }
      if entry == nil { return nil }
    }
    return entry
  }

  /// Every command and group, in the order of the tree.
  var branches: [Branch] { branches { _ in true } }

  /// The commands and groups for which this is true, without what is below others.
  private func branches(where isIncluded: (Entry) -> Bool) -> [Branch] {
    func below(_ entries: [Entry], _ path: [String]) -> [Branch] {
      entries.filter(isIncluded).flatMap { entry in
        let path = path + [entry.name]
        return [Branch(path: path, entry: entry)] + below(entry.entries, path)
      }
    }
    return below(entries, [])
  }

  /// The paths of all manual pages: the program, its groups and its commands.
  public var pages: [[String]] {
    [[]] + branches { !$0.isHidden }.map(\.path)
  }

  /// The path for `words`, which may contain aliases. For commands that take a command as an
  /// argument.
  public func path(of words: [String]) throws(ArgumentError) -> [String] {
    var scanner = ArgumentScanner(self)
    for word in words { scanner.takeCommand(word) }
    if let mistake = scanner.mistake { throw error(for: mistake, in: scanner) }
    return scanner.path
  }

  /// `commitdiary notes list`
  func spelled(_ path: [String]) -> String { ([name] + path).joined(separator: " ") }

  /// The options that the parser itself handles.
  var builtIn: [ParameterDescription] {
    func flag(_ name: String, short: Character?, help: Message) -> ParameterDescription {
      Parameter<Globals>.flag(name, short: short, help: help) { _ in }.description
    }
    return [
      flag("help", short: "h", help: .optionHelp),
      flag("version", short: nil, help: .optionVersion),
    ]
  }
}

/// A value that is parsed from arguments, with defaults for those that are missing.
public protocol Declared: Sendable {
  init()
  static var declaration: Declaration<Self> { get }
}

/// A command: its options and `run`.
public protocol Command<Context>: Declared {
  associatedtype Context
  func run(in context: Context) async throws
}
