public import Localization

extension CommandTree {
  /// Parses the arguments after the program's name. Help takes precedence over errors, so that
  /// `--help` always works.
  ///
  /// - Parameter reader: the reader for these global options, for values of several words.
  public func parse(
    _ words: [String], reader: (Globals) -> Reader = { _ in Reader(.english) }
  ) -> ParsedLine<Globals, Context> {
    if let call = CompletionCall(words) {
      return ParsedLine(globals: Globals(), request: .complete(call))
    }
    let scanner = scanned(words)
    var globals = Globals()
    let problem = fill(&globals, from: scanner, scope: .global)
    let options = globals
    func readerOfLine() -> Reader { reader(options) }
    let place = placeOfDefault(in: words, scanner, reader: readerOfLine)
    let request = request(
      of: place.map { scanned(words[..<$0.index] + [$0.command] + words[$0.index...]) } ?? scanner,
      globalProblem: problem, reader: readerOfLine)
    return ParsedLine(globals: options, request: request)
  }

  private func scanned(_ words: some Sequence<String>) -> ArgumentScanner<Globals, Context> {
    var scanner = ArgumentScanner(self)
    for word in words { scanner.take(word) }
    scanner.finish()
    if scanner.mistake == nil, !scanner.wantsHelp, !scanner.wantsVersion {
      scanner.enterDefaultCommand()
    }
    return scanner
  }

  /// Where the line leaves out the default command of a group, if the words that name no command are
  /// values for it: `show` in `diary yesterday`, `list` in `todo --since last friday`.
  private func placeOfDefault(
    in words: [String], _ scanner: ArgumentScanner<Globals, Context>, reader: () -> Reader
  ) -> (index: Int, command: String)? {
    guard case .unknownCommand(_, let path)? = scanner.mistake, !scanner.wantsHelp,
      let command = entry(at: path)?.defaultWords.first ?? (path.isEmpty ? defaultCommand : nil),
      case .command(let type)? = entry(at: path + [command])?.kind
    else { return nil }
    var before = ArgumentScanner(self)
    let index = words.firstIndex { word in
      before.take(word)
      return before.mistake != nil
    }
    guard let index, case let line = scanned(words[..<index] + [command] + words[index...]),
      line.mistake == nil, hasWholeValues(type, line, reader: reader)
    else { return nil }
    return (index, command)
  }

  /// Whether all operands are parts of values of several words.
  private func hasWholeValues<C: Command<Context>>(
    _ type: C.Type, _ scanner: ArgumentScanner<Globals, Context>, reader: () -> Reader
  ) -> Bool {
    let operands = joined(scanner, type, reader: reader).operands
    let phrase = C.declaration.parameters.first { $0.description.count == .phrase }
    return operands.isEmpty || phrase?.wordCount?(operands, reader()) == operands.count
  }

  private func joined<C: Command<Context>>(
    _ scanner: ArgumentScanner<Globals, Context>, _ type: C.Type, reader: () -> Reader
  ) -> ArgumentScanner<Globals, Context> {
    let parameters = C.declaration.parameters
    var scanner = scanner
    scanner.joinValues { parameters[$0].wordCount?($1, reader()) }
    return scanner
  }

  private func request(
    of scanner: ArgumentScanner<Globals, Context>, globalProblem: ArgumentError?,
    reader: () -> Reader
  ) -> Request<Context> {
    if scanner.wantsHelp, !(scanner.isHelpCommand && scanner.mistake != nil) {
      return .help(scanner.path)
    }
    if scanner.wantsVersion { return .version }
    if let mistake = scanner.mistake {
      let error = error(for: mistake, in: scanner)
      guard case .unknownCommand(_, _, nearest: []) = error, scanner.isDefaultCommand,
        case .command(let type)? = scanner.entry?.kind
      else { return .mistake(error) }
      return .mistake(unquotedValue(type, from: scanner) ?? error)
    }
    if let globalProblem { return .mistake(globalProblem) }
    guard case .command(let type)? = scanner.entry?.kind else {
      return .incomplete(scanner.path, .missingCommand(of: spelled(scanner.path)))
    }
    do throws(ArgumentError) {
      let command = try command(type, from: joined(scanner, type, reader: reader))
      return .run(Invocation(path: scanner.path, command: command))
    } catch {
      return .mistake(error)
    }
  }

  private func command<C: Command<Context>>(
    _ type: C.Type, from scanner: ArgumentScanner<Globals, Context>
  ) throws(ArgumentError) -> any Command<Context> {
    var command = C()
    if let problem = fill(&command, from: scanner, scope: .own) { throw problem }
    try check(C.declaration.description, in: scanner)
    do throws(ArgumentError) {
      try fill(&command, with: scanner.operands, path: scanner.path)
    } catch .unexpectedArgument(let word, let usage) {
      throw unquotedValue(C.self, from: scanner) ?? .unexpectedArgument(word, usage: usage)
    }
    return command
  }

