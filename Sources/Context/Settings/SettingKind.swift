import Arguments
package import Diary
import JSON
import Localization
import Terminal

/// A type of setting value: how it is typed, read from the config file and written to it.
struct SettingKind<Value: Sendable>: Sendable {
  var placeholder: DisplayText
  var expected: Message
  /// All values, if there is a fixed set.
  var choices: [String] = []
  /// How shells complete the value.
  var completion = SettingCompletion.choices { _, _ in nil }
  /// The value for the config file, from what was typed. `read` checks whether it is valid.
  var typed: @Sendable (String) -> JSONValue = { .string($0) }
  /// `nil` if the value is not valid.
  var read: @Sendable (JSONValue) -> Value?
  var written: @Sendable (Value) -> JSONValue
  /// A value of the file as it is typed.
  var shown: @Sendable (JSONValue) -> String = { $0.written }
}

extension SettingKind<Int> {
  static func number(in range: ClosedRange<Int>) -> Self {
    number(.expectNumberBetween(lowest: range.lowerBound, highest: range.upperBound)) {
      range.contains($0)
    }
  }

  /// An hour, which completions show as a time of day, and which can be typed as one.
  static func hour(in range: ClosedRange<Int>) -> Self {
    var kind = number(in: range)
    kind.choices = range.map(String.init)
    kind.completion = .choices { word, reader in
      Int(word).map { reader.time(TimeOfDay(hour: $0, minute: 0)) }
    }
    let typed = kind.typed
    kind.typed = { text in
      // The hour as the program prints it, in any of its languages.
      guard Int(text) == nil, let time = TimeOfDay(text, reader: Reader(.english)),
        time.minute == 0
      else { return typed(text) }
      return .integer(time.hour)
    }
    return kind
  }

  static func number(among numbers: [Int]) -> Self {
    let choices = numbers.map(String.init)
    var kind = number(.expectChoices(choices: MessageArgument.enumeration(choices))) {
      numbers.contains($0)
    }
    kind.choices = choices
    return kind
  }

  private static func number(
    _ expected: Message, fits: @escaping @Sendable (Int) -> Bool
  ) -> Self {
    Self(
      placeholder: .message(.placeholderNumber), expected: expected,
      typed: { Int($0).map(JSONValue.integer) ?? .string($0) },
      read: { $0.integer.flatMap { fits($0) ? $0 : nil } }, written: { .integer($0) })
  }
}

extension SettingKind<String> {
  static var text: Self {
    text(.message(.placeholderText), .expectText) { !$0.isEmpty }
  }

  static var login: Self {
    var kind = text(.message(.placeholderLogin), .expectLogin) {
      !$0.isEmpty && !$0.contains(where: \.isWhitespace)
    }
    kind.completion = .accounts
    return kind
  }

  static var place: Self {
    text(.message(.placeholderPlace), .expectPlace) { !$0.isBlank }
  }

  static var title: Self {
    text(.message(.placeholderText), .expectText) { !$0.isBlank }
  }

  /// Stored without its number sign.
  static var tag: Self {
    var kind = text(.message(.placeholderTag), .expectTag) { !$0.isBlank && $0 == Tag.name($0) }
    kind.completion = .tags
    kind.typed = { .string(Tag.name($0)) }
    return kind
  }

  /// One absolute path, or one that begins with `~/`.
  static var folder: Self {
    var kind = text(.message(.placeholderPath), .expectFolder) { path in
      (path.hasPrefix("/") || path.hasPrefix("~/")) && !path.contains(where: \.isNewline)
    }
    kind.completion = .directories
    kind.typed = { .string($0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0) }
    return kind
  }

  private static func text(
    _ placeholder: DisplayText, _ expected: Message, fits: @escaping @Sendable (String) -> Bool
  ) -> Self {
    Self(
      placeholder: placeholder, expected: expected,
      read: { $0.string.flatMap { fits($0) ? $0 : nil } }, written: { .string($0) })
  }
}

