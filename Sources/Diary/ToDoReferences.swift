/// The to-dos that the message of a commit names as done.
public enum ToDoReferences {
  /// The maximum number of to-dos that one commit can name.
  private static let limit = 100

  /// Numbers and ids as they are written, without duplicates.
  ///
  /// - Parameters:
  ///   - subject: the first line, which names the branches of a merge.
  ///   - trailers: one `Key: value` on each line.
  public static func names(subject: String, trailers: String) -> [String] {
    var names: [String] = []
    for line in trailers.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":"),
        ["todo", "closes-todo"].contains(line[..<colon].lowercased())
      else { continue }
      names += line[line.index(after: colon)...]
        .split { $0 == "," || $0.isWhitespace }.compactMap(name)
    }
    names += branches(mergedBy: subject).compactMap(name)
    var seen: Set<String> = []
    return Array(names.filter { seen.insert($0).inserted }.prefix(limit))
  }

  /// The name without a number sign; `nil` if it is neither a number nor an id.
  private static func name(_ word: some StringProtocol) -> String? {
    let name = word.drop { $0 == "#" }
    let isNumber = name.utf8.count <= 9 && Int(digits: Array(name.utf8)) != nil
    let isID = name.utf8.count >= Identifier.shortestLength && Identifier.prefix(name) != nil
    return isNumber || isID ? String(name) : nil
  }

  /// `3` of `Merge branch 'todo/3-cache' into main` or
  /// `Merge pull request #7 from octocat/todo/3-cache`. The branch that was merged into is not meant.
  private static func branches(mergedBy subject: String) -> [Substring] {
    guard subject.hasPrefix("Merge ") else { return [] }
    let words = subject.split { $0.isWhitespace || "'\",".contains($0) }
      .prefix { $0 != "into" && $0 != "of" }
    return words.filter { $0.hasPrefix("todo/") || $0.contains("/todo/") }.compactMap { branch in
      let parts = branch.split(separator: "/")
      guard let place = parts.firstIndex(of: "todo"), place + 1 < parts.count else { return nil }
      return parts[place + 1].split(separator: "-").first
    }
  }
}
