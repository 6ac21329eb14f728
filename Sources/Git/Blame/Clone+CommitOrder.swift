public import Diary
import Platform

extension Clone {
  /// How many groups of commits with equal dates are ordered by the history.
  private static let maximumTies = 8

  /// These commits by their author dates, the newest first. Where both dates are equal, as in a
  /// history that a program made, their order in the history counts.
  ///
  /// - Parameter committedAt: the committer dates by the ids of the commits.
  public func newestFirst(
    _ commits: some Collection<Commit>, committedAt: [String: Int64]
  ) -> [Commit] {
    func dates(_ commit: Commit) -> (Int64, Int64) {
      (commit.date.instant.secondsSince1970, committedAt[commit.sha] ?? .min)
    }
    var sorted = commits.sorted { left, right in
      let (one, other) = (dates(left), dates(right))
      return one == other ? left.sha < right.sha : one > other
    }
    var (start, ties) = (0, 0)
    while start < sorted.count, ties < Self.maximumTies {
      let date = dates(sorted[start])
      let end = sorted[start...].firstIndex { dates($0) != date } ?? sorted.count
      if end - start > 1, let time = committedAt[sorted[start].sha] {
        ties += 1
        let places = historicOrder(of: sorted[start..<end], since: time)
        sorted[start..<end].sort { left, right in
          (places[left.sha] ?? .max, left.sha) < (places[right.sha] ?? .max, right.sha)
        }
      }
      start = end
    }
    return sorted
  }

  /// The places of commits in the history, children before their parents.
  ///
  /// - Parameter time: the committer date of all of these commits. Earlier ones are not read.
  private func historicOrder(
    of commits: ArraySlice<Commit>, since time: Int64
  ) -> [String: Int] {
    let result = try? program.run(
      ["rev-list", "--topo-order", "--max-age=\(time)", "--stdin"],
      input: commits.flatMap { Array("\($0.sha)\n".utf8) }, deadline: .seconds(2))
    var places: [String: Int] = [:]
    for line in (result?.text ?? "").split(separator: "\n") {
      places[String(line)] = places.count
    }
    return places
  }
}