extension SettingKind<ForgeHost> {
  /// The name of a software, and the web address of the host if it has another name there.
  static func forge(of host: String) -> Self {
    let choices = Forge.allCases.map(\.rawValue)
    return Self(
      placeholder: .message(.placeholderName),
      expected: .expectForge(choices: MessageArgument.enumeration(choices)), choices: choices,
      read: { value in
        let words = (value.string ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        guard let forge = words.first.flatMap({ Forge(rawValue: $0) }), words.count <= 2 else {
          return nil
        }
        guard words.count == 2 else { return ForgeHost(forge, web: "https://\(host)") }
        let isAddress = ["https://", "http://"].contains { words[1].hasPrefix($0) }
        return isAddress && words[1].allSatisfy { $0.isASCII && !"<>\"'".contains($0) }
          ? ForgeHost(forge, web: words[1].hasSuffix("/") ? String(words[1].dropLast()) : words[1])
          : nil
      }, written: { .string("\($0.forge.rawValue) \($0.web)") })
  }
}

extension SettingKind<Bool> {
  static var boolean: Self {
    let choices = ["true", "false"]
    return Self(
      placeholder: .literal("true|false"),
      expected: .expectChoices(choices: MessageArgument.enumeration(choices)), choices: choices,
      typed: { ["true": .bool(true), "false": .bool(false)][$0] ?? .string($0) },
      read: { $0.bool }, written: { .bool($0) })
  }
}

extension SettingKind where Value: RawRepresentable<String> & CaseIterable {
  /// One of a fixed set of words.
  static func choice() -> Self {
    words(
      Value.allCases.map(\.rawValue), placeholder: .message(.placeholderName),
      read: { Value(rawValue: $0) }, written: \.rawValue)
  }
}

extension SettingKind {
  fileprivate static func words(
    _ choices: [String], placeholder: DisplayText, read: @escaping @Sendable (String) -> Value?,
    written: @escaping @Sendable (Value) -> String
  ) -> Self {
    Self(
      placeholder: placeholder,
      expected: .expectChoices(choices: MessageArgument.enumeration(choices)), choices: choices,
      read: { $0.string.flatMap(read) }, written: { .string(written($0)) })
  }

  /// Several words, typed with commas or spaces between them or as a JSON array.
  fileprivate static func list<Element>(
    placeholder: DisplayText, expected: Message, choices: [String] = [],
    read: @escaping @Sendable (String) -> Element?, written: @escaping @Sendable (Element) -> String
  ) -> SettingKind<[Element]> {
    SettingKind<[Element]>(
      placeholder: placeholder, expected: expected, choices: choices,
      typed: { typed in
        if let array = try? JSONParser.parse(Array(typed.utf8)), array.array != nil {
          return array
        }
        let words = typed.split { $0 == "," || $0.isWhitespace }
        return .array(words.map { .string(String($0)) })
      },
      read: { value in
        guard let values = value.array else { return nil }
        let elements = values.compactMap { $0.string.flatMap(read) }
        return elements.count == values.count ? elements : nil
      }, written: { .array($0.map { .string(written($0)) }) },
      shown: { value in
        guard let words = value.array?.compactMap(\.string), words.count == value.array?.count
        else { return value.written }
        return words.joined(separator: ",")
      })
  }
}

extension SettingKind<Theme> {
  static var theme: Self {
    var kind = words(
      Theme.all.map(\.name), placeholder: .message(.placeholderTheme),
      read: { Theme.named($0) }, written: \.name)
    kind.completion = .choices { word, reader in
      Theme.named(word)?.about.map { reader.say($0) }
    }
    return kind
  }
}

extension SettingKind<LanguageTag> {
  static var language: Self {
    Self(
      placeholder: .message(.placeholderLanguage),
      expected: .expectChoices(choices: MessageArgument.enumeration(Catalog.names)),
      choices: Catalog.names,
      typed: { .string(LanguageTag(named: $0)?.description ?? $0) },
      read: { value in
        value.string.flatMap { LanguageTag($0) }
          .flatMap { Catalog.serving($0).isEmpty ? nil : $0 }
      },
      written: { .string($0.description) })
  }
}

extension SettingKind<Weekday> {
  static var weekday: Self {
    var kind = words(
      Weekday.abbreviations, placeholder: .message(.placeholderName),
      read: { Weekday(abbreviation: $0) }, written: \.abbreviation)
    kind.completion = .choices { word, reader in
      Weekday(abbreviation: word).map(reader.weekday)
    }
    kind.typed = { .string(Weekday.abbreviation(of: $0)) }
    return kind
  }
}

extension SettingKind<Set<Weekday>> {
  static var weekdays: Self {
    let weekday = SettingKind<Weekday>.weekday
    let list = list(
      placeholder: weekday.placeholder, expected: weekday.expected, choices: weekday.choices,
      read: { Weekday(abbreviation: $0) }, written: \.abbreviation)
    return Self(
      placeholder: list.placeholder, expected: list.expected, choices: list.choices,
      completion: .list { word, reader in Weekday(abbreviation: word).map(reader.weekday) },
      typed: { typed in
        let names = list.typed(typed).array?.compactMap(\.string) ?? []
        return .array(names.map { .string(Weekday.abbreviation(of: $0)) })
      },
      read: { list.read($0).map { Set($0) } },
      written: { list.written($0.sorted { $0.rawValue < $1.rawValue }) }, shown: list.shown)
  }
}

extension SettingKind<[String]> {
  static var emails: Self {
    list(
      placeholder: .message(.placeholderText), expected: .expectEmails,
      read: { isAddress($0) ? $0 : nil }, written: { $0 })
  }

