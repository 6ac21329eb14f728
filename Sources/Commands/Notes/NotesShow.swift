import Arguments
import Git
import Journal
import Localization
import Terminal

/// `commitdiary notes show`: a note by its id, or all notes on a commit.
struct NotesShow: Command {
  var typed = ""
  var isDeleted = false

  static let declaration = Declaration<Self>(
    .notesShowSummary, details: .notesShowDetails,
    examples: [
      Example("notes show 7kq2", .notesShowExampleID),
      Example("notes show HEAD", .notesShowExampleCommit),
    ],
    [
      .positional(
        "note", placeholder: .message(.placeholderNoteOrCommit), help: .argumentNoteOrCommit,
        completion: .noteIDs
      ) { $0.typed = $1 },
      .flag("deleted", help: .optionDeletedToo) { $0.isDeleted = true },
    ])

  func run(in session: Session) async throws {
    let journal = try session.journal(for: .reading)
    let notes = try await session.notes(typed, in: journal, deleted: isDeleted)
    if session.globals.wantsJSON {
      return try session.show(
        notes.count == 1 ? NoteJSON.note(notes[0].note) : NoteJSON.notes(notes))
    }
    let pages = notes.map { NoteView(found: $0, session: session).lines() }
    try session.show(Array(pages.joined(separator: [""])))
  }
}

extension Session {
  /// The note that was typed, or all notes on the commit that was typed.
  func notes(
    _ typed: String, in journal: Journal, deleted: Bool = false
  ) async throws -> [FoundNote] {
    do {
      // `HEAD` could be the beginning of an id, but nobody types ids in capitals.
      guard typed.allSatisfy({ !$0.isUppercase }) else { throw JournalError.noNote(typed: typed) }
      return [try await journal.note(typed, deleted: deleted)]
    } catch JournalError.noNote {
      return try await notes(onCommit: typed, in: journal, deleted: deleted)
    }
  }

  private func notes(
    onCommit typed: String, in journal: Journal, deleted: Bool
  ) async throws -> [FoundNote] {
    let place = try? here()
    var filter = NoteFilter()
    do {
      filter.commit = try match(typed, of: place)
    } catch GitError.unknownRevision {
      throw JournalError.noNote(typed: typed)
    }
    filter.order = .oldest
    var notes = try await journal.notes(filter)
    if deleted {
      filter.isDeleted = true
      notes += try await journal.notes(filter)
    }
    guard !notes.isEmpty else {
      throw place == nil
        ? JournalError.noNote(typed: typed) : UsageError.noNoteOnCommit(typed: typed)
    }
    return notes
  }
}
