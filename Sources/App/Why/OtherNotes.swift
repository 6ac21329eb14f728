import Context
import Diary
import Following
import Git
import JSON
import Journal
import Views

/// What other tools have left at commits: git notes, and trailers of checkpoints. It is read only, and nothing is
/// fetched.
struct OtherNotes {
  let app: App
  let place: LocatedRepository
  let clone: Clone

  /// The commits that are looked at, the newest first.
  private static let limit = 50
  /// How many commits may be earlier versions of them.
  private static let earlierLimit = 50
  private static let trailers = [
    "entire-checkpoint", "claude-session", "agent-trace", "checkpoint",
  ]

  /// - Parameters:
  ///   - bodies: the messages of the commits below their subjects.
  ///   - path: the file that was asked about, from the top of the working tree.
  /// - Returns: what was found, by commit.
  func find(
    at commits: [Commit], bodies: [String: String], path: String?
  ) async throws -> [String: [OtherNote]] {
    let commits = Array(commits.prefix(Self.limit))
    var found: [String: [OtherNote]] = [:]
    for commit in commits {
      found[commit.sha] = Self.trailers(in: bodies[commit.sha] ?? "", of: commit)
    }
    let notes = OtherGitNotes(in: clone, besides: try await ownReferences())
    guard !notes.isEmpty else { return found.filter { !$0.value.isEmpty } }
    var earlier = try await app.repositories.earlierCommits(of: commits.map(\.sha), in: place)
    var byCommit = notes.notes(on: Set(commits.map(\.sha) + earlier.values.joined()))
    let without = commits.filter { commit in
      !([commit.sha] + (earlier[commit.sha] ?? [])).contains { byCommit[$0] != nil }
    }
    let rewritten = self.earlier(of: without, among: notes, bodies)
    if !rewritten.isEmpty {
      earlier.merge(rewritten) { $0 + $1 }
      byCommit.merge(notes.notes(on: Set(rewritten.values.joined()))) { known, _ in known }
    }
    for commit in commits {
      for sha in [commit.sha] + (earlier[commit.sha] ?? []) {
        found[commit.sha]?.append(
          contentsOf: (byCommit[sha] ?? []).map { OtherNoteText.summary(of: $0, first: path) }
            .filter { !$0.text.isBlank || $0.unreadSize != nil })
      }
    }
    return found.filter { !$0.value.isEmpty }
  }

  /// The references of the mirrors of this clone, and where the notes of their remotes are.
  private func ownReferences() async throws -> Set<String> {
    let journal = try await app.journal(for: .reading)
    let mirrors = try await journal.mirrors().filter { $0.clone == clone.commonDirectory }
    return Set([NotesReference.standard.name] + mirrors.map(\.reference))
  }

  /// The commits with notes of which these are later versions, as following finds them.
  private func earlier(
    of commits: [Commit], among notes: OtherGitNotes, _ bodies: [String: String]
  ) -> [String: [String]] {
    let lost = notes.lost(before: commits, bodies: bodies)
    guard !lost.isEmpty else { return [:] }
    let request = FollowingRequest(
      commits: lost.prefix(Self.earlierLimit).map { CommitToFollow(sha: $0.sha, places: []) },
      facts: [:], records: [], reported: clone.rewriteSpool.pairs(), basis: nil)
    guard let result = try? clone.follow(request) else { return [:] }
    var earlier: [String: [String]] = [:]
    for (sha, places) in result.places {
      for place in places where place.role == .now && place.sha != sha {
        earlier[place.sha, default: []].append(sha)
      }
    }
    return earlier.mapValues { $0.sorted() }
  }

  private static func trailers(in body: String, of commit: Commit) -> [OtherNote] {
    body.split(whereSeparator: \.isNewline).compactMap { line in
      guard let colon = line.firstIndex(of: ":"),
        trailers.contains(line[..<colon].lowercased())
      else { return nil }
      let value = line[line.index(after: colon)...].trimmed
      return OtherNote(source: String(line[..<colon]), sha: commit.sha, text: String(value))
    }
  }
}

/// A git note in short.
enum OtherNoteText {
  private static let longestText = 400
  private static let lines = 3
  private static let files = 5

