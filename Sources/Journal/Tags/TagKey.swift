import Diary

/// The key of a tag, which is the same for different spellings: `Perf`, `#perf`, and composed or
/// decomposed accents.
enum TagKey {
  static func of(_ tag: String) -> String { Folding.composed(Tag.key(tag)) }

  /// The keys of notes with the tag. Version 0.1.0 kept a leading `#`.
  static func all(of tag: String) -> [String] {
    let key = of(tag)
    return [key, "#" + key]
  }
}
