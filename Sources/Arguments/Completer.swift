import Localization

/// Finds completions with the same scanner as the parser.
public struct Completer<Globals: Declared, Context> {
  /// Looks up values that begin with `prefix` in the journal or the settings.
  public typealias Lookup =
    nonisolated(nonsending) (CompletionKind, _ prefix: String) async -> Completion

  let tree: CommandTree<Globals, Context>

  public init(_ tree: CommandTree<Globals, Context>) { self.tree = tree }

  /// - Parameters:
  ///   - words: the words before the cursor, without the program's name.
  ///   - cursorWord: the part of the word before the cursor.
  public nonisolated(nonsending) func completion(
    words: [String], cursorWord: String, lookup: Lookup = { _, _ in Completion() }
  ) async -> Completion {
    var scanner = ArgumentScanner(tree)
    for word in words { scanner.take(word) }
    let target = target(at: cursorWord, after: scanner)
    var completion = Completion(prefix: target.prefix)
    var typed = String(cursorWord.dropFirst(target.prefix.count))
    if let kind = target.kind {
      switch kind {
      case .nothing, .choices, .commands: break
      case .files: completion.additions = .files
      case .fileLines: completion.additions = typed.contains(":") ? .nothing : .files
      case .directories: completion.additions = .directories
      default:
        let found = await lookup(kind, typed)
        completion = found
        completion.prefix = target.prefix + found.prefix
        typed = String(cursorWord.dropFirst(completion.prefix.count))
      }
    }
    completion.candidates = (target.candidates + completion.candidates).compactMap { candidate in
      guard candidate.word.hasPrefix(typed) else { return nil }
      return Candidate(completion.prefix + candidate.word, candidate.description)
    }
    return completion
  }
}

extension Completer {
  /// The possible completions of the word at the cursor, before the lookup.
  private struct Target {
    var candidates: [Candidate] = []
    var kind: CompletionKind?
    var prefix = ""
  }

  private func target(at cursor: String, after scanner: ArgumentScanner<Globals, Context>) -> Target
  {
    switch scanner.expectation {
    case .value(let option):
      return target(option.description, scanner)
    case .values(let option, _):
      return cursor.hasPrefix("-")
        ? Target(candidates: options(after: scanner)) : target(option.description, scanner)
    case .operands:
      return operand(after: scanner)
    case .anything:
      if let attached = attachedValue(at: cursor, in: scanner) { return attached }
      if scanner.isOption(cursor) || cursor == "-" {
        return Target(candidates: options(after: scanner))
      }
      var target = operand(after: scanner)
      if cursor.isEmpty, target.candidates.isEmpty, target.kind == nil, !scanner.isHelpCommand {
        target.candidates = options(after: scanner)
      }
      return target
    }
  }

  /// A value in the same word as its option: `--theme=…`, `-t…`.
  private func attachedValue(at cursor: String, in scanner: ArgumentScanner<Globals, Context>)
    -> Target?
  {
    var attached: (option: ArgumentScanner<Globals, Context>.Option, length: Int)?
    if cursor.hasPrefix("--"), let equals = cursor.firstIndex(of: "=") {
      let name = cursor[..<equals]
      attached = scanner.option(long: String(name.dropFirst(2))).map { ($0, name.count + 1) }
    } else if cursor.hasPrefix("-"), cursor.count > 2, let letter = cursor.dropFirst().first {
      attached = scanner.option(short: letter).map { ($0, 2) }
    }
    guard let attached, attached.option.description.takesValue else { return nil }
    var target = target(attached.option.description, scanner)
    target.prefix = String(cursor.prefix(attached.length))
    return target
  }

