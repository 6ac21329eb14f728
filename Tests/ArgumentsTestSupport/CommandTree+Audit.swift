@testable import Arguments

extension CommandTree {
  /// Finds mistakes in the declarations: duplicate names and letters, rules about unknown options, and
  /// examples that do not parse.
  func audit() -> [String] {
    let globals = Globals.declaration.description
    var problems = audit(globals, reserved: builtIn, name: name) + audit(names: entries, in: name)
    if let defaultCommand, entry(at: [defaultCommand])?.declaration == nil {
      problems.append("\(name): the default command \(defaultCommand) is no command")
    }
    for branch in branches {
      let name = spelled(branch.path)
      problems += audit(names: branch.entry.entries, in: name)
      if !branch.entry.defaultWords.isEmpty {
        let words = branch.path + branch.entry.defaultWords
        if case .run = parse(words).request {
        } else {
          problems.append("\(name): the default does not parse: \(spelled(words))")
        }
      }
      guard let declaration = branch.entry.declaration else { continue }
      // A command may declare its own `--version`, but no other reserved option.
      let reserved = (globals.parameters + builtIn).filter { $0.name != "version" }
      problems += audit(declaration, reserved: reserved, name: name)
    }
    return problems
  }

  private func audit(names entries: [Entry], in name: String) -> [String] {
    repeated(entries.flatMap { [$0.name] + $0.aliases } + ["help"])
      .map { "\(name): two commands called \($0)" }
  }

  private func audit(
    _ declaration: DeclarationDescription, reserved: [ParameterDescription], name: String
  ) -> [String] {
    let all = declaration.parameters + reserved
    var problems = repeated(all.map(\.name)).map { "\(name): two parameters called \($0)" }
    problems += repeated(all.compactMap(\.short)).map {
      "\(name): two options with the letter \($0)"
    }
    let names = Set(declaration.options.map(\.name))
    for mentioned in declaration.exclusive {
      problems += mentioned.filter { !names.contains($0) }.map { "\(name): a rule about \($0)" }
    }
    let counts = declaration.positionals.compactMap(\.count)
    if counts.filter(\.isMany).count > 1 { problems.append("\(name): two lists of words") }
    for example in declaration.examples {
      guard let words = ExampleLine.words(of: example.words), case .run = parse(words).request
      else {
        problems.append("\(name): the example does not parse: \(example.words)")
        continue
      }
    }
    return problems
  }

  private func repeated<Name: Hashable>(_ names: [Name]) -> [Name] {
    var seen: Set<Name> = []
    return names.filter { !seen.insert($0).inserted }
  }
}

/// Splits an example like the shell does, up to a pipe or redirection, respecting quotes.
private enum ExampleLine {
  static func words(of line: String) -> [String]? {
    // `BashLine` expects the program's name at the beginning and a cursor at the end.
    let command = line.split(separator: " | ").first?.split(separator: " > ").first
    return command.map { BashLine("program \($0) ", breaks: "").words }
  }
}
