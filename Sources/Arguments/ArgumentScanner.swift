/// Reads arguments one by one and classifies them by names only, without parsing values. The
/// completer uses it for the words before the cursor, so that it reads a line like the parser.
struct ArgumentScanner<Globals: Declared, Context> {
  typealias Tree = CommandTree<Globals, Context>

  /// Where an option is declared: in the command, in the global options, or in the parser.
  enum Scope { case own, global, builtIn }

  /// An option and its typed spelling.
  struct Option {
    var scope: Scope
    var index: Int
    var description: ParameterDescription
    var spelling: String
  }

  /// An option and its value, which is empty for a flag.
  struct Binding {
    var option: Option
    var word: String
  }

  /// What the next word may be.
  enum Expectation {
    case anything
    case value(Option)
    case values(Option, isFirst: Bool)
    case operands
  }

  /// The first mistake. A hint may depend on the words that follow it.
  enum Mistake {
    case unknownOption(String, at: [String])
    case unknownCommand(String, at: [String])
    case certain(ArgumentError)
  }

  let tree: Tree
  let globals: [ParameterDescription]
  let builtIn: [ParameterDescription]
  private(set) var path: [String] = []
  /// The command or group named so far.
  private(set) var entry: Tree.Entry?
  /// The declaration of the command named so far.
  private(set) var declaration: DeclarationDescription?
  /// Whether the command is the default one of its group, which the line does not name.
  private(set) var isDefaultCommand = false
  private(set) var bindings: [Binding] = []
  private(set) var operands: [String] = []
  /// For each operand, the binding of the option whose value it follows without another option in
  /// between.
  private(set) var bindingsBeforeOperands: [Int?] = []
  private var lastBinding: Int?
  private(set) var expectation = Expectation.anything
  private(set) var wantsHelp = false
  private(set) var wantsVersion = false
  /// Whether the words after `help` name the command to show help for.
  private(set) var isHelpCommand = false
  private(set) var mistake: Mistake?
  /// The state before the first option of a default command, if the line has one, and the words
  /// since. A command may still follow them, as in `todo --day friday add`.
  private var beforeDefault: [Self] = []
  private var wordsSinceDefault: [String] = []

  init(_ tree: Tree) {
    self.tree = tree
    globals = Globals.declaration.description.parameters
    builtIn = tree.builtIn
  }

  mutating func take(_ word: String) {
    let before = self
    wordsSinceDefault.append(word)
    scan(word)
    if beforeDefault.isEmpty, isDefaultCommand {
      beforeDefault = [before]
      wordsSinceDefault = [word]
    }
  }

  private mutating func scan(_ word: String) {
    switch expectation {
    case .operands:
      takeOperand(word)
    case .value(let option):
      expectation = .anything
      if !looksLikeOption(word) { return bind(option, word) }
      fail(.missingValue(of: option, next: word == "--" ? nil : word))
      takeDashes(word)
    case .values(let option, let isFirst):
      if !looksLikeOption(word) {
        bind(option, word)
        expectation = .values(option, isFirst: false)
        return
      }
      expectation = .anything
      if isFirst { fail(.missingValue(of: option, next: word == "--" ? nil : word)) }
      takeDashes(word)
    case .anything:
      if isOption(word) { takeDashes(word) } else { takeOperand(word) }
    }
  }

  /// Records a missing value at the end of the line.
  mutating func finish() {
    switch expectation {
    case .value(let option), .values(let option, isFirst: true):
      fail(.missingValue(of: option, next: nil))
    case .values, .anything, .operands: break
    }
  }
}

// MARK: Values of several words