  /// Assigns the values of the options, even after an invalid one, and returns the first error.
  private func fill<Options: Declared>(
    _ options: inout Options, from scanner: ArgumentScanner<Globals, Context>,
    scope: ArgumentScanner<Globals, Context>.Scope
  ) -> ArgumentError? {
    let parameters = Options.declaration.parameters
    var first: ArgumentError?
    for binding in scanner.bindings where binding.option.scope == scope {
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
      UsageLine(path: spelled(path), declaration.description)
    }
    var rest = operands[...]
    for (index, positional) in positionals.enumerated() {
      guard let count = positional.description.count else { continue }
      let kept = positionals[(index + 1)...].count { $0.description.isRequired }
      let available = max(rest.count - kept, count.isRequired ? min(rest.count, 1) : 0)
      if count.isRequired, available == 0 {
        throw .missingArgument(positional.description.placeholder, usage: usage())
      }
      let taken = rest.prefix(count.isMany ? available : min(available, 1))
      rest = rest.dropFirst(taken.count)
      let isPhrase = count == .phrase && !taken.isEmpty
      for word in isPhrase ? [taken.joined(separator: " ")] : Array(taken) {
        do throws(ArgumentProblem) {
          try positional.write(&command, word)
        } catch {
          throw .badValue(word, of: positional.description.placeholder, error)
        }
      }
    }
    if let word = rest.first { throw .unexpectedArgument(word, usage: usage()) }
  }

  /// The error for the last words of a line that would be valid if they were part of the option
  /// before them, as in `--since last friday`. `nil` if that is unlikely.
  private func unquotedValue<C: Command<Context>>(
    _ type: C.Type, from scanner: ArgumentScanner<Globals, Context>
  ) -> ArgumentError? {
    guard let index = scanner.bindingsBeforeOperands.last ?? nil,
      case let binding = scanner.bindings[index], binding.option.scope == .own,
      [.places, .nothing].contains(binding.option.description.completion)
    else { return nil }
    let count = scanner.bindingsBeforeOperands.reversed().prefix { $0 != nil }.count
    let words = scanner.operands.suffix(count)
    let value = ([binding.word] + words).joined(separator: " ")
    var command = C()
    guard let first = words.first, !value.contains("'"),
      (try? C.declaration.parameters[binding.option.index].write(&command, value)) != nil
    else { return nil }
    return .unquotedValue(first, of: binding.option.spelling, value: value)
  }

  /// Checks for required options and the rules between options.
  private func check(
    _ declaration: DeclarationDescription, in scanner: ArgumentScanner<Globals, Context>
  ) throws(ArgumentError) {
    /// The option as it was typed, or `nil`.
    func given(_ name: String) -> String? {
      scanner.bindings.first { $0.option.scope == .own && $0.option.description.name == name }?
        .option.spelling
    }
    for option in declaration.options where option.isRequired && given(option.name) == nil {
      throw .missingOption(
        option.spelling, usage: UsageLine(path: spelled(scanner.path), declaration))
    }
    for names in declaration.exclusive {
      let both = names.compactMap(given)
      if both.count > 1 { throw .exclusive(both[0], both[1]) }
    }
  }
}

/// What a command line requests.
public enum Request<Context>: Sendable {
  case run(Invocation<Context>)
  /// The help page for a path; an empty path means the program.
  case help([String])
  case version
  /// The line only names a group: its help is shown, or the error if help cannot be shown.
  case incomplete([String], ArgumentError)
  /// A request for completions from a shell.
  case complete(CompletionCall)
  case mistake(ArgumentError)
}

/// A command with its parsed options.
public struct Invocation<Context>: Sendable {
  public let path: [String]
  public let command: any Command<Context>

  public func run(in context: Context) async throws {
    try await command.run(in: context)
  }
}

/// A parsed command line.
public struct ParsedLine<Globals: Declared, Context>: Sendable {
  /// The global options. If the line has an error, they contain all valid values, so that the error
  /// can be shown in the requested language and format.
  public let globals: Globals
  public let request: Request<Context>
}

/// The arguments of a process as text.
public enum ProcessArguments {
  /// - Parameter words: the bytes of the arguments, without the program's name.
  public static func texts(of words: [[UInt8]]) throws(ArgumentError) -> [String] {
    var texts: [String] = []
    for (index, bytes) in words.enumerated() {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .notText(position: index + 1)
      }
      texts.append(text)
    }
    return texts
  }
}
