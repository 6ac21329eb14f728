import Journal

extension Session {
  /// All notes that pass the filter, as one document of JSON; only a few of them are held at a time.
  func showNotes(of journal: Journal, _ filter: NoteFilter) async throws {
    let count = try await journal.forEachFew(filter) { notes, areFirst in
      var buffer = areFirst ? NoteJSON.opening : ""
      for (index, note) in notes.enumerated() {
        buffer += NoteJSON.element(note, isFirst: areFirst && index == 0)
      }
      try answer(buffer)
    }
    if count == 0 { try show(NoteJSON.notes([])) } else { try answer(NoteJSON.closing) }
  }
}
