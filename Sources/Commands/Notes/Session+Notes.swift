import Journal

extension Session {
  /// All notes that pass the filter, as one document of JSON; only a few of them are held at a time.
  func showNotes(of journal: Journal, _ filter: NoteFilter) async throws {
    let list = try await journal.noteNumbers(filter)
    guard !list.isEmpty else { return try show(NoteJSON.notes([])) }
    var buffer = NoteJSON.opening
    var isFirst = true
    for start in stride(from: 0, to: list.count, by: 200) {
      for note in try await journal.notes(list[start..<min(start + 200, list.count)]) {
        buffer += NoteJSON.element(note, isFirst: isFirst)
        isFirst = false
      }
      try answer(buffer)
      buffer = ""
    }
    try answer(NoteJSON.closing)
  }
}
