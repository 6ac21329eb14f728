/// Functions for tags. A tag is displayed with a leading `#`; its name has no `#` and no spaces at
/// the ends.
public enum Tag {
  /// Of texts about ways that were tried and dropped.
  public static let rejected = "rejected"

  /// The name of a typed tag, without a leading `#`.
  public static func name(_ text: some StringProtocol) -> String {
    var name = Substring(text).drop { isSign($0) || $0.isWhitespace }
    while name.last?.isWhitespace == true { name.removeLast() }
    return String(name)
  }

  /// Whether the character is `#` or the full-width `＃` of East Asian keyboards.
  public static func isSign(_ letter: Character) -> Bool { letter == "#" || letter == "\u{FF03}" }

  /// The names of the tags without duplicates.
  public static func names(_ tags: some Sequence<String>) -> [String] {
    var seen: Set<String> = []
    return tags.map { name($0) }.filter { seen.insert(key($0)).inserted }
  }

  /// The names that are not written in a text that is shown beside them.
  public static func names(_ tags: [String], notIn text: String) -> [String] {
    let written = Set(found(in: text).map { key($0) })
    return names(tags).filter { !written.contains(key($0)) }
  }

  /// The key of a tag, which is equal for different spellings: `Perf`, `#perf`, and composed or
  /// decomposed accents.
  public static func key(_ tag: some StringProtocol) -> String { name(tag).lowercased() }

  /// Whether a text can contain the tag: `#slow start` would be the tag `slow`.
  public static func canBeWritten(_ name: String) -> Bool {
    found(in: "#\(name)").first?.utf8.elementsEqual(name.utf8) ?? false
  }

  /// The tags that are written in the text, such as `#perf`, in their order.
  public static func found(in text: String) -> [String] { TagScanner.tags(in: text) }

  /// Whether two names are the same tag.
  public static func areSame(_ left: String, _ right: String) -> Bool {
    key(left) == key(right)
  }

  /// `#perf #slow`
  public static func line(_ tags: some Sequence<String>) -> String {
    names(tags).map { "#\($0)" }.joined(separator: " ")
  }
}