extension ArgumentScanner {
  /// Moves operands into the values of the options that they follow, as far as they form one value
  /// with it, as in `--due next friday Answer the review`.
  ///
  /// - Parameter wordCount: that of the option at an index of the command, for these words; `nil` if
  ///   its value is one word.
  mutating func joinValues(wordCount: (_ option: Int, _ words: [String]) -> Int?) {
    for index in bindings.indices where bindings[index].option.scope == .own {
      guard let first = bindingsBeforeOperands.firstIndex(of: index) else { continue }
      let following = bindingsBeforeOperands[first...].prefix { $0 == index }.indices
      let words = [bindings[index].word] + operands[following]
      guard let count = wordCount(bindings[index].option.index, words), count > 1 else { continue }
      let joined = count - 1
      bindings[index].word = words.prefix(joined + 1).joined(separator: " ")
      operands.removeSubrange(first..<(first + joined))
      bindingsBeforeOperands.removeSubrange(first..<(first + joined))
    }
  }
}

// MARK: Commands and operands

extension ArgumentScanner {
  private mutating func takeOperand(_ word: String) {
    if isDefaultCommand {
      takeCommandInPlaceOfDefault(word)
    } else if declaration != nil {
      operands.append(word)
      bindingsBeforeOperands.append(lastBinding)
    } else {
      takeCommand(word)
    }
  }

  /// Reads the line as if `word` came before the options of the default command, which takes no
  /// operands.
  private mutating func takeCommandInPlaceOfDefault(_ word: String) {
    guard let before = beforeDefault.first, mistake == nil,
      before.subcommands.contains(where: { $0.isNamed(word) })
    else {
      operands.append(word)
      bindingsBeforeOperands.append(lastBinding)
      mistake = mistake ?? .unknownCommand(word, at: Array(path.dropLast()))
      return
    }
    let options = wordsSinceDefault.dropLast()
    self = before
    takeCommand(word)
    for option in options { take(option) }
  }

  mutating func takeCommand(_ word: String) {
    if let next = subcommands.first(where: { $0.isNamed(word) }) {
      path.append(next.name)
      entry = next
      declaration = next.declaration
    } else if word == "help", !isHelpCommand || path.isEmpty {
      isHelpCommand = true
      wantsHelp = true
    } else if word == Tree.allWord, isHelpCommand, path.isEmpty {
      path = [word]
    } else if mistake == nil {
      mistake = .unknownCommand(word, at: path)
    }
  }

  /// The commands and groups that can follow.
  var subcommands: [Tree.Entry] { entry?.entries ?? (path.isEmpty ? tree.entries : []) }

  /// The command that runs if the line names none here, and its options.
  private var defaultWords: [String] {
    guard let entry else { return tree.defaultCommand.map { [$0] } ?? [] }
    return entry.defaultWords
  }

  /// Enters the default command, because the line names none or has one of its options.
  mutating func enterDefaultCommand() {
    guard declaration == nil, !isHelpCommand, let command = defaultWords.first else { return }
    let options = defaultWords.dropFirst()
    takeCommand(command)
    for option in options { scan(option) }
    isDefaultCommand = true
  }
}

// MARK: Options

extension ArgumentScanner {
  /// Whether `word` is an option. `-`, `-3d` and `- milk` are not.
  func isOption(_ word: String) -> Bool {
    let letters = word.unicodeScalars
    guard letters.first == "-", let second = letters.dropFirst().first else { return false }
    if ("0"..."9").contains(second) { return option(short: Character(second)) != nil }
    return !second.properties.isWhitespace
  }

  /// Whether `word` is more likely an option than a value. A word with spaces is text that happens
  /// to begin with a dash.
  private func looksLikeOption(_ word: String) -> Bool {
    guard isOption(word) else { return false }
    let name = word.hasPrefix("--") ? word.prefix { $0 != "=" } : word[...]
    return name.unicodeScalars.allSatisfy { !$0.properties.isWhitespace }
      && word.utf8.dropFirst().first.map { $0 < 0x80 } == true
  }

  private mutating func takeDashes(_ word: String) {
    if word == "--" {
      expectation = .operands
      lastBinding = nil
    } else if word.hasPrefix("--") {
      takeLong(word.dropFirst(2))
    } else {
      takeCluster(word.dropFirst())
    }
  }

