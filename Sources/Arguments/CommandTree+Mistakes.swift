extension CommandTree {
  /// What would have been right, now that the whole line is known.
  func error(
    for mistake: ArgumentScanner<Globals, Context>.Mistake,
    in scanner: ArgumentScanner<Globals, Context>
  ) -> ArgumentError {
    switch mistake {
    case .certain(let error): error
    case .unknownCommand(let word, let path): unknownCommand(word, at: path)
    case .unknownOption(let option, let path): unknownOption(option, at: path, in: scanner)
    }
  }

  private func unknownOption(
    _ option: String, at path: [String], in scanner: ArgumentScanner<Globals, Context>
  ) -> ArgumentError {
    let isLong = option.hasPrefix("--")
    let visible = scanner.scopes.flatMap { scope, parameters in
      scope == .own && path != scanner.path ? [] : parameters
    }
    let names = visible.filter { !$0.isPositional && !$0.isHidden }.map(\.spelling)
    let nearest = isLong ? Spelling.nearest(to: option, in: names) : nil
    let slip = nearest.map { Spelling.distance(from: option, to: $0) }
    // A slip of the finger is more likely than an option of another command, which is more likely
    // than two slips.
    let owner = slip == 1 ? nil : self.owner(of: option, preferring: scanner.path)
    return .unknownOption(
      option, of: spelled(path), nearest: owner == nil ? nearest : nil,
      owner: owner.map(spelled))
  }

  /// A command that has `option`; the one that the line names, if that does.
  private func owner(of option: String, preferring path: [String]) -> [String]? {
    let owners = branches.filter { branch in
      guard !branch.entry.isHidden, let declaration = branch.entry.declaration else {
        return false
      }
      return declaration.options.contains {
        !$0.isHidden && ($0.spelling == option || $0.short.map { "-\($0)" } == option)
      }
    }
    return (owners.first { $0.path == path } ?? owners.first)?.path
  }

  private func unknownCommand(_ word: String, at path: [String]) -> ArgumentError {
    let visible = branches.filter { !$0.entry.isHidden }
    let here = visible.filter { $0.path.dropLast() == path[...] }.flatMap {
      [$0.entry.name] + $0.entry.aliases
    }
    let nearest = Spelling.nearest(to: word, in: here + (path.isEmpty ? ["help"] : []))
    let slip = nearest.map { Spelling.distance(from: word, to: $0) }
    // From elsewhere, the way there must be said.
    let elsewhere = visible.filter { $0.entry.isNamed(word) }.map { spelled($0.path) }
    if let nearest, slip == 1 || elsewhere.isEmpty {
      return .unknownCommand(word, of: spelled(path), nearest: [nearest])
    }
    return .unknownCommand(word, of: spelled(path), nearest: Array(elsewhere.prefix(3)))
  }
}
