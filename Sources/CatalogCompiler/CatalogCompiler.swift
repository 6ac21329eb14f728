import Foundation

/// The tool that `scripts/messages` runs, and that generates the tables of a build.
@main
struct CatalogCompiler {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      report(error)
      exit(1)
    }
  }

  private static let usage = """
    compile FOLDER OUTPUT   writes the Swift tables
    update FOLDER           brings the template and all languages up to date with en.po
    check FOLDER            fails where they are not, or where a text breaks a rule
    new FOLDER TAG          begins the catalog of a language: fr, pt_BR, zh_Hant
    show FOLDER KEY         prints a message in all languages, and where it is used
    pseudo FOLDER OUTPUT    writes a catalog of accented, longer English
    """

  /// An unchanged file is not written again. Otherwise, every build would compile it, link this tool
  /// and run it.
  private static func writeIfChanged(_ text: String, to file: URL) throws {
    if let old = try? Data(contentsOf: file), old == Data(text.utf8) { return }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private static func run(_ words: [String]) throws {
    guard words.count >= 2 else { throw CatalogError(place: "CatalogCompiler", problem: usage) }
    let folder = URL(fileURLWithPath: words[1])
    let catalogs = try Catalogs(folder: folder)
    switch (words[0], words.dropFirst(2).first) {
    case ("compile", let output?):
      try catalogs.verify()
      catalogs.unfinished().forEach(report)
      try writeIfChanged(TableWriter.swift(for: catalogs), to: URL(fileURLWithPath: output))
    case ("update", nil):
      for (url, text) in catalogs.updated() {
        try text.write(to: url, atomically: true, encoding: .utf8)
      }
    case ("check", nil):
      try check(catalogs)
    case ("new", let tag?):
      let catalog = try NewCatalog(tag: tag, catalogs: catalogs)
      try catalog.text.write(to: catalog.url, atomically: true, encoding: .utf8)
      print("\(catalog.url.path): \(catalogs.english.entries.count) messages to translate")
    case ("show", let key?):
      let sources = folder.deletingLastPathComponent().appending(path: "Sources")
      print(try MessageReport(of: key, in: catalogs, sources: sources).text)
    case ("pseudo", let output?):
      let url = URL(fileURLWithPath: output).appending(path: "\(PseudoCatalog.tag).po")
      try PseudoCatalog(of: catalogs).text.write(to: url, atomically: true, encoding: .utf8)
      print(url.path)
    default:
      throw CatalogError(place: "CatalogCompiler", problem: usage)
    }
  }

  private static func check(_ catalogs: Catalogs) throws {
    try catalogs.verify()
    let rules = try TextRules(folder: catalogs.folder)
    var problems =
      try catalogs.problems() + catalogs.uncommented() + rules.violations(in: catalogs)
    for (url, text) in catalogs.updated()
    where (try? String(contentsOf: url, encoding: .utf8)) != text {
      problems.append(catalogs.outdated(url))
    }
    let unfinished = catalogs.unfinished()
    (unfinished + problems).forEach(report)
    if !problems.isEmpty { exit(1) }
    let count = catalogs.english.entries.count
    let languages = catalogs.others.count + 1
    let state = unfinished.isEmpty ? "all complete" : "\(languages - unfinished.count) complete"
    print("\(count) messages, \(languages) languages, \(state)")
  }
}

/// Prints a line on standard error.
private func report(_ problem: any Error) {
  FileHandle.standardError.write(Data("\(problem)\n".utf8))
}

/// A problem in a catalog. The place is `file:line`, in the format of compiler errors.
struct CatalogError: Error, CustomStringConvertible {
  var place: String
  var problem: String
  /// Whether the catalog can be used in spite of the problem.
  var isWarning = false

  var description: String { "\(place): \(isWarning ? "warning" : "error"): \(problem)" }
}

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
    for (language, catalog) in catalogs.all {
      let entry = catalog.byKey[key]
      let isEnglish = language == "en"
      let texts = isEnglish ? original.sources : entry?.translations ?? []
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
