public import Diary
import Sync

/// Merges two changes of git notes. Each note is merged by its id, line by line, wherever the two
/// sides have it.
public struct GitNotesMerge {
  /// The git notes by their commits.
  public typealias Notes = [String: GitNoteText]

  /// The merged git notes. Those without notes are left out.
  public private(set) var notes: Notes = [:]

  private let ours: Notes
  private let theirs: Notes

  /// The sections of a note, by the commits with whose git notes it is.
  private typealias Places = [String: GitNoteSection]

  /// - Parameters:
  ///   - base: the git notes that both sides have changed.
  ///   - purged: notes that the result does not have.
  public init(base: Notes, ours: Notes, theirs: Notes, purged: Set<Identifier> = []) {
    let sides = [base, ours, theirs].map { Self.places(in: $0, base: base) }
    var sections: [String: [GitNoteSection]] = [:]
    for id in Set(sides.joined().map(\.key)).subtracting(purged) {
      let (base, ours, theirs) = (sides[0][id] ?? [:], sides[1][id] ?? [:], sides[2][id] ?? [:])
      for (commit, section) in Self.merge(base, ours, theirs) {
        sections[commit, default: []].append(section)
      }
    }
    notes = Self.sorted(sections)
    let whole = [ours, theirs].map { side in
      Self.sorted(
        side.reduce(into: [:]) { $0[$1.key] = Self.sections(of: $1.value, on: $1.key, base) })
    }
    (self.ours, self.theirs) = (whole[0], whole[1])
  }

  /// Whether the merged git note of a commit is that of our side.
  public func isOurs(_ commit: String) -> Bool { notes[commit] == ours[commit] }

  /// Whether the merged git note of a commit is that of their side.
  public func isTheirs(_ commit: String) -> Bool { notes[commit] == theirs[commit] }

  private static func sorted(_ sections: [String: [GitNoteSection]]) -> Notes {
    sections.filter { !$0.value.isEmpty }
      .mapValues { GitNoteText($0.sorted(by: GitNoteSection.isWrittenBefore)) }
  }

  private static func merge(_ base: Places, _ ours: Places, _ theirs: Places) -> Places {
    if theirs == base || theirs == ours { return ours }
    if ours == base { return theirs }
    let texts = [base, ours, theirs].map { $0.min { $0.key < $1.key }?.value }
    guard let our = texts[1] else { return texts[2]?.text == texts[0]?.text ? [:] : theirs }
    guard let their = texts[2] else { return texts[1]?.text == texts[0]?.text ? [:] : ours }
    var section = our
    section.text = NoteMerge(base: texts[0]?.text, ours: our.text, theirs: their.text).merged
    // If both sides have moved the note, ours counts.
    return (Set(ours.keys) == Set(base.keys) ? theirs : ours).mapValues { _ in section }
  }

  private static func places(in notes: Notes, base: Notes) -> [Identifier: Places] {
    var places: [Identifier: Places] = [:]
    for (commit, text) in notes {
      for section in sections(of: text, on: commit, base) {
        if let id = section.id { places[id, default: [:]][commit] = section }
      }
    }
    return places
  }

  /// The notes in a git note, with ids for those that have none, as the reader chooses them: a single
  /// text without trailers is the only note that the git note had.
  private static func sections(
    of text: GitNoteText, on commit: String, _ base: Notes
  ) -> [GitNoteSection] {
    let known = base[commit]?.sections ?? []
    let only = text.sections.count == 1 && known.count == 1 ? known.first?.id : nil
    return text.sections.map { section in
      var section = section
      section.id = section.id ?? only ?? Identifier(ofGitNote: section.text.body, on: commit)
      return section
    }
  }
}

extension GitNoteSection {
  /// The order in which the notes on a commit are written.
  static func isWrittenBefore(_ left: GitNoteSection, _ right: GitNoteSection) -> Bool {
    let dates = [left, right].map { $0.createdAt?.instant.secondsSince1970 ?? 0 }
    if dates[0] != dates[1] { return dates[0] < dates[1] }
    return (left.id?.text ?? "") < (right.id?.text ?? "")
  }
}

/// Merges two changes of a text, line by line. Where both changed the same lines, the result has
/// those of both.
enum LineMerge {
  typealias Line = [UInt8]

  /// - Parameter base: the text that was changed; if it is `nil`, what both texts have in common.
  static func merged(base: [Line]?, ours: [Line], theirs: [Line]) -> [Line] {
    let base = base ?? ThreeWay.matches(ours, theirs).map { ours[$0.0] }
    return ThreeWay(base: base, earlier: ours, later: theirs).merged { base, ours, theirs in
      if let merged = ThreeWay.combined(base, ours, theirs, takingRemovals: true) { return merged }
      let start = zip(ours, theirs).prefix { $0 == $1 }.count
      let end = zip(ours.dropFirst(start).reversed(), theirs.dropFirst(start).reversed())
        .prefix { $0 == $1 }.count
      return ours.dropLast(end) + theirs.dropFirst(start)
    }
  }
}

/// Two changes of a note and their merge.
struct NoteMerge {
  let theirs: Text
  let merged: Text
  /// Whether only one side has changed the note, so that the merge is the same as their text.
  let isOneSided: Bool

  init(base: Text?, ours: Text, theirs: Text) {
    self.theirs = theirs
    if let base, base.isIdentical(to: ours) {
      merged = theirs
      isOneSided = true
      return
    }
    let ourLines = TextLines(of: ours)
    let theirLines = TextLines(of: theirs)
    let baseLines = base.map { TextLines(of: $0) }
    let lines = LineMerge.merged(
      base: baseLines?.lines, ours: ourLines.lines, theirs: theirLines.lines)
    let title = ourLines.title == baseLines?.title ? theirLines.title : ourLines.title
    merged = TextLines(lines: lines, title: title)
      .text(tags: Self.tags(base: base?.tags ?? [], ours: ours.tags, theirs: theirs.tags))
    isOneSided = false
  }

  private static func tags(base: [String], ours: [String], theirs: [String]) -> [String] {
    func contains(_ tags: [String], _ tag: String) -> Bool {
      tags.contains { Tag.areSame($0, tag) }
    }
    return ours.filter { contains(theirs, $0) || !contains(base, $0) }
      + theirs.filter { !contains(ours, $0) && !contains(base, $0) }
  }
}
