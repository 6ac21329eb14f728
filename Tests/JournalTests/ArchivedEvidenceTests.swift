import Diary
import JSON
import TestSupport
import Testing

@testable import Journal

/// What an archive has of rewritten commits.
@Suite struct ArchivedEvidenceTests {
  private let now = Moment.test("2026-11-21T09:00:00+09:00")

  private func filled() async throws -> JournalOnDisk {
    let place = try JournalOnDisk()
    try await place.add("Why", commit: .test("aa11"))
    try place.execute(
      """
      INSERT INTO commit_fact (sha, author, authored_at, committed_at, tree, parents, patch,
        change_id) VALUES ('aa11', '이름 <a@example.com>', 1, 2, 'tt', 'pp qq', 'ff', 'I1'),
        ('bb22', 'x', 3, NULL, NULL, '', NULL, NULL);
      INSERT INTO rewrite_record (repository, kind, old, new) VALUES (1, 1, 'aa11', 'bb22');
      INSERT INTO pull_request (repository, number, sha, commits) VALUES (1, 7, 'cc33',
        '[{"sha":"aa11","author":"이름","authoredAt":"1970-01-01T00:00:01Z"},
          {"sha":"dd44","author":"x","authoredAt":"1970-01-01T00:00:09Z"}]'), (1, 8, NULL, '[]')
      """)
    return place
  }

  private func read(_ evidence: ArchivedEvidence, into place: JournalOnDisk) async throws {
    _ = try await place.journal.make("import", on: now.day, at: now, isImport: true) { journal in
      for json in evidence.commits { try journal.addCommitFact(json, isSent: false) }
      for json in evidence.rewrites { try journal.addRewrite(json, isSent: false) }
      for json in evidence.pullRequests { try journal.addPullRequest(json) }
    }
  }

  private func texts(_ evidence: ArchivedEvidence) -> [String] {
    (evidence.commits + evidence.rewrites + evidence.pullRequests).map { $0.text(.compact) }
  }

  @Test func `all of it comes back, and twice is once`() async throws {
    let first = try await filled().journal.archivedEvidence()
    #expect(first.commits.count == 2 && first.rewrites.count == 1)
    #expect(first.pullRequests.count == 2)
    let other = try JournalOnDisk()
    try await read(first, into: other)
    try await read(first, into: other)
    let second = try await other.journal.archivedEvidence()
    #expect(texts(second) == texts(first))
  }

  @Test func `what is known here stays`() async throws {
    let here = try await filled()
    var evidence = try await here.journal.archivedEvidence()
    evidence.commits = [
      [
        "sha": "bb22", "author": "y", "authoredAt": "2026-11-21T00:00:00Z",
        "parents": "", "tree": "new",
      ]
    ]
    evidence.pullRequests = [["repository": "github.com/a/b", "number": 7, "commits": []]]
    try await read(evidence, into: here)
    let after = try await here.journal.archivedEvidence()
    #expect(after.commits[1]["author"] == "x" && after.commits[1]["tree"] == "new")
    #expect(after.pullRequests[0]["commits"]?.array?.count == 2)
  }

  @Test func `what is damaged is refused`() async throws {
    let place = try JournalOnDisk()
    for json: JSONValue in [[:], ["sha": ""], ["sha": "aa", "author": 1], "x", ["number": 1]] {
      _ = try await place.journal.make("import", on: now.day, at: now, isImport: true) { journal in
        #expect(throws: DamagedRecord.self) { try journal.addCommitFact(json, isSent: false) }
        #expect(throws: DamagedRecord.self) { try journal.addRewrite(json, isSent: false) }
        #expect(throws: DamagedRecord.self) { try journal.addPullRequest(json) }
      }
    }
  }
}

/// Archives of any form: a record is added as a whole or refused, and the journal stays intact.
@Suite struct ArchiveFuzzTests {
  private let now = Moment.test("2026-11-21T09:00:00+09:00")

  private func archive(of journal: Journal) async throws -> [JSONValue] {
    try await journal.run { journal in
      let records = try journal.archivedNumbers(ArchiveFilter())
      var found: [JSONValue] = []
      try journal.archive(records) { found.append($0) }
      return found
    }
  }

  /// Replaces one value somewhere in the document.
  private func changed(_ value: JSONValue, _ random: inout Seeded) -> JSONValue {
    switch value {
    case .object(var members) where !members.isEmpty && Int.random(in: 0..<6, using: &random) > 0:
      let index = Int.random(in: 0..<members.count, using: &random)
      if Int.random(in: 0..<12, using: &random) == 0 {
        members.remove(at: index)
      } else {
        members[index].value = changed(members[index].value, &random)
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<6, using: &random) > 0:
      let index = Int.random(in: 0..<elements.count, using: &random)
      elements[index] = changed(elements[index], &random)
      return .array(elements)
    default:
      let others: [JSONValue] = [
        nil, "", "2026-11-20", "2026-13-01", "a", 0, -1, 1_000_000_000_000, true, [], [:], "note",
        "entry", "todo", "\u{0}", "000000000000", "99991231", [[]],
        "ffffffffffffffffffffffffffffffff",
      ]
      return others.randomElement(using: &random) ?? nil
    }
  }

  @Test func `a record is added as a whole or refused`() async throws {
    let place = try JournalOnDisk()
    let journal = place.journal
    let note = try await journal.add(
      Text(title: "t", body: "b #x", tags: ["x"]),
      to: NotePlace(RepositoryKey(Repository(name: "github.com/o/n"))), at: now)
    _ = try await journal.edit(
      note.id, to: Text(title: "t", body: "c", tags: []), basedOn: 1, at: now)
    _ = try await journal.write(
      Text(title: "회고", body: "본문"), on: now.day, basedOn: nil, at: now)
    _ = try await journal.add(["water"], on: now.day, at: now)
    let records = try await archive(of: journal)
    let other = try JournalOnDisk()
    await Fuzz.rounds(34, atLeast: 400) { random in
      let record = changed(records.randomElement(using: &random) ?? nil, &random)
      _ = try? await other.journal.make("import", on: now.day, at: now, isImport: true) { journal in
        var unarchiving = Unarchiving()
        _ = try unarchiving.add(record, to: journal)
        try unarchiving.finish(in: journal, at: now.instant)
      }
    }
    #expect(try await other.journal.problems() == [])
    let archived = try await archive(of: other.journal)
    let third = try JournalOnDisk()
    _ = try await third.journal.make("import", on: now.day, at: now, isImport: true) { journal in
      var unarchiving = Unarchiving()
      for record in archived { _ = try unarchiving.add(record, to: journal) }
      try unarchiving.finish(in: journal, at: now.instant)
    }
    #expect(try await archive(of: third.journal) == archived)
  }
}
