import Context
package import Diary
package import Localization

/// Makes the tags that are written in a text tags of the text, unless `tags.inText` is false.
///
/// The tags of a saved text are those set with options, then those written in it. A change starts
/// from the former: a tag that is no longer written in the text is then no longer a tag of it.
package struct TagsInTexts: Sendable {
  let isOn: Bool

  /// The text to change: without the tags that are written in it.
  package func beforeChange(_ text: Text) -> Text {
    isOn ? text.withoutTagsInText : text
  }

  /// The text to save: with the tags that are written in it.
  package func complete(_ text: Text) -> Text {
    isOn ? text.withTagsInText : text
  }

  /// The tags after some were added and others removed by hand.
  package static func changed(
    _ old: [String], adding added: [String], removing removed: [String]
  ) throws -> [String] {
    try TextInput.tags(old.filter { tag in !removed.contains { Tag.areSame($0, tag) } } + added)
  }

  /// Rejects the removal of a tag that is still written in the text.
  package func check(removing untags: [String], from text: Text) throws(Explanation) {
    guard isOn, !untags.isEmpty else { return }
    let written = text.tagsInText
    for untag in untags {
      if let tag = written.first(where: { Tag.key($0) == Tag.key(untag) }) {
        throw Explanation(.tagInText(tag: tag), hint: .tagInTextHint, status: .usage)
      }
    }
  }
}