  /// Texts that may have spaces, typed with commas between them or as a JSON array.
  static var texts: Self {
    var kind = list(
      placeholder: .message(.placeholderText), expected: .expectTexts,
      read: { $0.isBlank || $0.contains(where: \.isNewline) ? nil : $0 }, written: { $0 })
    kind.typed = { typed in
      if let array = try? JSONParser.parse(Array(typed.utf8)), array.array != nil { return array }
      return .array(typed.split(separator: ",").map { .string(String($0.trimmed)) })
    }
    return kind
  }

  /// Whether the text has a name and a host. The host may be one word, because git makes addresses
  /// such as `mina@laptop` if none is set.
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !text.contains(where: { $0.isWhitespace || "<>".contains($0) }) else {
      return false
    }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return !parts[0].isEmpty && labels.allSatisfy { !$0.isEmpty }
  }

  /// Absolute paths, or paths that begin with `~/`, typed with commas or spaces between them. A
  /// space inside a path does not divide it, unless an absolute path follows.
  static var folders: Self {
    var kind = list(
      placeholder: .message(.placeholderPath), expected: .expectFolders,
      read: { $0.hasPrefix("/") || $0 == "~" || $0.hasPrefix("~/") ? $0 : nil }, written: { $0 })
    kind.completion = .directories
    kind.typed = { typed in
      if let array = try? JSONParser.parse(Array(typed.utf8)), array.array != nil { return array }
      var paths: [String] = []
      for part in typed.split(separator: ",") {
        var isOpen = false
        for word in part.split(separator: " ") {
          if isOpen, let first = word.first, first != "/", first != "~" {
            paths[paths.count - 1] += " " + word
          } else {
            paths.append(String(word))
          }
          isOpen = true
        }
      }
      // Shells complete directories with a slash at the end.
      return .array(
        paths.map { .string($0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0) })
    }
    return kind
  }

  /// A command, typed as in a shell or as a JSON array.
  static var command: Self {
    Self(
      placeholder: .message(.placeholderCommand), expected: .expectCommand,
      typed: { typed in
        if let array = try? JSONParser.parse(Array(typed.utf8)), array.array != nil {
          return array
        }
        return ShellWords(typed).all.map { .array($0.map(JSONValue.string)) } ?? .string(typed)
      },
      read: { value in
        guard let values = value.array, values.first?.string?.isEmpty == false else { return nil }
        let words = values.compactMap(\.string)
        return words.count == values.count ? words : nil
      }, written: { .array($0.map(JSONValue.string)) })
  }
}

extension SettingKind<[String: [String]]> {
  /// Names with a text or several for each, typed as JSON.
  static var table: Self {
    .object {
      $0.string.map { [$0] } ?? SettingKind<[String]>.texts.read($0)
    } written: {
      .array($0.map(JSONValue.string))
    }
  }
}

extension SettingKind<[String: BrowseCommandSetting]> {
  /// Keys with a command for each, typed as JSON: a text, or an object with `name` and `run`.
  static var table: Self {
    .object { value in
      guard let line = value.string ?? value["run"]?.string,
        let words = ShellWords(line).all, !words.isEmpty
      else { return nil }
      return BrowseCommandSetting(name: value["name"]?.string ?? line, words: words)
    } written: { command in
      let line = command.words.map(ShellWords.quoted).joined(separator: " ")
      return ["name": .string(command.name), "run": .string(line)]
    }
  }
}

extension SettingKind {
  /// A JSON object whose members are all of one kind.
  fileprivate static func object<Element>(
    _ read: @escaping @Sendable (JSONValue) -> Element?,
    written: @escaping @Sendable (Element) -> JSONValue
  ) -> Self where Value == [String: Element] {
    Self(
      placeholder: .literal("JSON"), expected: .expectTable,
      typed: { (try? JSONParser.parse(Array($0.utf8))) ?? .string($0) },
      read: { value in
        guard let members = value.object else { return nil }
        let found = members.compactMap { member in
          member.name.isEmpty ? nil : read(member.value).map { (member.name, $0) }
        }
        guard found.count == members.count else { return nil }
        return Dictionary(found) { $1 }
      },
      written: { table in
        .object(
          table.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, written($0.value)) })
      })
  }
}

extension Weekday {
  /// The names of weekdays in settings and options, Sunday first.
  package static let abbreviations = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  var abbreviation: String { Self.abbreviations[rawValue] }

  /// The abbreviation of a weekday that was typed; other texts as they are.
  fileprivate static func abbreviation(of typed: String) -> String {
    Weekday(abbreviation: typed)?.abbreviation ?? typed
  }

  package init?(abbreviation: String) {
    let index =
      Self.abbreviations.firstIndex(of: abbreviation.lowercased())
      ?? Reader.weekday(named: abbreviation)?.rawValue
    guard let index else { return nil }
    self.init(rawValue: index)
  }
}
