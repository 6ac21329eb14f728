import Diary

/// The key of a tag, which is the same for different spellings: `Perf`, `#perf`, and composed or
/// decomposed accents.
enum TagKey {
  static func of(_ tag: String) -> String { Folding.composed(Tag.key(tag)) }
}
