import Diary

/// A language and, where one is named, a territory: of `ko_KR.UTF-8@euro`, `ko` and `KR`.
public struct LanguageTag: Hashable, Sendable {
  public var language: String
  public var territory: String?

  public init(language: String, territory: String? = nil) {
    self.language = language
    self.territory = territory
  }

  /// Reads a tag as POSIX (`pt_BR.UTF-8`) or BCP 47 (`pt-BR`) writes it; `nil` for what names no
  /// language, as `C` does.
  public init?(_ text: some StringProtocol) {
    let name = text.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(whereSeparator: { $0 == "_" || $0 == "-" })
    guard let first = parts.first, (2...3).contains(first.utf8.count),
      first.utf8.allSatisfy(\.isASCIILetter)
    else { return nil }
    language = first.lowercased()
    territory = parts.dropFirst().first { $0.utf8.count == 2 }.map { $0.uppercased() }
  }
}
