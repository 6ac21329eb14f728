/// A form of files that is recognized only to name why such a file is refused.
struct RefusedForm: Sendable {
  let reason: ExchangeError.Reason
  /// How the names of such files end.
  var endings: [String] = []
  /// Whether a file with this beginning has the form.
  let matches: @Sendable (String) -> Bool

  static let all = [
    RefusedForm(reason: .encrypted, endings: [".gpg", ".age"]) { beginning in
      // Files of jrnl. Before version 3, they are a token of Fernet, whose first byte is a version.
      beginning.hasPrefix("JRNLv")
        || beginning.hasPrefix("gAAAAA") && !beginning.prefix(100).contains(where: \.isWhitespace)
    },
    RefusedForm(reason: .dayOneClassic, endings: [".doentry"]) { beginning in
      beginning.first { !$0.isWhitespace } == "<" && beginning.contains("<plist")
        && beginning.contains("<key>Creation Date</key>")
    },
    RefusedForm(reason: .jrnlJSON) { $0.filter { !$0.isWhitespace }.hasPrefix("{\"tags\":{") },
  ]

  /// The reason why a file is refused; `nil` if it has none of these forms.
  ///
  /// - Parameter beginning: the first 4 KB.
  static func reason(name: some StringProtocol, beginning: String = "") -> ExchangeError.Reason? {
    let beginning = beginning.withoutByteOrderMark
    return all.first { form in
      form.endings.contains { name.hasSuffix($0) } || form.matches(beginning)
    }?.reason
  }
}

extension Source {
  /// The reason why a file is refused, or a folder of Day One Classic; `nil` if it may be read. Other
  /// files of a folder are refused by its reader.
  ///
  /// - Parameter beginning: the first 4 KB of a single file.
  public func refusal(beginning: String) -> ExchangeError? {
    guard isFolder else {
      return RefusedForm.reason(name: name, beginning: beginning).map { ExchangeError($0) }
    }
    return files.first { RefusedForm.reason(name: $0.name) == .dayOneClassic }.map {
      ExchangeError(.dayOneClassic, at: ItemPlace(file: $0.path))
    }
  }
}
