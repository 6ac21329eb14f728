extension CommandTree {
  /// Understands the words after the program's name. Help goes before errors, so that whoever is
  /// lost can always ask for it.
  public func parse(_ words: [String]) -> ParsedLine<Globals, Context> {
    if let call = CompletionCall(words) {
      return ParsedLine(globals: Globals(), request: .complete(call))
    }
    var scan = Scan(self)
    for word in words { scan.take(word) }
    scan.finish()
    if scan.mistake == nil, !scan.wantsHelp { scan.enterUsualCommand() }

    var globals = Globals()
    let problem = fill(&globals, from: scan, scope: .global)
    return ParsedLine(globals: globals, request: request(of: scan, globalProblem: problem))
  }

  private func request(
    of scan: Scan<Globals, Context>, globalProblem: ArgumentError?
  ) -> Request<Context> {
    if scan.wantsHelp, !(scan.isHelpCommand && scan.mistake != nil) { return .help(scan.path) }
    if scan.wantsVersion { return .version }
    if let mistake = scan.mistake { return .mistake(error(for: mistake, in: scan)) }
    if let globalProblem { return .mistake(globalProblem) }
    guard case .command(let type)? = scan.entry?.kind else {
      return .incomplete(scan.path, .missingCommand(of: spelled(scan.path)))
    }
    do throws(ArgumentError) {
      return .run(Invocation(path: scan.path, command: try command(type, from: scan)))
    } catch {
      return .mistake(error)
    }
  }

  private func command<C: Command<Context>>(
    _ type: C.Type, from scan: Scan<Globals, Context>
  ) throws(ArgumentError) -> any Command<Context> {
    var command = C()
    if let problem = fill(&command, from: scan, scope: .own) { throw problem }
    try check(DeclarationDescription(C.declaration), in: scan)
    try fill(&command, with: scan.operands, path: scan.path)
    return command
  }

  /// Writes what the options were given, all of it even where some is wrong, and returns the first
  /// thing that is.
  private func fill<Options: Declared>(
    _ options: inout Options, from scan: Scan<Globals, Context>, scope: Scan<Globals, Context>.Scope
  ) -> ArgumentError? {
    let parameters = Options.declaration.parameters
    var first: ArgumentError?
    for binding in scan.bindings where binding.option.scope == scope {
      do throws(ArgumentProblem) {
        try parameters[binding.option.index].write(&options, binding.word)
      } catch {
        first = first ?? .badValue(binding.word, of: .literal(binding.option.spelling), error)
      }
    }
    return first
  }

  private func fill<C: Command>(
    _ command: inout C, with operands: [String], path: [String]
  ) throws(ArgumentError) {
    let declaration = C.declaration
    let positionals = declaration.parameters.filter { $0.description.isPositional }
    func usage() -> UsageLine {
      UsageLine(path: spelled(path), DeclarationDescription(declaration))
    }
    var rest = operands[...]
    for (index, positional) in positionals.enumerated() {
      guard let count = positional.description.count else { continue }
      let kept = positionals[(index + 1)...].count { $0.description.isRequired }
      let available = max(rest.count - kept, count.isRequired ? min(rest.count, 1) : 0)
      if count.isRequired, available == 0 {
        throw .missingWord(positional.description.placeholder, usage: usage())
      }
      for word in rest.prefix(count.isMany ? available : min(available, 1)) {
        rest.removeFirst()
        do throws(ArgumentProblem) {
          try positional.write(&command, word)
        } catch {
          throw .badValue(word, of: positional.description.placeholder, error)
        }
      }
    }
    if let word = rest.first { throw .surplusWord(word, usage: usage()) }
  }

  /// Options that must be there, exclude or need each other.
  private func check(
    _ declaration: DeclarationDescription, in scan: Scan<Globals, Context>
  ) throws(ArgumentError) {
    /// As it was typed.
    func given(_ name: String) -> String? {
      scan.bindings.first { $0.option.scope == .own && $0.option.description.name == name }?
        .option.spelling
    }
    for option in declaration.options where option.isRequired && given(option.name) == nil {
      throw .missingOption(
        option.spelling, usage: UsageLine(path: spelled(scan.path), declaration))
    }
    for rule in declaration.rules {
      switch rule {
      case .exclusive(let names):
        let both = names.compactMap(given)
        if both.count > 1 { throw .exclusive(both[0], both[1]) }
      case .needs(let name, let other):
        if let first = given(name), given(other) == nil { throw .needs(first, "--" + other) }
      }
    }
  }
}