  private func operand(after scanner: ArgumentScanner<Globals, Context>) -> Target {
    guard let declaration = scanner.declaration else {
      var commands = names(of: scanner.subcommands)
      if scanner.path.isEmpty, !scanner.isHelpCommand {
        commands.append(Candidate("help", .message(.optionHelp)))
      }
      return Target(candidates: commands)
    }
    let hasOperands = !scanner.isHelpCommand && !scanner.isDefaultCommand
    let positionals = hasOperands ? declaration.positionals : []
    let index = scanner.operands.count
    func target(_ positional: ParameterDescription) -> Target {
      guard case .settingValues = positional.completion else {
        return self.target(positional, scanner)
      }
      var positional = positional
      positional.completion = .settingValues(key: scanner.operands.first)
      return self.target(positional, scanner)
    }
    if index < positionals.count { return target(positionals[index]) }
    // The second word of a phrase is not completed.
    guard let last = positionals.last, let count = last.count, count.isMany, count != .phrase
    else { return Target() }
    return target(last)
  }

  /// The possible values of a parameter.
  private func target(
    _ parameter: ParameterDescription, _ scanner: ArgumentScanner<Globals, Context>
  ) -> Target {
    if !parameter.choices.isEmpty { return Target(candidates: parameter.choices.map { .init($0) }) }
    guard parameter.completion == .commands else { return Target(kind: parameter.completion) }
    var named = ArgumentScanner(tree)
    for word in scanner.operands { named.takeCommand(word) }
    return Target(candidates: names(of: named.subcommands), kind: .commands)
  }

  private func names(of entries: [CommandTree<Globals, Context>.Entry]) -> [Candidate] {
    entries.filter { !$0.isHidden }.map { Candidate($0.name, .message($0.summary)) }
  }

  /// The options that can still be given: no duplicates, and none that a given option excludes.
  private func options(after scanner: ArgumentScanner<Globals, Context>) -> [Candidate] {
    let given = Set(scanner.bindings.map(\.option.description.name))
    let excluded = (scanner.declaration?.exclusive ?? []).flatMap {
      given.isDisjoint(with: $0) ? [] : $0
    }
    var seen = given.union(excluded)
    var candidates: [Candidate] = []
    for option in scanner.scopes.flatMap(\.1) where !option.isPositional {
      let isNew = seen.insert(option.name).inserted
      let isRepeated = option.kind == .option(.repeated) && !excluded.contains(option.name)
      guard isNew || isRepeated else { continue }
      candidates.append(Candidate(option.spelling, .message(option.help)))
    }
    return candidates
  }
}

/// The completions at the cursor.
public struct Completion: Hashable, Sendable {
  public var candidates: [Candidate] = []
  /// Which completions the shell adds itself.
  public var additions = Additions.nothing
  /// The part of the typed word before the value, such as `--file=`.
  var prefix = ""

  /// - Parameter prefix: the part of the typed word that all completions keep.
  public init(
    candidates: [Candidate] = [], additions: Additions = .nothing, prefix: String = ""
  ) {
    self.candidates = candidates
    self.additions = additions
    self.prefix = prefix
  }

  public enum Additions: String, Hashable, Sendable {
    case nothing = "words"
    case files, directories
  }
}

/// A possible completion.
public struct Candidate: Hashable, Sendable {
  public var word: String
  public var description: DisplayText?

  public init(_ word: String, _ description: DisplayText? = nil) {
    self.word = word
    self.description = description
  }
}

/// The kind of completions for a value.
public enum CompletionKind: Hashable, Sendable {
  case nothing
  /// The choices of the type.
  case choices
  /// The shell completes these itself.
  case files, directories
  /// A file, which may be followed by a colon and lines. Shells complete only the file.
  case fileLines
  /// The names of the commands, for `help` and `man`.
  case commands
  case accounts, commits, configKeys, days, spans, journals, languages, places, repositories, tags,
    themes
  case noteIDs, deletedNotes, deletedEntries, toDos, deletedToDos, users
  /// How often a to-do recurs.
  case rules
  /// What a graph shows; `countedMeasures` are those that a streak can count.
  case measures, countedMeasures
  /// The values of a setting. A declaration has no key; the completer takes the first argument.
  case settingValues(key: String?)
}

extension CompletionKind {
  /// The placeholder for a value of this kind, if it has one of its own.
  var placeholder: DisplayText? {
    switch self {
    case .tags: .message(.placeholderTag)
    case .repositories: .message(.placeholderRepository)
    default: nil
    }
  }
}
