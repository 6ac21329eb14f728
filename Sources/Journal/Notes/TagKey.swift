import Diary

/// What two spellings of a tag have in common: `Perf`, `#perf`, and either form of an accent.
enum TagKey {
  static func of(_ tag: String) -> String { Folding.composed(Tag.name(tag).lowercased()) }

  /// The keys under which notes with the tag are found. Version 0.1.0 kept a `#` that was typed.
  static func all(of tag: String) -> [String] {
    let key = of(tag)
    return [key, "#" + key]
  }
}
