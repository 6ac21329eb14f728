/// What two spellings of a tag have in common: `Perf`, `perf`, and either form of an accent.
enum TagKey {
  static func of(_ tag: String) -> String { Folding.composed(tag.lowercased()) }
}
