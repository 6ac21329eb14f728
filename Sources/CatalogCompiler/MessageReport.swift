import Foundation

/// A message with its comment, its texts in all languages, and the places that use it in the code.
struct MessageReport {
  let text: String

  init(of key: String, in catalogs: Catalogs, sources: URL) throws {
    guard let original = catalogs.english.byKey[key] else {
      let near = catalogs.english.entries.map(\.key)
        .filter { $0.lowercased().contains(key.lowercased()) }
      let hint = near.isEmpty ? "" : "; there are \(near.prefix(10).joined(separator: ", "))"
      throw CatalogError(place: key, problem: "there is no such message\(hint)")
    }
    var lines = [key]
    lines += original.comments.map { "  \($0.drop { "#. ".contains($0) })" }
    for (language, catalog) in [("en", catalogs.english)] + catalogs.others {
      let entry = catalog.byKey[key]
      let isEnglish = language == "en"
      let texts =
        isEnglish
        ? [original.source] + (original.sourcePlural.map { [$0] } ?? []) : entry?.translations ?? []
      let mark = entry?.isComplete == true || isEnglish ? "" : " (not used: not finished)"
      for text in texts {
        lines.append(
          "  \(language): \(text.replacingOccurrences(of: "\n", with: "\n      "))\(mark)")
      }
    }
    let uses = Self.uses(of: key, in: sources)
    text = (lines + (uses.isEmpty ? ["  not used by the code"] : uses)).joined(separator: "\n")
  }

  /// `Sources/App/Days/DayRecords.swift:41`
  private static func uses(of key: String, in sources: URL) -> [String] {
    guard let files = FileManager.default.enumerator(atPath: sources.path),
      let name = try? Regex("\\.\(key)\\b")
    else { return [] }
    let paths = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
    return paths.flatMap { path -> [String] in
      let text = (try? String(contentsOf: sources.appending(path: path), encoding: .utf8)) ?? ""
      guard text.contains(".\(key)") else { return [] }
      return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { $1.contains(name) }
        .map { "  \(sources.lastPathComponent)/\(path):\($0.offset + 1)" }
    }
  }
}
