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

  /// The places of commits in the history: children before their parents, otherwise those that were
  /// committed later first. Only these commits are read, so that a child and a parent are recognized
  /// only if they and all commits between them are among these.
  public func places(of commits: [String]) -> [String: Int] {
    let names = commits.filter(Clone.isIdentifier)
    let result = try? program.run(
      ["rev-list", "--no-walk", "--parents", "--ignore-missing", "--stdin"],
      input: names.flatMap { Array("\($0)\n".utf8) }, deadline: .seconds(2))
    // Each line is a commit and its parents.
    let lines = (result?.text ?? "").split(separator: "\n").map { $0.split(separator: " ") }
    let parents = Dictionary(lines.map { ($0[0], $0.dropFirst()) }) { first, _ in first }
    var children: [Substring: Int] = [:]
    for parent in lines.flatMap({ $0.dropFirst() }) { children[parent, default: 0] += 1 }
    var places: [String: Int] = [:]
    var next = Array(lines.lazy.map { $0[0] }.filter { children[$0] == nil }.reversed())
    while let commit = next.popLast() {
      places[String(commit)] = places.count
      for parent in parents[commit] ?? [] {
        children[parent, default: 0] -= 1
        if children[parent] == 0, parents[parent] != nil { next.append(parent) }
      }
    }
    return places
  }
}