  private mutating func takeLong(_ text: Substring) {
    // The search is by scalars, because a combining mark at the beginning of the value would merge
    // with the `=`.
    let equals = text.unicodeScalars.firstIndex(of: "=")
    let name = String(text[..<(equals ?? text.endIndex)])
    let value = equals.map { String(text[text.unicodeScalars.index(after: $0)...]) }
    guard let option = option(long: name) else { return unknown("--" + name) }
    switch (option.description.takesValue, value) {
    case (false, nil): bind(option, "")
    case (false, let value?): fail(.unexpectedValue(value, of: option.spelling))
    case (true, let value?): bind(option, value)
    case (true, nil): expect(option)
    }
  }

  private mutating func takeCluster(_ letters: Substring) {
    var rest = letters
    while let letter = rest.popFirst() {
      guard let option = option(short: letter) else {
        // An error names a sentence, or a long option with one dash, as it was typed.
        let isSentence = letters.contains(where: \.isWhitespace)
        let name = String(letters.prefix { $0 != "=" })
        let isLong = name.count > 1 && self.option(long: name) != nil
        return unknown("-" + (isSentence ? String(letters) : isLong ? name : String(letter)))
      }
      if option.description.takesValue {
        if rest.unicodeScalars.first == "=" {
          rest.unicodeScalars.removeFirst()
        } else if rest.isEmpty {
          return expect(option)
        }
        return bind(option, String(rest))
      }
      if rest.first == "=" {
        return fail(.unexpectedValue(String(rest.dropFirst()), of: option.spelling))
      }
      bind(option, "")
    }
  }

  private mutating func expect(_ option: Option) {
    if option.scope == .own { enterDefaultCommand() }
    expectation =
      option.description.kind == .option(.upToNextOption)
      ? .values(option, isFirst: true) : .value(option)
  }

  private mutating func bind(_ option: Option, _ word: String) {
    if option.scope == .own { enterDefaultCommand() }
    guard option.scope == .builtIn else {
      lastBinding = option.description.takesValue ? bindings.count : nil
      return bindings.append(Binding(option: option, word: word))
    }
    lastBinding = nil
    if option.description.name == "help" { wantsHelp = true } else { wantsVersion = true }
  }

  /// The option with this long name. A command's own options take precedence over global ones, for
  /// example in `notes restore --version 2`.
  func option(long name: String) -> Option? {
    option(spelled: "--" + name) { $0.name == name }
  }

  func option(short letter: Character) -> Option? {
    option(spelled: "-\(letter)") { $0.short == letter }
  }

  private func option(
    spelled spelling: String, where matches: (ParameterDescription) -> Bool
  ) -> Option? {
    for (scope, parameters) in scopes {
      if let index = parameters.firstIndex(where: { !$0.isPositional && matches($0) }) {
        return Option(
          scope: scope, index: index, description: parameters[index], spelling: spelling)
      }
    }
    return nil
  }

  /// The options that are available here, nearest scope first.
  var scopes: [(Scope, [ParameterDescription])] {
    let own = declaration ?? defaultDeclaration
    return [(.own, own?.parameters ?? []), (.global, globals), (.builtIn, builtIn)]
  }

  private var defaultDeclaration: DeclarationDescription? {
    guard let command = defaultWords.first else { return nil }
    return subcommands.first { $0.isNamed(command) }?.declaration
  }

  private mutating func unknown(_ option: String) {
    if mistake == nil { mistake = .unknownOption(option, at: path) }
  }

  private mutating func fail(_ error: ArgumentError) {
    if mistake == nil { mistake = .certain(error) }
  }
}

extension ArgumentError {
  fileprivate static func missingValue<Globals, Context>(
    of option: ArgumentScanner<Globals, Context>.Option, next: String?
  ) -> ArgumentError {
    .missingValue(
      of: option.spelling, placeholder: option.description.placeholder, next: next)
  }
}
