extension CommandTree {
  /// The error for a mistake, with a hint that can use the whole line.
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
    if let other = visible.first(where: { $0.suggestedFor.contains { "--" + $0 == option } }) {
      return .unknownOption(
        option, of: spelled(path), nearest: other.spelling, owner: nil)
    }
    let names = visible.filter { !$0.isPositional }.map(\.spelling)
    let nearest =
      isLong
      ? Spelling.nearest(to: option, in: names)
      : option.count > 2 ? names.first { $0 == "-" + option } : nil
    let distance = nearest.map { Spelling.distance(from: option, to: $0) }
    // A single typo is more likely than an option of another command, which is more likely than two
    // typos.
    let owner =
      distance.map { $0 <= 1 } == true ? nil : self.owner(of: option, preferring: scanner.path)
    return .unknownOption(
      option, of: spelled(path), nearest: owner == nil ? nearest : nil,
      owner: owner.map(spelled))
  }

  /// The command that has `option`: the one in the line, else one with the same name or of the same
  /// group, else one of the only group that has it.
  private func owner(of option: String, preferring path: [String]) -> [String]? {
    let owners = branches.filter { branch in
      guard !branch.entry.isHidden, let declaration = branch.entry.declaration else {
        return false
      }
      return declaration.options.contains {
        $0.spelling == option || $0.short.map { "-\($0)" } == option
      }
    }
    let paths = owners.map(\.path)
    return paths.first { $0 == path } ?? paths.first { $0.last == path.last }
      ?? paths.first { $0.count > 1 && $0.first == path.first }
      ?? (Set(paths.map(\.first)).count == 1 ? paths.first : nil)
  }

  /// The command of the group at `path` that takes any text, or else the default command with `word`.
  private func text(_ word: String, at path: [String]) -> String? {
    let taking = entry(at: path)?.entries.first { $0.suggestedFor.contains(Self.anyText) }
    return taking.map { spelled(path + [$0.name]) } ?? argument(word, at: path)
  }

  /// The default command of the group at `path` with `word` as its argument, if it takes one:
  /// `diary show yesterday` for `diary yesterday`.
  private func argument(_ word: String, at path: [String]) -> String? {
    guard let command = entry(at: path)?.defaultWords.first,
      let declaration = entry(at: path + [command])?.declaration, !declaration.positionals.isEmpty
    else { return nil }
    return spelled(path + [command, word])
  }

  /// The option of the program with the name `word`: `--version` for `version`.
  private func option(_ word: String, at path: [String]) -> String? {
    let options = Globals.declaration.description.parameters + builtIn
    return path.isEmpty ? options.first { $0.name == word }?.spelling : nil
  }

  private func unknownCommand(_ word: String, at path: [String]) -> ArgumentError {
    let visible = branches.filter { !$0.entry.isHidden }
    let phrase = (path + [word]).joined(separator: " ")
    let suggested = visible.filter { branch in
      branch.entry.suggestedFor.contains {
        $0 == phrase && !path.isEmpty || $0 == word && branch.path.dropLast() == path[...]
      }
    }
    if !suggested.isEmpty {
      // A command of the same group is nearer than one of another.
      let near = suggested.filter { $0.path.dropLast() == path[...] }
      let far = suggested.filter { $0.path.dropLast() != path[...] }
      return .unknownCommand(
        word, of: spelled(path), nearest: (near + far).map { spelled($0.path) })
    }
    let here = visible.filter { $0.path.dropLast() == path[...] }.flatMap {
      [$0.entry.name] + $0.entry.aliases
    }
    let nearest = Spelling.nearest(to: word, in: here + (path.isEmpty ? ["help"] : []))
    let distance = nearest.map { Spelling.distance(from: word, to: $0) }
    // Commands from other groups are shown with their full path.
    let named = visible.filter { $0.entry.isNamed(word) && $0.path.count <= 2 }
    let meant = path.isEmpty ? visible.filter { $0.entry.suggestedFor.contains(word) } : []
    let elsewhere = (named.isEmpty ? meant : named).map { spelled($0.path) }
    if let nearest, let distance, distance <= 1 || elsewhere.isEmpty {
      return .unknownCommand(word, of: spelled(path), nearest: [nearest])
    }
    let others = elsewhere.isEmpty ? [text(word, at: path), option(word, at: path)] : []
    let suggestions = elsewhere + others.compactMap(\.self)
    return .unknownCommand(word, of: spelled(path), nearest: Array(suggestions.prefix(3)))
  }
}

/// Finds suggestions for misspelled words.
public enum Spelling {
  /// The word nearest to `typed`, or `nil` if none is near enough. Letter case does not matter.
  public static func nearest(to typed: String, in words: [String]) -> String? {
    let typed = typed.lowercased()
    let limit = typed.count < 4 ? 1 : 2
    var best: (word: String, distance: Int)?
    for word in words {
      let distance = distance(from: typed, to: word)
      if distance <= min(limit, word.count - 1), distance < best?.distance ?? .max {
        best = (word, distance)
      }
    }
    // Abbreviated long names are not accepted, but they get a suggestion.
    return best?.word ?? words.first { typed.count >= 2 && $0.lowercased().hasPrefix(typed) }
  }

  /// The edit distance: the number of insertions, deletions, replacements and swaps of neighbors,
  /// regardless of letter case.
  static func distance(from left: String, to right: String) -> Int {
    let (left, right) = (Array(left.lowercased()), Array(right.lowercased()))
    var before: [Int] = []
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var next = [i + 1]
      for (j, other) in right.enumerated() {
        var cost = min(row[j] + (letter == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
          cost = min(cost, before[j - 1] + 1)
        }
        next.append(cost)
      }
      before = row
      row = next
    }
    return row[right.count]
  }
}
