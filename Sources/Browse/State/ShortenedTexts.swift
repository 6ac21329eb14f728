import Diary
import Journal
import Views

// A page of a megabyte would take too long to wrap for each key. The commands show whole texts.

private let titleLimit = 4000
private let bodyLimit = 100_000
/// Versions are compared word by word.
private let versionLimit = 4000

extension DayRecord {
  var shortened: DayRecord {
    var copy = self
    copy.entry?.text.shorten(bodyTo: bodyLimit)
    return copy
  }
}

extension FoundNote {
  var shortened: FoundNote {
    var copy = self
    copy.note.text.shorten(bodyTo: bodyLimit)
    return copy
  }
}

extension NoteVersion {
  var shortened: NoteVersion {
    var copy = self
    copy.text.shorten(bodyTo: versionLimit)
    return copy
  }
}

extension Entry {
  var shortened: Entry {
    var copy = self
    copy.text.shorten(bodyTo: bodyLimit)
    return copy
  }
}

extension EntryVersion {
  var shortened: EntryVersion {
    var copy = self
    copy.text.shorten(bodyTo: versionLimit)
    return copy
  }
}

extension NoteText {
  fileprivate mutating func shorten(bodyTo limit: Int) {
    title = title.shortened(to: titleLimit)
    body = body.shortened(to: limit)
  }
}

extension EntryText {
  fileprivate mutating func shorten(bodyTo limit: Int) {
    title = title.shortened(to: titleLimit)
    body = body.shortened(to: limit)
  }
}

extension String {
  /// The text, or its beginning and an ellipsis if it is longer than `count` bytes.
  fileprivate func shortened(to count: Int) -> String {
    guard utf8.count > count else { return self }
    // An index inside of a scalar is rounded down.
    return String(self[..<utf8.index(startIndex, offsetBy: count)]) + "…"
  }
}
