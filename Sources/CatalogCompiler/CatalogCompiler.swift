import Foundation

/// `compile FOLDER OUTPUT` writes the Swift tables; `update FOLDER` brings the template and all
/// languages in step with `en.po`; `check FOLDER` fails where one of them is not.
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

  private static func run(_ words: [String]) throws {
    guard words.count >= 2 else {
      throw CatalogError(place: "CatalogCompiler", problem: "compile|update|check FOLDER [OUTPUT]")
    }
    let catalogs = try Catalogs(folder: URL(fileURLWithPath: words[1]))
    switch words[0] {
    case "compile" where words.count == 3:
      try catalogs.verify()
      try TableWriter.swift(for: catalogs)
        .write(toFile: words[2], atomically: true, encoding: .utf8)
    case "update":
      for (url, text) in catalogs.updated() {
        try text.write(to: url, atomically: true, encoding: .utf8)
      }
    case "check":
      try check(catalogs)
    default:
      throw CatalogError(place: "CatalogCompiler", problem: "no such task: \(words[0])")
    }
  }

  private static func check(_ catalogs: Catalogs) throws {
    try catalogs.verify()
    var problems = try catalogs.missingTranslations()
    for (url, text) in catalogs.updated()
    where (try? String(contentsOf: url, encoding: .utf8)) != text {
      problems.append(
        CatalogError(place: "\(url.path):1", problem: "out of step: run scripts/messages"))
    }
    problems.forEach(report)
    if !problems.isEmpty { exit(1) }
    let messages = catalogs.english.entries.count
    print("\(messages) messages, \(catalogs.others.count + 1) languages, all complete")
  }
}

/// A line on standard error.
private func report(_ problem: any Error) {
  FileHandle.standardError.write(Data("\(problem)\n".utf8))
}
