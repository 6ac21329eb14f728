import Localization

/// Says what could be typed next, by the same scan as the parser's.
public struct Completer<Globals: Declared, Context> {
  /// Looks up what only the journal or the config knows: the values of a kind that begin so.
  public typealias Lookup =
    nonisolated(nonsending) (CompletionKind, _ prefix: String) async -> [Candidate]

  let tree: CommandTree<Globals, Context>

  public init(_ tree: CommandTree<Globals, Context>) { self.tree = tree }

  /// - Parameters:
  ///   - words: the words before the cursor, without the program's name.
  ///   - cursorWord: what is typed of the word at the cursor, up to the cursor.
  public nonisolated(nonsending) func completion(
    words: [String], cursorWord: String, lookup: Lookup = { _, _ in [] }
  ) async -> Completion {
    var scan = Scan(tree)
    for word in words { scan.take(word) }
    let want = want(at: cursorWord, after: scan)
    var completion = Completion(prefix: want.prefix)
    let typed = String(cursorWord.dropFirst(want.prefix.count))
    if let kind = want.kind {
      switch kind {
      case .nothing, .choices, .commands: break
      case .files: completion.additions = .files
      case .directories: completion.additions = .directories
      default: completion.candidates = await lookup(kind, typed)
      }
    }
    completion.candidates = (want.candidates + completion.candidates).compactMap { candidate in
      guard candidate.word.hasPrefix(typed) else { return nil }
      return Candidate(want.prefix + candidate.word, candidate.description)
    }
    return completion
  }
}

extension Completer {
  /// What the word at the cursor can be, before it is looked up.
  private struct Want {
    var candidates: [Candidate] = []
    var kind: CompletionKind?
    var prefix = ""
  }

  private func want(at cursor: String, after scan: Scan<Globals, Context>) -> Want {
    switch scan.expectation {
    case .value(let option):
      return want(option.description, scan)
    case .values(let option, _):
      return cursor.hasPrefix("-")
        ? Want(candidates: options(after: scan)) : want(option.description, scan)
    case .operands:
      return operand(after: scan)
    case .anything:
      if let attached = attachedValue(at: cursor, in: scan) { return attached }
      if scan.isOption(cursor) || cursor == "-" { return Want(candidates: options(after: scan)) }
      var want = operand(after: scan)
      if cursor.isEmpty, want.candidates.isEmpty, want.kind == nil, !scan.isHelpCommand {
        want.candidates = options(after: scan)
      }
      return want
    }
  }

  /// `--theme=…`, `-t…`
  private func attachedValue(at cursor: String, in scan: Scan<Globals, Context>) -> Want? {
    var attached: (option: Scan<Globals, Context>.Option, length: Int)?
    if cursor.hasPrefix("--"), let equals = cursor.firstIndex(of: "=") {
      let name = cursor[..<equals]
      attached = scan.option(long: String(name.dropFirst(2))).map { ($0, name.count + 1) }
    } else if cursor.hasPrefix("-"), cursor.count > 2, let letter = cursor.dropFirst().first {
      attached = scan.option(short: letter).map { ($0, 2) }
    }
    guard let attached, attached.option.description.takesValue else { return nil }
    var want = want(attached.option.description, scan)
    want.prefix = String(cursor.prefix(attached.length))
    return want
  }

  private func operand(after scan: Scan<Globals, Context>) -> Want {
    guard let declaration = scan.declaration else {
      var commands = names(of: scan.subcommands)
      if scan.path.isEmpty, !scan.isHelpCommand {
        commands.append(Candidate("help", .message(.optionHelp)))
      }
      return Want(candidates: commands)
    }
    let positionals = scan.isHelpCommand ? [] : declaration.positionals
    let index = scan.operands.count
    if index < positionals.count { return want(positionals[index], scan) }
    guard let last = positionals.last, last.count?.isMany == true else { return Want() }
    return want(last, scan)
  }

  /// The values of a parameter.
  private func want(_ parameter: ParameterDescription, _ scan: Scan<Globals, Context>) -> Want {
    if !parameter.choices.isEmpty { return Want(candidates: parameter.choices.map { .init($0) }) }
    guard parameter.completion == .commands else { return Want(kind: parameter.completion) }
    var named = Scan(tree)
    for word in scan.operands { named.takeCommand(word) }
    return Want(candidates: names(of: named.subcommands), kind: .commands)
  }

  private func names(of entries: [CommandTree<Globals, Context>.Entry]) -> [Candidate] {
    entries.filter { !$0.isHidden }.map { Candidate($0.name, .message($0.summary)) }
  }

  /// Those that can still be given: no second one of a kind, none that an earlier one excludes.
  private func options(after scan: Scan<Globals, Context>) -> [Candidate] {
    let given = Set(scan.bindings.map(\.option.description.name))
    let excluded = (scan.declaration?.rules ?? []).flatMap { rule -> [String] in
      guard case .exclusive(let names) = rule, !given.isDisjoint(with: names) else { return [] }
      return names
    }
    var seen = given.union(excluded)
    var candidates: [Candidate] = []
    for option in scan.scopes.flatMap(\.1) where !option.isPositional && !option.isHidden {
      let isNew = seen.insert(option.name).inserted
      let isRepeated = option.kind == .option(.repeated) && !excluded.contains(option.name)
      guard isNew || isRepeated else { continue }
      candidates.append(Candidate(option.spelling, .message(option.help)))
    }
    return candidates
  }
}