  /// - Parameter path: the file whose lines are named first.
  static func summary(of note: OtherGitNote, first path: String?) -> OtherNote {
    var summary = OtherNote(source: note.source, sha: note.sha, text: "")
    guard let bytes = note.bytes else {
      summary.unreadSize = note.size
      return summary
    }
    let text = String(decoding: bytes, as: UTF8.self)
    summary.text =
      authorship(text, first: path) ?? trace(text, first: path) ?? beginning(of: text)
    return summary
  }

  private static func beginning(of text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.isBlank }
    let shown = lines.prefix(Self.lines).map { String($0.prefix(longestText)) }
    return (shown + (lines.count > shown.count ? ["…"] : [])).joined(separator: "\n")
  }

  /// The form of git-ai: paths with indented lines of a session and its ranges, then a document with the sessions.
  private static func authorship(_ text: String, first path: String?) -> String? {
    let text = "\n" + text
    guard let end = text.firstRange(of: "\n---\n"),
      let json = try? JSONParser.parse(Array(text[end.upperBound...].utf8)),
      json["schema_version"]?.string?.hasPrefix("authorship/") == true
    else { return nil }
    var files: [(path: String, ranges: [String])] = []
    for line in text[..<end.lowerBound].split(whereSeparator: \.isNewline) {
      if !line.hasPrefix(" ") {
        files.append((String(line), []))
      } else if let ranges = line.split(separator: " ").last, !files.isEmpty {
        files[files.count - 1].ranges.append(String(ranges))
      }
    }
    let sessions = ["sessions", "prompts"].flatMap { json[$0]?.object?.map(\.value) ?? [] }
    let tools = sessions.compactMap { session -> String? in
      let agent = session["agent_id"]
      return name(tool: agent?["tool"]?.string, model: agent?["model"]?.string)
    }
    return joined(tools, files, first: path)
  }

  /// A record of Agent Trace, or a list of them.
  private static func trace(_ text: String, first path: String?) -> String? {
    guard text.first(where: { !$0.isWhitespace }).map({ "{[".contains($0) }) == true,
      let json = try? JSONParser.parse(Array(text.utf8))
    else { return nil }
    let records = json.array ?? [json]
    var tools: [String] = []
    var files: [(path: String, ranges: [String])] = []
    for record in records where record["files"]?.array != nil && record["version"] != nil {
      for file in record["files"]?.array ?? [] {
        guard let name = file["path"]?.string else { continue }
        var ranges: [String] = []
        for conversation in file["conversations"]?.array ?? [] {
          let tool = record["tool"]?["name"]?.string
          let model = conversation["contributor"]?["model_id"]?.string
          if let name = self.name(tool: tool, model: model) { tools.append(name) }
          ranges += (conversation["ranges"]?.array ?? []).compactMap { range in
            guard let first = range["start_line"]?.integer else { return nil }
            let last = range["end_line"]?.integer ?? first
            return first == last ? "\(first)" : "\(first)-\(last)"
          }
        }
        files.append((name, ranges))
      }
    }
    return files.isEmpty ? nil : joined(tools, files, first: path)
  }

  private static func name(tool: String?, model: String?) -> String? {
    let parts = [tool, model].compactMap(\.self).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// `codex gpt-5.6: src/a.swift 1-10,15; src/b.swift 3`.
  private static func joined(
    _ tools: [String], _ files: [(path: String, ranges: [String])], first path: String?
  ) -> String {
    let asked = files.filter { $0.path == path } + files.filter { $0.path != path }
    let shown = asked.prefix(Self.files).map { file in
      let ranges = file.ranges.joined(separator: ",")
      return ranges.isEmpty ? file.path : "\(file.path) \(ranges)"
    }
    let list = (shown + (files.count > shown.count ? ["…"] : [])).joined(separator: "; ")
    var seen: Set<String> = []
    let names = tools.filter { seen.insert($0).inserted }.prefix(3).joined(separator: ", ")
    let text = [names, list].filter { !$0.isEmpty }.joined(separator: ": ")
    return text.count > longestText ? text.prefix(longestText) + "…" : text
  }
}
