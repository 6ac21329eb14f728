import Diary

/// The places of a commit as one column of a query for notes.
enum PlaceList {
  /// One place on each line: time of the check, clone, role, evidence, commit and subject.
  static func query(ofNote note: String) -> String {
    """
    (SELECT group_concat(followed_clone.looked_at || ' ' || place.clone || ' ' || place.role || ' '
      || place.evidence || ' ' || place.target || ' ' || coalesce(place.subject, ''), char(10))
      FROM followed_commit AS place JOIN followed_clone ON followed_clone.number = place.clone
      WHERE place.sha = \(note).sha AND \(isClone(ofNote: note)))
    """
  }

  /// Whether the clone is one of the note's repository: a fork has the same commits. A clone may have been
  /// known by its path before it had a remote.
  private static func isClone(ofNote note: String) -> String {
    """
    (followed_clone.repository IS NULL OR followed_clone.repository = \(note).repository
      OR EXISTS (SELECT 1 FROM repository AS local WHERE local.key LIKE '/%'
        AND local.id IN (followed_clone.repository, \(note).repository)))
    """
  }

  /// The abbreviated SHA of the commit on which notes are now.
  static func current(ofNote note: String) -> String {
    """
    (SELECT substr(place.target, 1, 7)
      FROM followed_commit AS place JOIN followed_clone ON followed_clone.number = place.clone
      WHERE place.sha = \(note).sha AND place.role = 0 AND \(isClone(ofNote: note))
      ORDER BY followed_clone.looked_at DESC, place.clone DESC LIMIT 1)
    """
  }

  /// The places in the clone of the latest check that found the commit.
  static func followed(_ list: String) -> [CommitPlace] {
    struct Check: Hashable, Comparable {
      /// 2 if the commit was found, 1 if there are candidates.
      var success: Int
      var time: Int
      var clone: Int

      static func < (left: Check, right: Check) -> Bool {
        (left.success, left.time, left.clone) < (right.success, right.time, right.clone)
      }
    }
    var places: [Int: [CommitPlace]] = [:]
    var times: [Int: Int] = [:]
    // A subject can begin with a mark that would be part of the space before it.
    for line in list.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(
        separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 6, let time = Int(words[0]), let clone = Int(words[1]),
        let role = Int(words[2]).flatMap(CommitPlace.Role.init(rawValue:)),
        let evidence = CommitEvidence(rawValue: words[3])
      else { continue }
      times[clone] = time
      places[clone, default: []].append(
        CommitPlace(
          sha: words[4], evidence: evidence, role: role, subject: words[5]))
    }
    let checks = times.map { clone, time in
      let roles = Set((places[clone] ?? []).map(\.role))
      return Check(
        success: roles.contains(.now) ? 2 : roles.contains(.candidate) ? 1 : 0, time: time,
        clone: clone)
    }
    return checks.max().flatMap { places[$0.clone] } ?? []
  }
}
