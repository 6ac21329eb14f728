public import Localization

/// All that can be asked of the program. Only names and types: a command is declared when somebody
/// asks for it.
public struct CommandTree<Globals: Declared, Context>: Sendable {
  /// `commitdiary`
  public let name: String
  public let entries: [Entry]
  /// The command that is meant where none is named.
  public let defaultCommand: String?

  public init(_ name: String, defaultCommand: String? = nil, _ entries: [Entry]) {
    self.name = name
    self.defaultCommand = defaultCommand
    self.entries = entries
  }

  public struct Entry: Sendable {
    public let name: String
    public let aliases: [String]
    public let isHidden: Bool
    let kind: Kind
  }

  enum Kind: Sendable {
    case command(any Command<Context>.Type)
    case group(Message, [Entry])
  }
}

extension CommandTree.Entry {
  public static func command(
    _ name: String, _ type: any Command<Context>.Type, aliases: [String] = [],
    isHidden: Bool = false
  ) -> Self {
    Self(name: name, aliases: aliases, isHidden: isHidden, kind: .command(type))
  }

  public static func group(
    _ name: String, _ summary: Message, aliases: [String] = [], isHidden: Bool = false,
    _ entries: [Self]
  ) -> Self {
    Self(name: name, aliases: aliases, isHidden: isHidden, kind: .group(summary, entries))
  }

  func isNamed(_ word: String) -> Bool { name == word || aliases.contains(word) }

  var summary: Message {
    switch kind {
    case .command(let type): Self.description(of: type).summary
    case .group(let summary, _): summary
    }
  }

  var entries: [Self] {
    if case .group(_, let entries) = kind { entries } else { [] }
  }

  var declaration: DeclarationDescription? {
    if case .command(let type) = kind { Self.description(of: type) } else { nil }
  }

  private static func description<C: Command>(of type: C.Type) -> DeclarationDescription {
    DeclarationDescription(C.declaration)
  }
}

extension CommandTree {
  /// A command or a group, and the words that lead to it.
  struct Branch {
    var path: [String]
    var entry: Entry
  }

  /// What `path` leads to; `nil` for the program itself and for what there is not.
  func entry(at path: [String]) -> Entry? {
    var entry: Entry?
    for word in path {
      entry = (entry?.entries ?? entries).first { $0.isNamed(word) }
      if entry == nil { return nil }
    }
    return entry
  }

  private func isHidden(_ path: [String]) -> Bool {
    path.indices.contains { entry(at: Array(path[...$0]))?.isHidden == true }
  }

  /// Every command and group, in the order of the tree.
  var branches: [Branch] {
    func below(_ entries: [Entry], _ path: [String]) -> [Branch] {
      entries.flatMap { entry in
        let path = path + [entry.name]
        return [Branch(path: path, entry: entry)] + below(entry.entries, path)
      }
    }
    return below(entries, [])
  }

  /// The paths of all that has a page of its own in the manual: the program, its groups and its
  /// commands.
  public var pages: [[String]] {
    [[]] + branches.filter { !isHidden($0.path) }.map(\.path)
  }

  /// The path that `words` name, whatever aliases stand in it: for commands that speak of commands.
  public func path(of words: [String]) throws(ArgumentError) -> [String] {
    var scanner = ArgumentScanner(self)
    for word in words { scanner.takeCommand(word) }
    if let mistake = scanner.mistake { throw error(for: mistake, in: scanner) }
    return scanner.path
  }

  /// `commitdiary notes list`
  func spelled(_ path: [String]) -> String { ([name] + path).joined(separator: " ") }

  /// The options that the parser itself answers to.
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
