/// Finds suggestions for misspelled words.
public enum Spelling {
  /// The word nearest to `typed`, or `nil` if none is near enough. Letter case does not matter.
  public static func nearest(to typed: String, in words: [String]) -> String? {
    let typed = typed.lowercased()
    let limit = typed.count < 4 ? 1 : 2
    var best: (word: String, distance: Int)?
    for word in words {
      let distance = distance(from: typed, to: word)
      if distance <= min(limit, word.count - 1), distance < best?.distance ?? .max {
        best = (word, distance)
      }
    }
    // Abbreviated long names are not accepted, but they get a suggestion.
    return best?.word ?? words.first { typed.count >= 2 && $0.lowercased().hasPrefix(typed) }
  }

  /// The edit distance: the number of insertions, deletions, replacements and swaps of neighbors,
  /// regardless of letter case.
  static func distance(from left: String, to right: String) -> Int {
    let (left, right) = (Array(left.lowercased()), Array(right.lowercased()))
    var before: [Int] = []
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var next = [i + 1]
      for (j, other) in right.enumerated() {
        var cost = min(row[j] + (letter == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
          cost = min(cost, before[j - 1] + 1)
        }
        next.append(cost)
      }
      before = row
      row = next
    }
    return row[right.count]
  }
}
