import App
import Arguments
import Context
import Diary
import Journal
import Localization

/// The words of a search, and those that no result has.
struct SearchWords {
  var words: [String] = []
  var excluded: [String] = []

  static func parameters<Options>(
    _ path: any WritableKeyPath<Options, SearchWords> & Sendable
  ) -> [Parameter<Options>] {
    [
      .positional(
        "words", .any, placeholder: .message(.placeholderWords), help: .argumentWords
      ) { $0[keyPath: path].words.append($1) },
      .option(
        "not", placeholder: .message(.placeholderWord), help: .optionNot, arity: .repeated
      ) { $0[keyPath: path].excluded.append($1) },
    ]
  }

  /// - Parameter isNarrow: whether a filter was given, which needs no words.
  func query(isNarrow: Bool) throws -> SearchQuery {
    let (words, excluded) = (words.filter { !$0.isBlank }, excluded.filter { !$0.isBlank })
    guard isNarrow || !words.isEmpty || !excluded.isEmpty else {
      throw Explanation(.searchEmpty, hint: .searchHint, status: .usage)
    }
    return SearchQuery(words, excluding: excluded)
  }
}
