import Diary
import Sync

/// The state of reading a notes reference into the journal.
struct MirrorReader {
  let reference: ReadReference
  let mirror: Mirror
  /// The row of the repository.
  let repository: Int64
  let now: Moment
  /// The hour at which a day ends.
  let dayEndsAt: Int
  /// The notes that the reference had, by their commits.
  let written: [String: [MirroredNote]]
  private let known: [Identifier: MirroredNote]
  private let places: [Identifier: String]
  /// The notes that were moved to another commit in the reference.
  var moved: Set<Identifier> = []
  var changes = MirrorChanges()
  /// The notes in the new and changed git notes.
  private var found: [String: Set<Identifier>] = [:]

  /// A note in a git note.
  struct Section {
    var id: Identifier
    var createdAt: Moment?
    var text: Text
    /// Whether the git note has the trailers of the note.
    var hasTrailers: Bool
    /// Whether the git note has the note several times, as `git notes merge -s union` leaves it.
    var isRepeated: Bool
  }

  /// What both sides have started from.
  enum Base {
    case version(Int)
    case text(Text)
    case unknown
  }

  /// What the changes of a section are compared with.
  func base(of section: Section, on commit: String, _ known: MirroredNote?) -> Base {
    if section.isRepeated { return .unknown }
    if reference.continuesHistory {
      return (known?.writtenVersion).map(Base.version) ?? .unknown
    }
    let text = reference.bases[commit]?.sections.first { $0.id == section.id }?.text
    return text.map(Base.text) ?? .unknown
  }

  init(
    reference: ReadReference, mirror: Mirror, notes: [MirroredNote], repository: Int64,
    now: Moment, dayEndsAt: Int
  ) {
    self.reference = reference
    self.mirror = mirror
    self.repository = repository
    self.now = now
    self.dayEndsAt = dayEndsAt
    let known = notes.filter { $0.writtenVersion != nil }
    self.known = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
    places = Dictionary(notes.compactMap { note in note.place.map { (note.id, $0) } }) { $1 }
    written = Dictionary(grouping: known.filter { $0.writtenOn != nil }) { $0.writtenOn ?? "" }
  }

  /// The notes in the new and changed git notes, with ids for those that have none.
  mutating func findNotes() -> [(String, [Section])] {
    var notes: [(String, [Section])] = []
    for (commit, entry) in reference.entries {
      guard let text = entry.text else { continue }
      let known = written[commit] ?? []
      let isMixed = text.sections.count > 1
      var sections: [Section] = []
      for section in text.sections {
        // A git note without trailers is the text of the only note that it had.
        let id =
          section.id
          ?? (known.count == 1 && !isMixed ? known.first?.id : nil)
          ?? Identifier(ofGitNote: section.text.body, on: commit)
        if section.id == nil, isMixed { changes.incomplete.insert(commit) }
        let isRepeated = text.sections.count { $0.id == id } > 1
        if isRepeated { changes.incomplete.insert(commit) }
        found[commit, default: []].insert(id)
        if reference.arrived.contains(commit), let note = self.known[id],
          !(note.isElsewhere && note.writtenOn == commit)
        {
          // The git note itself is not new.
          continue
        }
        sections.append(
          Section(
            id: id, createdAt: section.createdAt, text: section.text,
            hasTrailers: section.id != nil, isRepeated: isRepeated))
      }
      notes.append((commit, sections))
    }
    // Every machine reads the notes in the same order.
    return notes.sorted { $0.0 < $1.0 }
  }

  /// The note as the reference had it.
  func written(_ id: Identifier) -> MirroredNote? { known[id] }

  /// The commit whose git note should contain the note.
  func place(of id: Identifier) -> String? { places[id] }

  /// Whether the git note of this commit does not contain the note.
  func isMissing(_ id: Identifier, on commit: String) -> Bool {
    guard reference.entries[commit] != nil else { return !reference.commits.contains(commit) }
    return !reference.unreadable.contains(commit) && found[commit]?.contains(id) != true
  }
}

extension MirrorReader.Section {
  /// Whether the section has the text of a version, apart from what git removes.
  func isSame(as version: Text) -> Bool {
    let lines = TextLines(of: version)
    if hasTrailers {
      return lines.isSame(afterGit: TextLines(of: text))
        && version.tags.elementsEqual(text.tags) { $0.utf8.elementsEqual($1.utf8) }
    }
    var plain = TextLines(of: text)
    plain.title = lines.title
    return lines.isSame(afterGit: plain)
  }

  /// The text with what is not in the git note, and what git has removed from it.
  func edited(from base: Text?) -> Text {
    guard let base else { return text }
    let lines = TextLines(of: base)
    var edited = TextLines(of: text)
    if !hasTrailers { edited.title = lines.title }
    return lines.restoring(edited).text(tags: hasTrailers ? text.tags : base.tags)
  }
}

extension Identifier {
  /// The id of a note that another program wrote, which is the same on every machine.
  init(ofGitNote text: String, on commit: String) {
    let hash = SHA256.hash("commitdiary git note\0\(commit)\0\(text)")
    self.init(bits: hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
