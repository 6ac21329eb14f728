public import Diary

extension EntryText {
  /// Compares all bytes, unlike `==`.
  public func isIdentical(to other: EntryText) -> Bool {
    func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
    return same(title, other.title) && same(body, other.body)
      && tags.count == other.tags.count && zip(tags, other.tags).allSatisfy(same)
  }
}
